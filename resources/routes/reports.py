"""The routes of reports."""

from app.schemas.answers.reports import HsnReport, MsmeReport, ReceivablesReport, SalesReport, TdsReport
from resources.reports import Reports
from resources.routes.operations import DAYS, Answer, Operation, Route
from resources.serving.requests import Requests

_TAG = "Reports"
_DAYS = "At most 366 days; where they are left out, from the first of the month of `to` through today."
_CSV = "As CSV with `Accept: text/csv`."
_SALES = (
    "Invoices and credit notes that were issued in these days and are not void, in rupees; notes count below 0. "
    "`total` is the taxable value, all taxes and `otherCharges`, which are adjustments and round-off. "
    f"{_DAYS}"
)


def report_routes(requests: Requests) -> list[Route]:
    """Return the routes of reports: sales, HSN, tax deducted, receivables, dues of micro and small enterprises."""
    resource = Reports(requests)
    return [
        Route("/reports/sales", resource, "sales", {"GET": _sales()}),
        Route("/reports/hsn", resource, "hsn", {"GET": _hsn()}),
        Route("/reports/tds", resource, "tds", {"GET": _tds()}),
        Route("/reports/receivables", resource, "receivables", {"GET": _receivables()}),
        Route("/reports/msme-dues", resource, "msme_dues", {"GET": _msme_dues()}),
    ]


def _sales() -> Operation:
    return Operation(
        id="getSalesReport",
        tag=_TAG,
        summary="Read sales by customer, item, day or month",
        permission="reports.read",
        answer=Answer(SalesReport),
        says=f"{_SALES} By item, what is of none has no `itemId`: lines without item, and other charges. "
        f"{_CSV}",
        as_csv=True,
        parameters=(*DAYS, "by"),
    )


def _hsn() -> Operation:
    return Operation(
        id="getHsnReport",
        tag=_TAG,
        summary="Read sales by HSN or SAC",
        permission="reports.read",
        answer=Answer(HsnReport),
        says="Lines of invoices and credit notes that were issued in these days and are not void, by code, unit and "
        "rate, in rupees; notes count below 0. "
        f"{_DAYS} {_CSV}",
        as_csv=True,
        parameters=DAYS,
    )


def _tds() -> Operation:
    return Operation(
        id="getTdsReport",
        tag=_TAG,
        summary="Read what customers deducted as tax",
        permission="reports.read",
        answer=Answer(TdsReport),
        says="By section and customer, of payments of these days, in rupees. `settled` is what the payments were good "
        f"for, the tax included. {_DAYS} {_CSV}",
        as_csv=True,
        parameters=DAYS,
    )


def _receivables() -> Operation:
    return Operation(
        id="getReceivablesReport",
        tag=_TAG,
        summary="Read what each customer owes",
        permission="reports.read",
        answer=Answer(ReceivablesReport),
        says="Invoices that are open now, by customer, in rupees; who owes most comes first. `overdue` is what was due "
        "before today. The totals are those of `/dashboard/receivables`; credit that is not allocated yet is not taken "
        f"off. {_CSV}",
        as_csv=True,
    )


def _msme_dues() -> Operation:
    return Operation(
        id="getMsmeDues",
        tag=_TAG,
        summary="Read what is owed to micro and small enterprises",
        permission="reports.read",
        answer=Answer(MsmeReport),
        says="Bills of vendors with `msmeType` MICRO or SMALL that are open on the day. `statutoryDay` is the agreed "
        "day, 45 days after the bill's date at most, and 15 without agreement. `disallowed` is what section 43B(h) of "
        "the Income-tax Act does not let count as an expense, `interest` that of section 16 of the MSMED Act: three "
        "times the bank rate, added monthly. "
        f"{_CSV}",
        as_csv=True,
        parameters=("asOf", "bankRatePercent"),
    )
