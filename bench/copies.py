"""Copies of an organization, made in its tables. An import of each would take ten thousand times as long."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

# So many at once lie mixed in the tables, as those of organizations that work side by side do.
_MIXED = 500
# Tokens are found by their hash alone. The others tell what has happened: no request that is measured reads them, and
# they would take more room than all else.
_LEFT = ("tokens", "events", "webhook_deliveries", "trail", "trail_transactions", "audit_copies")

_TABLES = """
    SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum)
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    GROUP BY c.relname
    HAVING 'organization_id' = ANY (array_agg(a.attname)) OR c.relname = 'organizations'
"""
_ROWS = sql.SQL("""
    INSERT INTO {table} ({columns}) OVERRIDING SYSTEM VALUE
    SELECT {values}
    FROM generate_series(%(first)s::int, %(last)s::int) AS copy (n), {table} o
    WHERE o.{key} = (SELECT id FROM organizations WHERE slug = %(slug)s)
    ORDER BY o.ctid, copy.n
""")
_ID = sql.SQL("'org_' || lpad(copy.n::text, 26, '0')")
_SLUG = sql.SQL("o.slug || '-' || copy.n")
# Those of the trail and of events.
_ALWAYS = """
    SELECT c.relname, t.tgname
    FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgenabled = 'A'
"""


def slugs(slug: str, copies: int, count: int) -> list[str]:
    """Return the slugs of `count` of the copies, evenly spread."""
    return [f"{slug}-{1 + place * copies // count}" for place in range(count)]


@contextmanager
def without_triggers(url: str) -> Iterator[psycopg.Connection]:
    """Open a transaction of a superuser in which no trigger fires and no foreign key is checked."""
    with psycopg.connect(url) as connection:
        connection.execute("SET session_replication_role = replica")
        always = [tuple(map(sql.Identifier, names)) for names in connection.execute(_ALWAYS)]
        for names in always:
            connection.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER {}").format(*names))
        yield connection
        for names in always:
            connection.execute(sql.SQL("ALTER TABLE {} ENABLE ALWAYS TRIGGER {}").format(*names))


def copy_organization(url: str, slug: str, copies: int) -> None:
    """Add copies 1 to `copies` of an organization without tokens, events and trail.

    The slugs of the copies end with their number.
    """
    with without_triggers(url) as connection:
        tables = connection.execute(_TABLES).fetchall()
        statements = [_statement(table, columns) for table, columns in tables if table not in _LEFT]
        for first in range(1, copies + 1, _MIXED):
            last = min(first + _MIXED - 1, copies)
            for statement in statements:
                connection.execute(statement, {"first": first, "last": last, "slug": slug})


def _statement(table: str, columns: list[str]) -> sql.Composed:
    changed = {"id": _ID, "slug": _SLUG} if table == "organizations" else {"organization_id": _ID}
    values = [changed.get(name) or sql.Identifier("o", name) for name in columns]
    return _ROWS.format(
        table=sql.Identifier(table),
        columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
        values=sql.SQL(", ").join(values),
        key=sql.Identifier("id" if table == "organizations" else "organization_id"),
    )
