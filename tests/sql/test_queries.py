"""Every statement of the registry, asked of the real schema."""

import re
from collections.abc import Iterator

import psycopg
import pytest

from app.queries import load, parse

QUERIES = load()
# What operators do is across organizations; what comes before the tenant is known asks wall-passing functions.
TENANTLESS = ("operators", "oauth", "identity", "pruning")


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url) as connection:
        yield connection
        connection.rollback()


@pytest.mark.parametrize("name", QUERIES)
def test_the_statement_can_be_planned(name: str, connection: psycopg.Connection) -> None:
    statement = QUERIES[name]
    parameters = dict.fromkeys(re.findall(r"%\((\w+)\)s", statement))
    assert connection.execute(b"EXPLAIN " + statement.encode(), parameters).fetchall()


@pytest.mark.parametrize("name", [name for name in QUERIES if name.split(".")[0] not in TENANTLESS])
def test_the_statement_names_its_organization(name: str) -> None:
    assert "%(organization_id)s" in QUERIES[name]


@pytest.mark.parametrize("name", QUERIES)
def test_a_free_text_filter_is_cast_wherever_it_may_be_left_out(name: str) -> None:
    assert not re.search(r"%\(\w+\)s IS (NOT )?NULL", QUERIES[name])


def test_a_query_file_is_read_as_names_and_statements() -> None:
    text = "-- about the family\n\n-- name: list\n-- newest first\nSELECT 1;\n\n-- name: get\nSELECT '%%'\n"
    assert dict(parse(text)) == {"list": "-- newest first\nSELECT 1", "get": "SELECT '%%'"}
