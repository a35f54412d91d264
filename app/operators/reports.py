"""`report …`: sales, HSN, tax deducted, receivables and dues of micro and small enterprises, as rows of CSV."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import click

from app.identity import organizations
from app.lists.csv_text import csv_header, csv_lines
from app.operators import arguments as a
from app.operators.progress import progress
from app.operators.session import database, enter, printing_results
from app.postgres.database import Transaction
from app.reports import report_rows
from app.reports.msme_dues import MOST_BANK_RATE
from app.reports.report_rows import MOST_DAYS, SALES_BY, Days, Report

_from = click.option("--from", "first", type=a.DAY, required=True, help="The first day.")
_to = click.option("--to", "last", type=a.DAY, required=True, help="The last day.")
_out = click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write; else it is printed."
)


def _bank_rate(value: str) -> Decimal:
    try:
        rate = Decimal(value)
    except ArithmeticError:
        rate = Decimal("NaN")
    if not (rate.is_finite() and 0 <= rate <= MOST_BANK_RATE):
        raise ValueError(f"Must be a number from 0 to {MOST_BANK_RATE}.")
    return rate


@click.group()
def report() -> None:
    """Reports of some days, as CSV."""


@report.command("sales")
@a.org_option
@_from
@_to
@click.option("--by", type=click.Choice(SALES_BY), required=True, help="What a row is of.")
@_out
def sales(slug: str, first: date, last: date, by: str, out: Path | None) -> None:
    """Write sales: invoices less credit notes."""
    _write(slug, out, lambda tx: report_rows.sales(tx, _days(first, last), by))


@report.command("hsn")
@a.org_option
@_from
@_to
@_out
def hsn(slug: str, first: date, last: date, out: Path | None) -> None:
    """Write sales by HSN or SAC."""
    _write(slug, out, lambda tx: report_rows.hsn(tx, _days(first, last)))


@report.command("tds")
@a.org_option
@_from
@_to
@_out
def tds(slug: str, first: date, last: date, out: Path | None) -> None:
    """Write tax that customers deducted."""
    _write(slug, out, lambda tx: report_rows.tds(tx, _days(first, last)))


@report.command("receivables")
@a.org_option
@_out
def receivables(slug: str, out: Path | None) -> None:
    """Write what each customer owes today."""
    _write(slug, out, report_rows.receivables)


@report.command("msme-dues")
@a.org_option
@click.option("--as-of", type=a.DAY, help="The day; today where it is left out.")
@click.option("--bank-rate", type=a.Argument("percent", _bank_rate), required=True, help="Percent a year.")
@_out
def msme_dues(slug: str, as_of: date | None, bank_rate: Decimal, out: Path | None) -> None:
    """Write what is owed to micro and small enterprises."""
    _write(slug, out, lambda tx: report_rows.msme_dues(tx, as_of or report_rows.today(tx), bank_rate))


def _days(first: date, last: date) -> Days:
    if not 0 <= (last - first).days < MOST_DAYS:
        raise click.BadParameter(
            f"Must not be before --from, and less than {MOST_DAYS} days after it.", param_hint="--to"
        )
    return Days(first, last)


def _write(slug: str, out: Path | None, read: Callable[[Transaction], Report]) -> None:
    def work(tx: Transaction) -> Report:
        enter(tx, organizations.find(tx, slug)["id"])
        return read(tx)

    with database() as opened, progress("Reading the books"):
        made = opened.run_as_auditor(work)
    text = csv_header(made.names) + csv_lines(made.names, made.rows)
    if out is not None:
        out.write_bytes(text)
        return
    with printing_results():
        click.echo(text, nl=False)
