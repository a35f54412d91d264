"""The requests to a loaded organization: the same for each, made by looking at its records."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote

from app.wire import Json, to_json
from bench.bars import CREATE
from bench.load import Request

PAGE = 50
# Invoices of a customer who has as many at every size, and customers whose names are alike.
SAME = 20
_MARCH = 3
_SMALL_CUSTOMER = "Twenty Invoices Alike"
_ALIKE = "Monsoon Wholesale"
_API = "/api/v1"


class Reader:
    """A client that looks for the records that requests can name."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token

    def get(self, path: str) -> Any:
        """Return the answer to a request below /api/v1."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("GET", _API + path, headers={"Authorization": f"Bearer {self.token}"})
            return json.loads(connection.getresponse().read())

    def make(self, path: str, body: Json) -> Any:
        """Create a record from a body; return the answer's `data`."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("POST", _API + path, to_json(body), headers)
            return json.loads(connection.getresponse().read())["data"]

    def asking(self, *paths: str) -> list[Request]:
        """Return requests for the paths."""
        return [Request("GET", _API + path, self.token) for path in paths]


def requests_of(reader: Reader) -> dict[str, list[Request]]:
    """Return the requests to an organization, by name: the same for every one, to the middle and the ends of its lists.

    The customers that the load sells to have the more invoices, the larger it is, and so have its months: ledger and
    return are asked for a month that has the same invoices at every size, too. The names of its customers are those of
    the more others, so searches are for names that as many have at every size.
    """
    total = reader.get("/invoices?limit=1")["meta"]["total"]
    pages = -(-total // PAGE)
    middle = reader.get(f"/invoices?limit={PAGE}&page={pages // 2}")
    invoice = middle["data"][0]
    day = invoice["invoiceDate"][:10]
    payments = reader.get("/payments-received?limit=1")["meta"]["total"]
    payment = reader.get(f"/payments-received?limit=1&page={payments // 2}")["data"][0]
    customer = reader.get(f"/customers/{invoice['customerId']}")["data"]
    small, month = _small_customer(reader)
    return {
        "read": reader.asking(*(f"/invoices/{row['id']}" for row in middle["data"])),
        CREATE: list(_sending(reader, customer["id"])),
        "front page with total": reader.asking(f"/invoices?limit={PAGE}"),
        "last page": reader.asking(f"/invoices?limit={PAGE}&page={pages}"),
        "cursor page": reader.asking(f"/invoices?limit={PAGE}&cursor={middle['meta']['nextCursor']}"),
        "search payments": reader.asking(f"/payments-received?q={quote(payment['paymentNumber'], safe='')}"),
        "search one customer": reader.asking(f"/customers?q={quote(_SMALL_CUSTOMER)}"),
        f"search {SAME} customers": reader.asking(f"/customers?q={quote(_customers_alike(reader))}"),
        "dashboard": reader.asking("/dashboard/receivables"),
        "customer ledger, a month": reader.asking(
            f"/customer-ledger/{customer['id']}?from={day[:8]}01&to={day[:8]}28"
        ),
        f"ledger of {SAME} invoices": reader.asking(f"/customer-ledger/{small}"),
        f"list of {SAME} by customer": reader.asking(f"/invoices?customerId={small}&limit={PAGE}"),
        f"GSTR-1 of {SAME} invoices": reader.asking(f"/gst/gstr-1?period={month}"),
    }


def _small_customer(reader: Reader) -> tuple[str, str]:
    """Return the id of a customer who has SAME invoices, all of one month, and the month."""
    # A load that stays has them from an earlier run.
    known = reader.get(f"/customers?q={quote(_SMALL_CUSTOMER)}")["data"]
    if known:
        theirs = reader.get(f"/invoices?customerId={known[0]['id']}&limit=1")["data"][0]
        return known[0]["id"], theirs["invoiceDate"][:7]
    month = _free_month(reader)
    customer = reader.make("/customers", {"displayName": _SMALL_CUSTOMER})
    lines = [{"itemId": id, "quantity": 1} for id in _plain_goods(reader)]
    for place in range(SAME):
        day = f"{month}-{place + 1:02}"
        body = {"customerId": customer["id"], "invoiceDate": day, "status": "SENT", "lines": lines}
        reader.make("/invoices", body)
    return customer["id"], month


def _customers_alike(reader: Reader) -> str:
    """Return what the names of SAME customers have in common; they are made if a load has none of an earlier run."""
    if not reader.get(f"/customers?q={quote(_ALIKE)}")["data"]:
        for number in range(SAME):
            reader.make("/customers", {"displayName": f"{_ALIKE} {number + 1:02}"})
    return _ALIKE


def _free_month(reader: Reader) -> str:
    """Return the last month of the fiscal year before the load, whose series has no later number."""
    first = date.fromisoformat(
        reader.get("/invoices?limit=1&sort=invoiceDate")["data"][0]["invoiceDate"][:10]
    )
    return f"{first.year if first.month > _MARCH else first.year - 1}-{_MARCH:02}"


def _plain_goods(reader: Reader) -> list[str]:
    """Return five goods that are kept in stock, some of them twice, without sizes, which lines would have to name."""
    items = reader.get("/items?limit=200")["data"]
    goods = [item["id"] for item in items if item["trackInventory"] and item["pricingMode"] == "PCS"]
    plain = [id for id in goods if len(reader.get(f"/items/{id}")["data"]["variants"]) <= 1]
    return [plain[place % len(plain)] for place in range(5)]


def _sending(reader: Reader, customer_id: str) -> Iterator[Request]:
    lines = [{"itemId": id, "quantity": 1} for id in _plain_goods(reader)]
    day = reader.get("/invoices?limit=1")["data"][0]["invoiceDate"][:10]
    body = {"customerId": customer_id, "invoiceDate": day, "status": "SENT", "lines": lines}
    yield Request("POST", _API + "/invoices", reader.token, body)
