"""Every statement of the registry, asked of the real schema."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from app.master_data import kinds
from app.postgres.queries import load, parse
from app.postgres.statements import Call, Sendable, SqlText, message, sendable
from app.wire import camel

QUERIES = load()
KINDS = {kind.name for kind in kinds.KINDS}
# Of date, json and jsonb.
ARRAYS_WITHOUT_A_FORM = {1182, 199, 3807}
# What operators do is across organizations; what comes before the tenant is known asks wall-passing functions.
TENANTLESS = ("operators", "backups", "oauth", "identity", "pruning", "delivering", "doctor")


@contextmanager
def prepared(session: psycopg.Connection, name: str) -> Iterator[Sendable]:
    """Prepare a statement, and leave nothing of it to the next one."""
    ways = sendable(name, QUERIES[name])
    try:
        session.execute(ways.prepare)
        yield ways
    finally:
        session.rollback()
        session.execute("DEALLOCATE ALL")


def test_a_statement_can_be_prepared_and_planned(
    subtests: pytest.Subtests, session: psycopg.Connection
) -> None:
    for name in QUERIES:
        with subtests.test(name), prepared(session, name) as ways:
            for sql in (ways.execute, ways.plain):
                explained = Call(SqlText(b"EXPLAIN " + sql.text, sql.names), dict.fromkeys(sql.names))
                assert psycopg.ClientCursor(session).execute(*message([explained])).fetchall()


def test_the_wire_has_a_form_for_every_column(subtests: pytest.Subtests, session: psycopg.Connection) -> None:
    for name in QUERIES:
        with subtests.test(name), prepared(session, name):
            answered = session.pgconn.describe_prepared(name.encode())
            columns = [camel((answered.fname(n) or b"").decode()) for n in range(answered.nfields)]
            # Forms go by the name of a column, and there is none for arrays of days or of JSON.
            assert len(set(columns)) == len(columns)
            assert not {answered.ftype(n) for n in range(answered.nfields)} & ARRAYS_WITHOUT_A_FORM


def test_every_statement_names_its_organization() -> None:
    own = {name: text for name, text in QUERIES.items() if name.split(".")[0] not in TENANTLESS}
    assert {name for name, text in own.items() if "%(organization_id)s" not in text} == set()


def test_a_free_text_filter_is_cast_wherever_it_may_be_left_out() -> None:
    uncast = re.compile(r"%\(\w+\)s IS (NOT )?NULL")
    assert {name for name, text in QUERIES.items() if uncast.search(text)} == set()


def test_a_query_file_is_read_as_names_and_statements() -> None:
    text = "-- about the family\n\n-- name: list\n-- newest first\nSELECT 1;\n\n-- name: get\nSELECT '%%'\n"
    assert dict(parse(text)) == {"list": "-- newest first\nSELECT 1", "get": "SELECT '%%'"}


def test_a_part_is_put_in_where_a_statement_names_it() -> None:
    text = (
        "-- part: mine\na = 1\n  AND b = %(b)s::text\n\n"
        "-- name: list\nSELECT 1 WHERE :mine;\n\n-- name: count\nSELECT '1:2'::text WHERE :mine AND c;\n"
    )
    assert dict(parse(text)) == {
        "list": "SELECT 1 WHERE a = 1\n  AND b = %(b)s::text",
        "count": "SELECT '1:2'::text WHERE a = 1\n  AND b = %(b)s::text AND c",
    }


def test_a_part_of_all_files_is_put_in_as_well() -> None:
    text = "-- name: count\nSELECT 1 WHERE :mine AND :live;\n-- part: mine\na\n"
    assert dict(parse(text, "-- part: live\nb\n")) == {"count": "SELECT 1 WHERE a AND b"}


def test_a_part_of_all_files_is_not_made_anew_in_one() -> None:
    with pytest.raises(ValueError, match="mine"):
        dict(parse("-- part: mine\na\n", "-- part: mine\na\n"))


@pytest.mark.parametrize(
    "text",
    [
        "-- name: list\nSELECT 1 WHERE :mine;\n",
        "-- part: mine\na\n-- part: mine\nb\n-- name: list\nSELECT 1 WHERE :mine;\n",
    ],
)
def test_a_part_that_is_missing_or_stands_twice_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="mine"):
        dict(parse(text))


def test_no_statement_is_left_with_a_part_to_put_in() -> None:
    assert [name for name, text in QUERIES.items() if re.search(r"(?<![:\w]):[a-z]", text)] == []


SHARED = """
-- part: live(table)
:table.deleted_at IS NULL

-- group: read(table, view)

-- name: get
SELECT * FROM :view WHERE matching_:table(1);

-- group: record(table, view)
-- What stands here says what the group is for.

-- use: read(:table, :view)

-- name: count
SELECT count(*) FROM :table WHERE :mine AND :live(:table);

-- group: other(table)
"""


def test_a_group_has_its_statements_in_each_file_that_uses_it() -> None:
    text = "-- use: record(things, thing_records)\n\n-- part: mine\na = 1\n\n-- name: insert\nINSERT;\n"
    assert dict(parse(text, SHARED)) == {
        "get": "SELECT * FROM thing_records WHERE matching_things(1)",
        "count": "SELECT count(*) FROM things WHERE a = 1 AND things.deleted_at IS NULL",
        "insert": "INSERT",
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("-- use: nothing(a)\n", "no group is called nothing"),
        ("-- use: record(things)\n", r"record takes \(table, view\), not \(things\)"),
        ("-- use: record(things, thing_records)\n", "no part is called mine"),
        ("-- name: one\nSELECT :live;\n", r"live takes \(table\), not \(\)"),
        ("-- part: mine\n:mine\n-- name: one\nSELECT :mine;\n", "no part is called mine"),
    ],
)
def test_what_does_not_fit_is_told(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        dict(parse(text, SHARED))


def columns(text: str) -> set[str]:
    return {name.strip() for name in text.split(",")}


def test_a_draft_that_is_written_anew_has_every_column_of_a_new_one() -> None:
    for name, update in QUERIES.items():
        table, _, statement = name.partition(".")
        written = re.search(r"SET \(([^)]*)\)", update)
        inserted = re.search(r"INSERT INTO \w+ \(([^)]*)\)", QUERIES.get(f"{table}.insert", ""))
        # Of kinds of master data, tests/guards/test_kinds.py compares the body.
        if statement != "update" or table in KINDS or not written or not inserted:
            continue
        lacking = columns(inserted[1]) - columns(written[1])
        # Which one it is stays, and what it was made of.
        lacking -= {"organization_id", "id", "fiscal_year", "created_by", "converted", f"{table[:-1]}_number"}
        assert not lacking, f"sql/queries/{table}.sql, update: add {lacking}"
