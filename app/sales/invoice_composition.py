"""The figures of invoices: what they have beyond other documents."""

from collections.abc import Sequence

from app.documents.composition import compose
from app.documents.creation import NewDocument, set_due_date
from app.documents.kinds import KindWithLines
from app.documents.parties import SALES
from app.money import ZERO
from app.postgres.database import Row, Transaction
from app.sales.invoice_states import settled

INVOICES = KindWithLines(
    doc_type="INVOICE",
    table="invoices",
    prefix="inv",
    number="invoice_number",
    day="invoice_date",
    side=SALES,
    line_prefix="inl",
    parent="invoice_id",
)


def compose_invoices(tx: Transaction, invoices: Sequence[NewDocument]) -> None:
    """Work out the rows and lines of invoices, as `app.documents.composition.compose` does those of any document."""
    compose(tx, INVOICES, invoices)
    for invoice in invoices:
        _complete(invoice)


def compose_invoice(tx: Transaction, id: str, body: Row, *, edited: bool = False) -> NewDocument:
    """Work out one invoice from its body. Where it is `edited`, the invoice of that id is stored already, and its lines
    may go on naming items and variants that were deleted. Raise Invalid for what is wrong with the body."""
    invoice = NewDocument(id, body)
    compose(tx, INVOICES, [invoice], edited=id if edited else None)
    _complete(invoice)
    invoice.require_good()
    return invoice


def _complete(invoice: NewDocument) -> None:
    if not invoice.row:
        return
    row, body = invoice.row, invoice.body
    row["buyer"] = row.pop("party")
    row.setdefault("place_of_supply_stated", bool((body["place_of_supply_state_code"] or "").strip()))
    if row["status"] == "SENT":
        row["status"] = settled(row["total"], ZERO)
    set_due_date(invoice, INVOICES.day)
