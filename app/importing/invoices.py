"""Invoices: as POST /invoices makes them, with a number of their own where they have one already."""

from collections.abc import Sequence

from app.documents.parties import SALES
from app.ids import new_ids
from app.importing.documents import Documents
from app.importing.drafts import Draft
from app.importing.entries import Entry
from app.importing.goods import move
from app.money import ZERO
from app.postgres.database import Row, Transaction
from app.sales.composition import Composition, compose_all
from app.sales.credit import Owed, apply_credits
from app.sales.invoice_states import settled
from app.sales.invoices import draft_number
from app.schemas.documents import GivenNumber
from app.schemas.invoices import Invoice
from app.stock.movements import LockedPositions, Movement, Place

# How the number of a draft begins that has none of its own.
DRAFT_FORM = "DRAFT-"


class _Body(Invoice):
    """The body of POST /invoices, and a number."""

    invoice_number = GivenNumber()


class Invoices(Documents):
    """Invoices to customers. Those sent drain stock and may take the customer's credit."""

    schema = _Body()
    side = SALES
    doc_type = "INVOICE"
    family = "invoices"
    number = "invoice_number"
    day = "invoice_date"
    parent = "invoice_id"
    prefix = "inv"
    line_prefix = "inl"
    own = ()

    def prepare(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        """Hold the customers whose credit may be spent; see that no number is one that drafts get."""
        for entry in entries:
            if (entry.body["invoice_number"] or "").startswith(DRAFT_FORM):
                entry.refuse(
                    "invoiceNumber", "Is what a draft is called until it has a number: leave it out."
                )
        crediting = {entry.body["customer_id"] for entry in entries if entry.is_good and _credits(entry)}
        if crediting:
            tx.all("payments_received.lock_customers", customer_ids=sorted(crediting))

    def drafts(self, tx: Transaction, entries: Sequence[Entry]) -> list[Draft]:
        """The invoices that could be worked out."""
        outcomes = compose_all(tx, [entry.body for entry in entries])
        drafts = []
        for entry, id, outcome in zip(entries, new_ids("inv", len(entries)), outcomes, strict=True):
            if isinstance(outcome, Composition):
                row = outcome.columns | {"id": id, "status": _status(entry, outcome.columns)}
                drafts.append(Draft(entry, id, row, outcome.lines))
            else:
                entry.faults += outcome
        return drafts

    def give_numbers(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """A draft without a number gets one of its own kind."""
        unnumbered = [
            draft for draft in drafts if not _is_sent(draft) and self.day_and_number(draft)[1] is None
        ]
        for draft in unnumbered:
            draft.row |= {self.number: draft_number(draft.id), "fiscal_year": None}
        numbered = [draft for draft in drafts if self.number not in draft.row]
        super().give_numbers(tx, numbered)

    def after(self, tx: Transaction, drafts: Sequence[Draft], held: LockedPositions) -> None:
        """Drain stock, and put the customers' credit on the invoices that take it."""
        sent = [draft for draft in drafts if _is_sent(draft)]
        move(tx, held, "INVOICE", sent, _goes_out)
        owed = [
            Owed(draft.id, draft.row["customer_id"], draft.row["currency_code"], draft.row["total"])
            for draft in sent
            if draft.entry.is_good and _credits(draft.entry) and draft.row["total"]
        ]
        if owed:
            apply_credits(tx, owed)


def _credits(entry: Entry) -> bool:
    return entry.body["status"] == "SENT" and bool(entry.body["apply_customer_credit"])


def _is_sent(draft: Draft) -> bool:
    return bool(draft.entry.body["status"] == "SENT")


def _status(entry: Entry, columns: Row) -> str:
    return settled(columns["total"], ZERO) if entry.body["status"] == "SENT" else "DRAFT"


def _goes_out(_: Draft, line: Row, place: Place) -> Movement:
    return Movement(place, "SALES_OUT", line["quantity"], line["id"])
