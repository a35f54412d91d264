"""Tables that grow for ever: each is pruned, bounded, or kept for a reason that docs/scaling.md gives."""

import re
from pathlib import Path

import psycopg

from app.config import ROOT
from app.master_data.kinds import KINDS

SCALING = Path(ROOT, "docs", "scaling.md").read_text()
PRUNING = Path(ROOT, "sql", "queries", "pruning.sql").read_text()


def rows_of_the_table() -> dict[str, str]:
    """The tables that the section on growth names -> what it says becomes of them."""
    section = SCALING.split("## What grows\n")[1].split("\n## ")[0]
    decided = {}
    for line in section.splitlines():
        if found := re.match(r"\| (`[^|]+`) \| (pruned|bounded|kept)\b", line):
            decided |= dict.fromkeys(re.findall(r"`(\w+)`", found[1]), found[2])
    return decided


def test_the_growth_of_every_table_is_decided(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        tables = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
        ).fetchall()
    there = {name for (name,) in tables}
    decided = rows_of_the_table().keys() | {kind.name for kind in KINDS}
    undecided = there - decided
    assert not undecided, (
        f"say in docs/scaling.md, What grows, what becomes of {undecided}; of a kind, list it in kinds.py"
    )
    assert not decided - there, f"docs/scaling.md or a kind names {decided - there}, which is no table"


def test_what_is_said_to_be_pruned_is_pruned() -> None:
    pruned = {table for table, what in rows_of_the_table().items() if what == "pruned"}
    assert pruned == set(re.findall(r"^DELETE FROM (\w+)", PRUNING, re.M))
