"""`quota set`, `quota show`: limits of records and lines of organizations."""

import time
from typing import Any

import click

from app.identity import organizations
from app.operators import arguments as a
from app.operators.progress import progress
from app.operators.session import database, enter, in_transaction, json_option, show
from app.postgres.database import Database, Row, Transaction

# To the statements, which take null for what is not given.
_UNLIMITED = -1
_MOST = 10**15
# Seconds.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 2.0


def _limit(text: str) -> int:
    if text == "off":
        return _UNLIMITED
    if text.isascii() and text.isdigit() and int(text) <= _MOST:
        return int(text)
    raise ValueError(f"Must be off, or a number of at most {_MOST}.")


@click.group()
def quota() -> None:
    """Limits of records and lines of organizations."""


@quota.command("set")
@click.option("--org", "slug", type=a.SLUG, help="For this one only; for all others otherwise.")
@click.option(
    "--records", type=a.Argument("number", _limit), help="Invoices, customers, ...: so many of each."
)
@click.option(
    "--lines", type=a.Argument("number", _limit), help="Lines of invoices, movements, ...: so many of each."
)
@json_option
def set_quota(slug: str | None, records: int | None, lines: int | None, as_json: bool) -> None:
    """Limit what is stored, from the next request on. What is there already stays.

    `off` takes a limit away; for one organization, it is then that of all others.
    """
    if records is None and lines is None:
        raise click.UsageError("Name --records, --lines or both.", click.get_current_context())

    def work(tx: Transaction) -> Row:
        _enter(tx, slug)
        tx.execute("quotas.set" if slug else "operators.set_default_quotas", records=records, lines=lines)
        return _of(tx, slug)

    in_transaction(lambda tx: _enter(tx, slug))
    _count()
    _show(slug, in_transaction(work), as_json=as_json)


@quota.command("show")
@click.option(
    "--org", "slug", type=a.SLUG, help="Those of this one, with what it has; those of all otherwise."
)
@json_option
def show_quota(slug: str | None, as_json: bool) -> None:
    """Tell the limits."""

    def work(tx: Transaction) -> Row:
        _enter(tx, slug)
        return _of(tx, slug) | ({"has": _has(tx)} if slug else {})

    _show(slug, in_transaction(work), as_json=as_json)


def _count() -> None:
    """Count the records that quotas limit, unless they are counted already."""
    if not in_transaction(lambda tx: tx.execute("operators.count_for_quotas")):
        return
    with progress("Waiting for transactions that began before"):
        _await_all_count()
    with progress("Counting what is there"):
        in_transaction(lambda tx: tx.execute("operators.count_what_is_there"))


def _await_all_count() -> None:
    """Wait for transactions that write already: they may not know yet that records are counted."""
    pause = _FIRST_PAUSE
    with database() as opened:
        writing = _writers(opened)
        while writing := writing and writing & _writers(opened):
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


def _writers(opened: Database) -> set[tuple[int, str]]:
    of_nodes = opened.run_on_each_node(lambda tx: tx.all("operators.writers"))
    return {(node, row["name"]) for node, rows in enumerate(of_nodes) for row in rows}


def _enter(tx: Transaction, slug: str | None) -> None:
    if slug:
        enter(tx, organizations.find(tx, slug)["id"])


def _of(tx: Transaction, slug: str | None) -> Row:
    (found,) = tx.all("quotas.of_organization" if slug else "operators.default_quotas")
    return {"org": slug, "records": found["most_records"], "lines": found["most_lines"]}


def _has(tx: Transaction) -> dict[str, int]:
    return {row["table_name"]: row["rows"] for row in tx.all("quotas.counted")}


def _show(slug: str | None, found: dict[str, Any], *, as_json: bool) -> None:
    whose = f"The organization {slug}" if slug else "An organization"
    most = [f"{_said(found[name])} {name}" for name in ("records", "lines")]
    has = [f"{rows:>12} {kind.replace('_', ' ')}" for kind, rows in found.get("has", {}).items()]
    show(found, "\n".join([f"{whose} may have {' and '.join(most)} of each kind.", *has]), as_json=as_json)


def _said(most: int | None) -> str:
    return "any number of" if most is None else f"at most {most}"
