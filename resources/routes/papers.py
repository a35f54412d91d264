"""The routes of papers."""

from dataclasses import dataclass

from app.printing.content.paper import PaperKind
from app.printing.workers.queue import PrintQueue
from resources.papers import DocumentPapers, StatementPapers
from resources.routes.operations import DAYS, PAPER, Operation, Route, a, title
from resources.serving.requests import Requests


@dataclass(frozen=True)
class _Printed:
    """A kind of document with lines that is printed: its path, and the module and the heading of its permissions."""

    kind: PaperKind
    path: str
    module: str
    heading: str


_PRINTED = (
    _Printed("invoice", "/invoices", "invoices", "Invoices"),
    _Printed("quote", "/quotes", "quotes", "Quotes"),
    _Printed("sales_order", "/sales-orders", "salesOrders", "Sales orders"),
    _Printed("credit_note", "/credit-notes", "invoices", "Credit notes"),
    _Printed("receipt_voucher", "/payments-received", "paymentsReceived", "Payments received"),
    _Printed("purchase_order", "/purchase-orders", "purchaseOrders", "Purchase orders"),
)


def papers(requests: Requests, queue: PrintQueue) -> list[Route]:
    """Return the routes of documents, and of a customer's statement of account, as PDF."""
    statement = StatementPapers(requests, queue)
    return [
        *(
            Route(
                f"{one.path}/{{id}}/pdf",
                DocumentPapers(requests, queue, one.kind),
                None,
                {"GET": _document(one)},
            )
            for one in _PRINTED
        ),
        Route("/customers/{id}/ledger-pdf", statement, None, {"GET": _statement()}),
    ]


def _document(printed: _Printed) -> Operation:
    noun = printed.kind.replace("_", " ")
    return Operation(
        id=f"get{title(noun)}Pdf",
        tag=printed.heading,
        summary=f"Read {a(noun)} as PDF",
        permission=f"{printed.module}.read",
        answer=PAPER,
        says="With the organization's own template where it has one. "
        f"The file is named after the {noun}'s number.",
    )


def _statement() -> Operation:
    return Operation(
        id="getCustomerLedgerPdf",
        tag="Ledgers",
        summary="Read a customer's statement of account as PDF",
        permission="customers.read",
        answer=PAPER,
        says="The id is the customer's. `from` and `to` narrow the entries; each one left out is unbounded.",
        parameters=DAYS,
    )
