"""The routes of papers."""

from app.printing.workers.queue import PrintQueue
from resources.papers import Papers
from resources.routes.operations import DAYS, PAPER, Operation, Route
from resources.serving.requests import Requests


def papers(requests: Requests, queue: PrintQueue) -> list[Route]:
    """An invoice and a customer's statement of account as PDF."""
    resource = Papers(requests, queue)
    return [
        Route("/invoices/{id}/pdf", resource, "invoice", {"GET": _invoice()}),
        Route("/customers/{id}/ledger-pdf", resource, "statement", {"GET": _statement()}),
    ]


def _invoice() -> Operation:
    return Operation(
        id="getInvoicePdf",
        tag="Invoices",
        summary="Read an invoice as PDF",
        permission="invoices.read",
        answer=PAPER,
        says="With the organization's own template where it has one. The file is named after the invoice's number.",
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
