"""Examples of the OpenAPI document: ids of the demonstration's records, and its answers.

The demonstration numbers its records (`app.ids.counting`), so that an id names the same record wherever it was made.
"""

import json
import re
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from app.ids import counted_id
from app.master_data.kinds import KINDS
from app.wire import Json

# The day on which the examples of requests are right as they are written.
WRITTEN_ON = date(2026, 11, 21)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?=$| )")
_MONTH = re.compile(r"\d{4}-\d{2}")
ANSWERS = Path(__file__).parent / "answers.json"

# The record that operations with an id are tried on, by the beginning of their path. Of a kind of master data it is the
# first, unless another one serves better.
_RECORDS = {
    **{f"{kind.path}/": (kind.records.prefix, 1) for kind in KINDS},
    "/registrations/": ("reg", 1),
    "/customers/": ("cus", 2),
    "/currencies/": ("cur", 2),
    "/expenses/": ("exp", 37),
    "/invoices/": ("inv", 160),
    "/recurring-invoices/": ("rin", 1),
    "/payments-received/": ("pmt", 153),
    "/payments-made/": ("vpm", 51),
    "/quotes/": ("quo", 25),
    "/sales-orders/": ("so", 13),
    "/purchase-orders/": ("po", 48),
    "/credit-notes/": ("cn", 10),
    "/debit-notes/": ("dn", 7),
    "/bills/": ("bil", 54),
    "/inventory/": ("pos", 1),
    "/webhook-endpoints/": ("whe", 1),
    "/customer-ledger/": ("cus", 2),
    "/vendor-ledger/": ("ven", 1),
}
# Records of operations that need another state than most.
_SENT_INVOICE, _REGISTERED_INVOICE, _SENT_QUOTE = ("inv", 159), ("inv", 157), ("quo", 24)
_CONFIRMED, _ISSUED = ("so", 12), ("po", 47)
_OPEN_CREDIT, _REGISTERED_CREDIT, _OPEN_DEBIT, _OPEN_BILL = ("cn", 8), ("cn", 9), ("dn", 6), ("bil", 53)
_OTHERS: dict[str, tuple[str, int]] = {
    **dict.fromkeys(
        ("getInvoice", "getInvoicePdf", "voidInvoice", "getInvoiceEInvoice", "setInvoiceEInvoice"),
        _SENT_INVOICE,
    ),
    **dict.fromkeys(("makeEWayBill", "setEWayBill"), _SENT_INVOICE),
    **dict.fromkeys(("shareInvoice", "endInvoiceLinks", "emailInvoice", "listInvoiceEmails"), _SENT_INVOICE),
    "emailQuote": _SENT_QUOTE,
    "emailCreditNote": ("cn", 8),
    "cancelInvoiceEInvoice": _REGISTERED_INVOICE,
    "listInvoicePayments": ("inv", 149),
    "allocatePaymentReceived": ("pmt", 154),
    **dict.fromkeys(("getQuote", "getQuotePdf", "acceptQuote", "declineQuote", "convertQuote"), _SENT_QUOTE),
    **dict.fromkeys(
        ("getSalesOrder", "getSalesOrderPdf", "convertSalesOrder", "closeSalesOrder", "voidSalesOrder"),
        _CONFIRMED,
    ),
    **dict.fromkeys(
        (
            "getPurchaseOrder",
            "getPurchaseOrderPdf",
            "convertPurchaseOrder",
            "closePurchaseOrder",
            "voidPurchaseOrder",
        ),
        _ISSUED,
    ),
    **dict.fromkeys(
        (
            "getCreditNote",
            "getCreditNotePdf",
            "voidCreditNote",
            "allocationsCreditNote",
            "getCreditNoteEInvoice",
        ),
        _OPEN_CREDIT,
    ),
    "setCreditNoteEInvoice": _OPEN_CREDIT,
    "cancelCreditNoteEInvoice": _REGISTERED_CREDIT,
    **dict.fromkeys(("getDebitNote", "voidDebitNote", "allocationsDebitNote"), _OPEN_DEBIT),
    **dict.fromkeys(("getBill", "voidBill"), _OPEN_BILL),
    "resumeRecurringInvoice": ("rin", 2),
    "deleteCustomer": ("cus", 16),
    "deleteVendor": ("ven", 8),
    "deleteItem": ("itm", 13),
    "deleteWarehouse": ("whs", 3),
}


def example_id(operation_id: str, path: str) -> str:
    """Return the id of the record in the example of a path. Raises LookupError for a path without one: add it above."""
    if operation_id in _OTHERS:
        return counted_id(*_OTHERS[operation_id])
    below = path.removeprefix("/api/v1")
    found = [record for start, record in _RECORDS.items() if below.startswith(start)]
    if not found:
        raise LookupError(f"{operation_id}: no example of an id for {path}")
    return counted_id(*found[0])


def of_day(document: Json, today: date) -> Json:
    """Return the document with the dates in its examples of requests moved as if they were written today.

    An organization that refuses documents out of their order takes no invoice of the day before yesterday.
    """
    paths = {
        path: {method: _moved(operation, today) for method, operation in methods.items()}
        for path, methods in document["paths"].items()
    }
    parameters = {
        name: _with_month(told, today) for name, told in document["components"]["parameters"].items()
    }
    return document | {"paths": paths, "components": document["components"] | {"parameters": parameters}}


def _moved(operation: Json, today: date) -> Json:
    body = operation.get("requestBody")
    if body is None:
        return operation
    content = {
        media_type: told | {"example": _shifted(told["example"], today - WRITTEN_ON)}
        for media_type, told in body["content"].items()
    }
    return operation | {"requestBody": body | {"content": content}}


def _shifted(value: Any, by: timedelta) -> Any:
    if isinstance(value, dict):
        return {name: _shifted(inner, by) for name, inner in value.items()}
    if isinstance(value, list):
        return [_shifted(inner, by) for inner in value]
    day = _DAY.match(value) if isinstance(value, str) else None
    if day is None:
        return value
    return (date.fromisoformat(day[0]) + by).isoformat() + value[day.end() :]


def _with_month(parameter: Json, today: date) -> Json:
    if not _MONTH.fullmatch(str(parameter.get("example", ""))):
        return parameter
    return parameter | {"example": f"{today.replace(day=1) - timedelta(days=1):%Y-%m}"}


@cache
def answers() -> dict[str, Any]:
    """Return the answer of the demonstration to the example of each operation, by operationId."""
    return dict(json.loads(ANSWERS.read_text("utf-8")))
