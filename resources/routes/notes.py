"""The routes of credit notes and debit notes."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from app.ids import counted_id
from app.purchases import debit_notes
from app.sales import credit_notes
from app.schemas.answers.notes import (
    CreditNote,
    CreditNoteOpened,
    CreditNoteRow,
    CreditNoteWritten,
    DebitNote,
    DebitNoteOpened,
    DebitNoteRow,
    DebitNoteWritten,
    NoteAllocated,
    NoteMoved,
)
from app.schemas.body import BodySchema
from app.schemas.credit_notes import CreditNoteAllocationsBody, CreditNoteBody
from app.schemas.debit_notes import DebitNoteAllocationsBody, DebitNoteBody
from app.schemas.record_kind import RecordKind
from resources.notes import Notes
from resources.routes.operations import Route
from resources.routes.written import Move, written_routes
from resources.serving.requests import Requests

_NUMBERS = "A draft has a draft's number, `DRAFT-…`, unless it is given one."
_CREDIT_NOTE = RecordKind(
    one="credit note",
    module="invoices",
    row=CreditNoteRow,
    record=CreditNote,
    says={
        "get": "With its lines, what it settled, and the goods that came back. One that is used up is `CLOSED`.",
        "create": f"A line that names its original needs no more than that. {_NUMBERS}",
        "delete": "Only a draft.",
    },
)
_DEBIT_NOTE = RecordKind(
    one="debit note",
    module="bills",
    row=DebitNoteRow,
    record=DebitNote,
    says={
        "get": "With its lines, what it settled, and the goods that went back. One that is used up is `CLOSED`.",
        "create": f"A line that names its original needs no more than that. {_NUMBERS}",
        "delete": "Only a draft.",
    },
)
# Ids of examples are those of the demonstration's records.
_CREDIT_EXAMPLE = {
    "customerId": counted_id("cus", 2),
    "creditNoteDate": "2026-11-21",
    "reason": "Torn seam",
    "lines": [
        {"originalInvoiceItemId": counted_id("inl", 421), "quantity": 1, "restock": True},
    ],
}
_DEBIT_EXAMPLE = {
    "vendorId": counted_id("ven", 2),
    "debitNoteDate": "2026-11-21",
    "reason": "Torn seam",
    "lines": [{"originalBillItemId": counted_id("bll", 113), "quantity": 1}],
}


def notes_routes(requests: Requests) -> list[Route]:
    """Return the routes of credit notes and debit notes."""
    crediting = CreditNoteAllocationsBody()
    credit = Notes(
        requests,
        credit_notes.WRITES,
        credit_notes.MOVES,
        CreditNoteBody().answered_as(CreditNote),
        {"allocations": crediting},
    )
    debiting = DebitNoteAllocationsBody()
    debit = Notes(
        requests,
        debit_notes.WRITES,
        debit_notes.MOVES,
        DebitNoteBody().answered_as(DebitNote),
        {"allocations": debiting},
    )
    to_invoice = {"allocations": [{"invoiceId": counted_id("inv", 146), "amount": 118}]}
    to_bill = {"allocations": [{"billId": counted_id("bil", 50), "amount": 118}]}
    credit_moves = _moves("credit note", "invoices", CreditNoteOpened, crediting, to_invoice)
    debit_moves = _moves("debit note", "bills", DebitNoteOpened, debiting, to_bill)
    return [
        *written_routes(_CREDIT_NOTE, credit, CreditNoteWritten, _CREDIT_EXAMPLE, credit_moves),
        *written_routes(_DEBIT_NOTE, debit, DebitNoteWritten, _DEBIT_EXAMPLE, debit_moves),
    ]


def _moves(
    one: str, claims: str, opened: type[Schema], allocating: BodySchema, example: Mapping[str, Any]
) -> tuple[Move, ...]:
    return (
        Move(
            word="open",
            summary=f"Open a {one}",
            answer=opened,
            says="A draft becomes `OPEN`, takes its number and moves its goods. Its figures stay as they are.",
        ),
        Move(
            word="void",
            summary=f"Void a {one}",
            answer=NoteMoved,
            says="Only an `OPEN` one of which nothing is allocated. Its goods go where they came from.",
        ),
        Move(
            word="allocations",
            summary=f"Settle {claims} with a {one}",
            answer=NoteAllocated,
            says=f"What is left of an `OPEN` one settles open {claims} of the same party and currency.",
            body=allocating,
            example=example,
        ),
    )
