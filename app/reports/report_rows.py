"""Reads reports. Each is rows and the totals of those of their figures that are sums; both have wire keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from app.postgres.database import Row, Transaction
from app.reports.msme_dues import due
from app.wire import camel

# A leap year.
MOST_DAYS = 366
_TAXES = ("taxable_value", "igst", "cgst", "sgst", "cess")
_SALES = (*_TAXES, "other_charges", "total")
# The groupings of sales. A row names its own group, and has null in place of the others.
SALES_BY = ("customer", "item", "day", "month")
_SOLD = ("customer_id", "item_id", "name", "day", "month", "quantity", "invoices", "credit_notes")
_HSN = ("hsn_or_sac", "unit", "tax_rate_percent", "quantity")
_TDS = ("tds_section_code", "customer_id", "name", "pan")
_OWED = ("customer_id", "name", "oldest_due_date")
_DUES = (
    "bill_id",
    "bill_number",
    "vendor_bill_number",
    "vendor_id",
    "vendor_name",
    "msme_type",
    "udyam_number",
)
_DUES_DAYS = ("bill_date", "agreed_days", "statutory_day", "days_over")


@dataclass(frozen=True)
class Days:
    """The first and the last day of a report."""

    first: date
    last: date


@dataclass(frozen=True)
class Report:
    """Rows, with the names of their fields in order, and totals."""

    names: Sequence[str]
    rows: list[Row]
    totals: Row


def today(tx: Transaction) -> date:
    """Return today by the organization's time zone."""
    day: date = tx.all("identity.today")[0]["today"]
    return day


def sales(tx: Transaction, days: Days, by: str) -> Report:
    """Return issued documents less credit notes, by one of SALES_BY."""
    return _report(_of_days(tx, f"reports.sales_by_{by}", days), _SOLD, _SALES)


def hsn(tx: Transaction, days: Days) -> Report:
    """Return lines of issued documents less those of credit notes, by code, unit and rate."""
    return _report(_of_days(tx, "reports.hsn", days), _HSN, (*_TAXES, "total"))


def tds(tx: Transaction, days: Days) -> Report:
    """Return tax that customers deducted, by section and customer."""
    return _report(_of_days(tx, "reports.tds", days), _TDS, ("payments", "settled", "tds_amount"))


def receivables(tx: Transaction) -> Report:
    """Return the sums of each customer's open invoices as of today, the largest debtor first."""
    return _report(tx.all("reports.receivables"), _OWED, ("invoices", "outstanding", "overdue"))


def msme_dues(tx: Transaction, as_of: date, bank_rate_percent: Decimal) -> Report:
    """Return bills of micro and small vendors that are open on a day, with the interest on late payment."""
    rows = [
        row | vars(due(row["bill_date"], row["agreed_days"], row["outstanding"], as_of, bank_rate_percent))
        for row in tx.all("reports.msme_dues", as_of=as_of)
    ]
    return _report(rows, (*_DUES, *_DUES_DAYS), ("outstanding", "disallowed", "interest"))


def _of_days(tx: Transaction, query: str, days: Days) -> list[Row]:
    return tx.all(query, from_day=days.first, to_day=days.last)


def _report(rows: list[Row], described: Sequence[str], summed: Sequence[str]) -> Report:
    names = (*described, *summed)
    return Report(
        names=[camel(name) for name in names],
        rows=[{camel(name): _on_the_wire(row.get(name)) for name in names} for row in rows],
        totals={camel(name): sum(row[name] for row in rows) for name in summed},
    )


def _on_the_wire(value: Any) -> Any:
    # Days are told as their first moment, as everywhere.
    return datetime.combine(value, time()) if isinstance(value, date) else value
