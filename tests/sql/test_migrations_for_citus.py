"""Later migrations are of statements that Citus takes on tables that are distributed (docs/scaling.md)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import ROOT
from app.postgres.migrations import files
from app.postgres.scripts import statements_of

# Those before were written when no cluster was to be upgraded, and were applied to distributed tables in other words.
LAST_BEFORE = "0098_summaries_by_vacuum"
ON_EVERY_NODE = set(
    re.findall(r"create_reference_table\('(\w+)'", Path(ROOT, "sql", "citus", "distribute.sql").read_text())
)
# What views of shards are made of: with those that docs/scaling.md names, the service stands still and has no schemas.
_MADE_OF = r"\bDROP (?:COLUMN|VIEW|FUNCTION|TYPE|DOMAIN)\b|\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b"
_NAMED = Path(ROOT, "docs", "scaling.md").read_text()
_CONSTRAINT = r"\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b"


def complaints(statement: str, version: str = "") -> Iterator[str]:
    """Yield a sentence for each thing in a migration that Citus would refuse."""
    text = re.sub(r"--[^\n]*", "", statement)
    if re.search(_MADE_OF, text) and (not version or version not in _NAMED):
        yield (
            "views of shards are made of it: call drop_shard_schemas() on the workers before, while the service stands"
            ' still, and name the migration in docs/scaling.md, "Upgrades there"'
        )
    if re.search(r"\bADD COLUMN\b", text) and re.search(_CONSTRAINT, text):
        yield "a column comes with a constraint: add that in a statement of its own, with a name"
    if len(re.findall(r"\b(?:ADD|ALTER|DROP|VALIDATE) (?:COLUMN|CONSTRAINT)\b", text)) > 1 and re.search(
        r"\bADD CONSTRAINT\b", text
    ):
        yield "a constraint is added together with something else: give it a statement of its own"
    if re.search(r"\bCREATE TABLE\b", text):
        for table in set(re.findall(r"\bREFERENCES (\w+)", text)) - ON_EVERY_NODE:
            yield f"a new table refers to {table}: add the foreign key after CALL tenant_table or wall_off"


def test_later_migrations_are_ones_that_citus_takes() -> None:
    told = [
        f"{migration.version}: {complaint}"
        for migration in files()
        if migration.version > LAST_BEFORE
        for statement in statements_of(migration.statements)
        for complaint in complaints(statement, migration.version)
    ]
    assert not told, "\n".join(told)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("ALTER TABLE items ADD COLUMN size integer CHECK (size > 0);", "with a constraint"),
        (
            "ALTER TABLE items ADD COLUMN size integer, ADD CONSTRAINT sizes CHECK (size > 0);",
            "with a constraint",
        ),
        (
            "ALTER TABLE items DROP CONSTRAINT old, ADD CONSTRAINT sizes CHECK (size > 0);",
            "together with something else",
        ),
        ("ALTER TABLE items DROP COLUMN size;", "views of shards"),
        ("ALTER TABLE items ALTER COLUMN size TYPE bigint;", "views of shards"),
        ("DROP VIEW item_records;", "views of shards"),
        ("DROP FUNCTION fiscal_year(date, integer);", "views of shards"),
        ("CREATE TABLE shelves (item_id text, FOREIGN KEY (item_id) REFERENCES items);", "refers to items"),
    ],
)
def test_what_citus_refuses_is_told(statement: str, words: str) -> None:
    assert any(words in complaint for complaint in complaints(statement))


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE items ADD COLUMN size integer, ADD COLUMN weight integer;",
        "ALTER TABLE items ADD CONSTRAINT sizes CHECK (size > 0);",
        "CREATE TABLE shelves (organization_id text REFERENCES organizations, size integer CHECK (size > 0));",
        "ALTER TABLE shelves ADD FOREIGN KEY (organization_id, item_id) REFERENCES items;",
    ],
)
def test_what_citus_takes_is_let_through(statement: str) -> None:
    assert list(complaints(statement)) == []
