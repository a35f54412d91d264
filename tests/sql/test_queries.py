"""Every statement of the registry, asked of the real schema."""

import re
from collections.abc import Iterator

import psycopg
import pytest

from app.postgres.queries import load, parse
from app.postgres.statements import Call, SqlText, message, sendable
from app.wire import camel

QUERIES = load()
# Of date, json and jsonb.
ARRAYS_WITHOUT_A_FORM = {1182, 199, 3807}
# What operators do is across organizations; what comes before the tenant is known asks wall-passing functions.
TENANTLESS = ("operators", "oauth", "identity", "pruning")


@pytest.fixture(scope="module")
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    """With every statement of the registry prepared."""
    with psycopg.connect(database_url) as connection:
        for name, text in QUERIES.items():
            connection.execute(sendable(name, text).prepare)
        yield connection
        connection.rollback()


@pytest.mark.parametrize("name", QUERIES)
def test_the_statement_can_be_prepared_and_planned(name: str, connection: psycopg.Connection) -> None:
    ways = sendable(name, QUERIES[name])
    for sql in (ways.execute, ways.plain):
        explained = Call(SqlText(b"EXPLAIN " + sql.text, sql.names), dict.fromkeys(sql.names))
        assert psycopg.ClientCursor(connection).execute(*message([explained])).fetchall()


@pytest.mark.parametrize("name", QUERIES)
def test_the_wire_has_a_form_for_every_column(name: str, connection: psycopg.Connection) -> None:
    answered = connection.pgconn.describe_prepared(name.encode())
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
