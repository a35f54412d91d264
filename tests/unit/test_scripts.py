"""A script is parted where its statements end, and nowhere else."""

import pytest

from app.postgres.migrations import files
from app.postgres.scripts import statements_of

STATEMENTS = (
    "SELECT 1;",
    "\n-- Of two; with a comment\nSELECT ';', 'it''s; so';",
    '\nSELECT 1 AS "a;b" -- it isn\'t over; here\n;',
    "\nCREATE FUNCTION one() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN '$;'; END $$;",
    "\nDO $outer$ BEGIN EXECUTE $inner$ SELECT 1; $inner$; END $outer$;",
    "\nSELECT 2",
)


def test_a_script_is_parted_at_the_ends_of_its_statements() -> None:
    assert tuple(statements_of("".join(STATEMENTS))) == STATEMENTS


@pytest.mark.parametrize("end", ["", "\n", "\n-- and no more; than that\n"])
def test_after_the_last_statement_nothing_is_one(end: str) -> None:
    assert list(statements_of("SELECT 1;" + end)) == ["SELECT 1;"]


def test_migrations_are_parted_between_statements() -> None:
    words = (
        *("ALTER", "CALL", "COMMENT", "CREATE", "DO", "DROP", "GRANT"),
        *("ANALYZE", "INSERT", "RESET", "REVOKE", "SELECT", "SET", "UPDATE"),
    )
    for migration in files():
        for statement in statements_of(migration.statements):
            lines = [line.strip() for line in statement.splitlines()]
            first = next(line for line in lines if line and not line.startswith("--"))
            assert first.startswith(words), f"{migration.version}: {first}"
