"""Reports over HTTP, as JSON or as CSV of their rows."""

from collections.abc import Callable
from datetime import timedelta

import falcon

from app.lists.csv_text import csv_header, csv_lines
from app.postgres.database import Transaction
from app.reports import report_rows
from app.reports.msme_dues import MOST_BANK_RATE
from app.reports.report_rows import MOST_DAYS, SALES_BY, Days, Report
from resources.serving.answers import answer
from resources.serving.lists import CSV, prefers_csv
from resources.serving.query_params import QueryParameters
from resources.serving.requests import Requests


class Reports:
    """Reports of the books over a range of days."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    def on_get_sales(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer sales by customer, item, day or month."""

        def read(tx: Transaction) -> Report:
            asked = QueryParameters(req)
            by = asked.required("by", asked.choice("by", SALES_BY))
            return report_rows.sales(tx, _days(tx, asked), by)

        self._answer(req, resp, "sales", read)

    def on_get_hsn(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer sales by HSN or SAC."""
        self._answer(req, resp, "hsn", lambda tx: report_rows.hsn(tx, _days(tx, QueryParameters(req))))

    def on_get_tds(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer tax that customers deducted."""
        self._answer(req, resp, "tds", lambda tx: report_rows.tds(tx, _days(tx, QueryParameters(req))))

    def on_get_receivables(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the open invoices of each customer."""
        self._answer(req, resp, "receivables", report_rows.receivables)

    def on_get_msme_dues(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the dues to micro and small enterprises."""

        def read(tx: Transaction) -> Report:
            asked = QueryParameters(req)
            day = asked.day("asOf")
            rate = asked.required("bankRatePercent", asked.number("bankRatePercent", MOST_BANK_RATE))
            asked.refuse_faults()
            return report_rows.msme_dues(tx, day or report_rows.today(tx), rate)

        self._answer(req, resp, "msme-dues", read)

    def _answer(
        self, req: falcon.Request, resp: falcon.Response, name: str, read: Callable[[Transaction], Report]
    ) -> None:
        report = self.requests.read(req, read)
        if prefers_csv(req):
            resp.content_type = f"{CSV}; charset=utf-8; header=present"
            resp.downloadable_as = f"{name}.csv"
            resp.data = csv_header(report.names) + csv_lines(report.names, report.rows)
        else:
            answer(resp, {"rows": report.rows, "totals": report.totals})


def _days(tx: Transaction, asked: QueryParameters) -> Days:
    """Return the days from `from` to `to`. Raises Invalid, which names these or earlier parameters that are wrong."""
    first, last = asked.day("from"), asked.day("to")
    asked.refuse_faults()
    last = last or report_rows.today(tx)
    first = first or last.replace(day=1)
    asked.refuse_backward(first, last)
    if last - first >= timedelta(days=MOST_DAYS):
        asked.refuse("to", f"Must be less than {MOST_DAYS} days after from.")
    asked.refuse_faults()
    return Days(first, last)
