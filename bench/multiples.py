"""The growth of one organization by copies of its own documents and of all that they name, made in its tables."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
from psycopg import sql

from bench.copies import without_triggers

# Their ids are changed, and what refers to a changed column, in a table whose own ids are then changed too. All else is
# shared: registrations, series, warehouses, rates, terms.
_BEGUN_WITH = ["customers", "vendors", "items"]
# Ids of a table's own, and of documents of any kind, which no foreign key tells of.
_IDS = ["id", "source_doc_id", "source_doc_line_id", "invoice_id"]
_NAMES = ("display_name", "name", "sku", "external_reference")

# Each table that is multiplied, with its columns and those of them that are changed.
_TABLES = """
    WITH RECURSIVE changed (relation, number) AS (
        SELECT a.attrelid, a.attnum
        FROM unnest(%(begun_with)s::text[]) AS begun (name)
        JOIN pg_attribute a ON a.attrelid = begun.name::regclass AND a.attname = 'id'
        UNION
        SELECT a.attrelid, a.attnum
        FROM changed c
        JOIN pg_constraint f ON f.contype = 'f' AND f.confrelid = c.relation
        CROSS JOIN LATERAL unnest(f.conkey, f.confkey) AS k (referring, referred)
        JOIN pg_attribute a ON a.attrelid = f.conrelid AND (a.attnum = k.referring OR a.attname = ANY (%(ids)s))
        WHERE k.referred = c.number
    )
    SELECT r.relname, array_agg(a.attname::text ORDER BY a.attnum),
           array_agg(a.attname::text) FILTER (WHERE (a.attrelid, a.attnum) IN (SELECT relation, number FROM changed))
    FROM pg_class r
    JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE r.oid IN (SELECT relation FROM changed)
    GROUP BY r.relname
"""
# To make a search's index of all at once takes a small part of what it takes to add each row.
_SEARCHES = """
    SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
    FROM pg_index i
    JOIN pg_class x ON x.oid = i.indexrelid
    JOIN pg_am m ON m.oid = x.relam AND m.amname = 'gin'
    JOIN pg_class r ON r.oid = i.indrelid AND r.relname = ANY (%(tables)s)
"""
_BASE = sql.SQL("""
    CREATE TEMPORARY TABLE {base} ON COMMIT DROP AS
    SELECT o.* FROM {table} o WHERE o.organization_id = {organization}
""")
_ROWS = sql.SQL("""
    INSERT INTO {table} ({columns}) OVERRIDING SYSTEM VALUE
    SELECT {values} FROM {base}
""")
# The demonstration counts its ids: of the twenty digits at the end the first ten are zero. So each copy lies together.
_ID = sql.SQL("overlay({column} PLACING lpad(%(copy)s::text, 10, '0') FROM length({column}) - 19)")
_NAME = sql.SQL("{column} || ' ' || %(copy)s::text")
_IRN = sql.SQL("encode(sha256(convert_to({column} || %(copy)s::text, 'UTF8')), 'hex')")
# The numbers of a copy follow the last that the base or the copy before has taken in any series.
_NUMBER = sql.SQL("""
    coalesce(
        regexp_replace({column}, '[0-9]+$', '') || to_char(
            substring({column} FROM '[0-9]+$')::bigint + %(copy)s::int * %(taken)s::bigint, 'FM999999999990000'),
        {column})
""")
_TAKEN = "SELECT max(next_number - 1) FROM number_counters WHERE organization_id = %(organization)s"
_SUMS = (
    """
    INSERT INTO record_counts (organization_id, table_name, change)
    SELECT organization_id, table_name, %(copies)s::int * sum(change)
    FROM record_counts
    WHERE organization_id = %(organization)s AND table_name = ANY (%(tables)s)
    GROUP BY organization_id, table_name
    """,
    """
    INSERT INTO receivables_by_day (organization_id, due_date, change)
    SELECT organization_id, due_date, %(copies)s::int * sum(change)
    FROM receivables_by_day
    WHERE organization_id = %(organization)s
    GROUP BY organization_id, due_date
    """,
    """
    UPDATE number_counters
    SET next_number = next_number + %(copies)s::int * %(taken)s::bigint,
        last_taken = last_taken + %(copies)s::int * %(taken)s::bigint
    WHERE organization_id = %(organization)s
    """,
)


def multiply_organization(url: str, slug: str, copies: int) -> None:
    """Add `copies` copies of all that a demonstration sold, bought and moved, without trail and events."""
    with without_triggers(url) as connection:
        organization = _one(connection, "SELECT id FROM organizations WHERE slug = %(slug)s", slug=slug)
        taken = _one(connection, _TAKEN, organization=organization)
        tables = connection.execute(_TABLES, {"begun_with": _BEGUN_WITH, "ids": _IDS}).fetchall()
        names = [table for table, _, _ in tables]
        for table in names:
            base = _BASE.format(base=_base_of(table), table=sql.Identifier(table), organization=organization)
            connection.execute(base)
        statements = [_statement(*each) for each in tables]
        with _indexed_afterwards(connection, names):
            for copy in range(1, copies + 1):
                for statement in statements:
                    connection.execute(statement, {"copy": copy, "taken": taken})
        known = {"organization": organization, "copies": copies, "taken": taken, "tables": names}
        for sums in _SUMS:
            connection.execute(sums, known)


@contextmanager
def _indexed_afterwards(connection: psycopg.Connection, tables: Sequence[str]) -> Iterator[None]:
    searches = connection.execute(_SEARCHES, {"tables": tables}).fetchall()
    for index, _ in searches:
        connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(index)))
    yield
    connection.execute("SET LOCAL maintenance_work_mem = '1GB'")
    for _, definition in searches:
        connection.execute(definition.encode())


def _one(connection: psycopg.Connection, query: str, **parameters: object) -> object:
    row = connection.execute(query.encode(), parameters).fetchone()
    return row and row[0]


def _base_of(table: str) -> sql.Identifier:
    return sql.Identifier(f"base_{table}")


def _statement(table: str, columns: Sequence[str], ids: Sequence[str]) -> sql.Composed:
    return _ROWS.format(
        table=sql.Identifier(table),
        base=_base_of(table),
        columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
        values=sql.SQL(", ").join(_value(name, is_id=name in ids) for name in columns),
    )


def _value(name: str, *, is_id: bool) -> sql.Composable:
    column = sql.Identifier(name)
    if is_id:
        return _ID.format(column=column)
    if name == "made_in":  # its entry in the trail, which is left out
        return sql.NULL
    if name.endswith("_number"):
        return _NUMBER.format(column=column)
    if name == "irn":
        return _IRN.format(column=column)
    return _NAME.format(column=column) if name in _NAMES else column
