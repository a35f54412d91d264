"""The routes of records that are only read: stock, ledgers, receivables."""

from collections.abc import Mapping

from app.ledgers.party_ledgers import Ledgers
from app.schemas.answers import ledgers, stock
from app.schemas.record_kind import RecordKind
from resources.documents import DocumentResource
from resources.ledgers import CustomerLedgerResource, Dashboard, VendorLedgerResource
from resources.routes.operations import DAYS, Answer, Operation, Route, get_operation, list_operation
from resources.serving.requests import Requests

POSITION_RECORD = RecordKind(
    one="stock position",
    module="items",
    row=stock.StockPositionRow,
    record=stock.StockPosition,
    says={
        "list": "One for each variant and warehouse in which it ever moved.",
        "get": "With its latest 100 movements, newest first.",
    },
)
_LEDGERS = "Ledgers"
_WINDOW = (
    "Entries run from the oldest to the newest. `from` and `to` narrow the entries only: `outstanding` counts the "
    "whole history, and so does the running `balance`."
)


def documents(requests: Requests) -> list[Route]:
    """Return the routes of the stock."""
    return [
        *_read_only(POSITION_RECORD, requests, "inventory", {"movements": "movements"}),
    ]


def _read_only(kind: RecordKind, requests: Requests, table: str, parts: Mapping[str, str]) -> list[Route]:
    resource = DocumentResource(requests, table, parts)
    # Table and path have one name.
    path = "/" + table.replace("_", "-")
    return [
        Route(path, resource, "list", {"GET": list_operation(kind, table)}),
        Route(path + "/{id}", resource, "record", {"GET": get_operation(kind)}),
    ]


def reports(requests: Requests) -> list[Route]:
    """Return the routes of ledgers and receivables."""
    customer = CustomerLedgerResource(requests, Ledgers("customer_ledger"))
    vendor = VendorLedgerResource(requests, Ledgers("vendor_ledger"))
    return [
        Route("/customer-ledger", customer, "list", {"GET": _customer_ledgers()}),
        Route("/customer-ledger/{id}", customer, "record", {"GET": _customer_ledger()}),
        Route("/vendor-ledger", vendor, "list", {"GET": _vendor_ledgers()}),
        Route("/vendor-ledger/{id}", vendor, "record", {"GET": _vendor_ledger()}),
        Route("/dashboard/receivables", Dashboard(requests), "receivables", {"GET": _receivables()}),
    ]


def _customer_ledgers() -> Operation:
    return Operation(
        id="listCustomerLedgers",
        tag=_LEDGERS,
        summary="List the customers who have a ledger",
        permission="customers.read",
        answer=Answer(ledgers.CustomerLedgerRow, "page"),
        listing="customer_ledger",
    )


def _customer_ledger() -> Operation:
    return Operation(
        id="getCustomerLedger",
        tag=_LEDGERS,
        summary="Read a customer's ledger",
        permission="customers.read",
        answer=Answer(ledgers.CustomerLedger),
        says=f"The id is the customer's. Invoices are debits, payments and credit notes are credits. {_WINDOW}",
        parameters=DAYS,
    )


def _vendor_ledgers() -> Operation:
    return Operation(
        id="listVendorLedgers",
        tag=_LEDGERS,
        summary="List the vendors who have a ledger",
        permission="reports.read",
        answer=Answer(ledgers.VendorLedgerRow, "page"),
        listing="vendor_ledger",
    )


def _vendor_ledger() -> Operation:
    return Operation(
        id="getVendorLedger",
        tag=_LEDGERS,
        summary="Read a vendor's ledger",
        permission="reports.read",
        answer=Answer(ledgers.VendorLedger),
        says="The id is the vendor's. Bills and debit notes stand in `credit` and add to the balance, payments are "
        f"debits. {_WINDOW}",
        parameters=DAYS,
    )


def _receivables() -> Operation:
    return Operation(
        id="getReceivables",
        tag="Dashboard",
        summary="Read what customers owe, by age",
        permission="invoices.read",
        answer=Answer(ledgers.Receivables),
        says="Over all open invoices, in the base currency. Each is in exactly one bucket, by the days since its due "
        "date. `forbidden` is answered whether the token or the role lacks the permission.",
        errors=("forbidden",),
        excluded_errors=("insufficient_scope",),
    )
