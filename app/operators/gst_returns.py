"""`gst gstr-1`, `gst gstr-3b` and `gst summary`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from app.errors import Invalid
from app.filing import months
from app.identity import organizations
from app.operators import arguments as a
from app.operators.progress import Advance, progress
from app.operators.session import database, enter, printing_results
from app.postgres.database import Row, Transaction
from app.returns.periods import Period, period_of
from app.wire import to_json

T = TypeVar("T")

_period = click.option(
    "--period", type=a.Argument("month", period_of), required=True, help="The month, such as 2026-10."
)
_gstin = click.option(
    "--gstin", type=a.GSTIN, help="Whose return; the default registration's where left out."
)
_out = click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write; else it is printed."
)


@click.group()
def gst() -> None:
    """Returns of a registration and a month. Status 1 where something cannot be filed; it is told on standard error."""


@gst.command("gstr-1")
@a.org_option
@_period
@_gstin
@_out
@click.pass_context
def gstr_1(context: click.Context, slug: str, period: Period, gstin: str | None, out: Path | None) -> None:
    """Write GSTR-1 as the portal takes it."""
    made = _read(slug, gstin, period, months.gstr1)
    if not made.is_refused:
        _write(b"".join(made.pieces()), out)
    _tell(context, [problem.shown() for problem in made.problems])


@gst.command("gstr-3b")
@a.org_option
@_period
@_gstin
@_out
@click.pass_context
def gstr_3b(context: click.Context, slug: str, period: Period, gstin: str | None, out: Path | None) -> None:
    """Write GSTR-3B as the portal takes it."""
    made = _read(slug, gstin, period, months.gstr3b)
    if made["document"] is not None:
        _write(to_json(made["document"]), out)
    _tell(context, made["problems"])


@gst.command("summary")
@a.org_option
@_period
@_gstin
@_out
@click.pass_context
def summary(context: click.Context, slug: str, period: Period, gstin: str | None, out: Path | None) -> None:
    """Write GSTR-1 compared with the books, as JSON.

    Status 1 where they differ.
    """
    made = _read(slug, gstin, period, months.gstr1_summary)
    _write(to_json(made), out)
    _tell(context, made["problems"])
    if made["difference"]:
        context.exit(1)


def _read(
    slug: str,
    gstin: str | None,
    period: Period,
    make: Callable[[Transaction, str | None, Period, Advance], T],
) -> T:
    """Return the result of `make` for the registration with a GSTIN, on one snapshot of the books."""

    def work(tx: Transaction) -> T:
        enter(tx, organizations.find(tx, slug)["id"])
        registration_id = gstin and _registration(tx, slug, gstin)
        count = months.documents(tx, registration_id, period)
        with progress(f"Reading {period.first:%Y-%m}", count) as advance:
            return make(tx, registration_id, period, advance)

    with database() as opened:
        return opened.run_as_auditor(work)


def _registration(tx: Transaction, slug: str, gstin: str) -> str:
    registered = tx.one("operators.registration_by_gstin", gstin=gstin)
    if registered is None:
        raise Invalid([("gstin", f"{slug} has no registration {gstin}.")])
    return str(registered["id"])


def _write(document: bytes, out: Path | None) -> None:
    if out is None:
        with printing_results():
            click.echo(document)
    else:
        out.write_bytes(document + b"\n")


def _tell(context: click.Context, problems: Sequence[Row]) -> None:
    for problem in problems:
        record = f"{problem['recordId']}: " if problem["recordId"] else ""
        click.echo(f"{record}{problem['field']}: {problem['message']}", err=True)
    if problems:
        context.exit(1)
