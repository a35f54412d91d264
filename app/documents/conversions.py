"""A quote or an order becomes the draft of another document, at the prices and under the taxes that were agreed."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from app.documents.creation import KindWithLines, NewDocument, OrderKind
from app.documents.document_writes import DocumentWrites, move, require_state
from app.documents.order_parts import LinePart, all_left, left_of, parts_asked
from app.documents.parties import Seller, SupplyBefore
from app.errors import Conflict, Invalid
from app.ids import new_id
from app.money import ZERO
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema
from app.schemas.invoices import InvoiceLineBody
from app.tax.supplies import with_payment_of

_LINE = InvoiceLineBody().left_out()
_ADJUSTMENTS = ("document_discount", "document_discount_is_percent", "adjustment_amount", "adjustment_label")
# Of the new document alone, whatever the source says of itself.
_OWN = frozenset({"status", "lines", "adjustments", "external_reference"})


@dataclass(frozen=True)
class Conversion:
    """The conversion of documents of one kind, `source`, into drafts of another.

    `writes` creates the drafts from bodies of the schema `body`. The field `link` of a draft names its source.
    """

    source: KindWithLines
    writes: DocumentWrites
    body: BodySchema
    link: str

    def make(self, tx: Transaction, source: Row, parts: Sequence[LinePart], below: Row, **own: Any) -> Row:
        """Make a draft of parts of a locked source; return its kind and its id.

        `below` are its adjustments, `own` are columns that it has beside. Raise Conflict for what stands in the way,
        Invalid where that only looks wrong and the organization refuses it.
        """
        agreed = {name: source[name] for name in self.body.fields if name in source and name not in _OWN}
        body = {
            **self.body.left_out(),
            **agreed,
            self.writes.kind.number: None,
            self.writes.kind.day: source["today"],
            self.link: source["id"],
            "status": "DRAFT",
            "adjustments": below,
            "lines": [_LINE | part.body for part in parts],
        }
        document = NewDocument(new_id(self.writes.kind.prefix), body | own, before=_supply(tx, source))
        document.original_lines = {place: part.line for place, part in enumerate(parts)}
        self.writes.make(tx, [document], None)
        if document.faults:
            raise _refusal(document)
        tx.warnings += document.warnings
        return {"type": self.writes.kind.doc_type, "id": document.id}


def _refusal(document: NewDocument) -> Conflict | Invalid:
    """Return the error for a draft that cannot be made.

    It is a Conflict, since the cause lies in stored records and not in the request, unless every fault is only
    doubtful.
    """
    if not document.conflict and document.faults == document.doubtful:
        return Invalid(document.faults)
    told = "; ".join(f"{field}: {message}" for field, message in document.faults)
    return Conflict(document.conflict or f"It cannot be converted. {told}")


def convert_order(tx: Transaction, conversion: Conversion, order: Row, asked: Sequence[Row] | None) -> Row:
    """Make a draft of parts of a locked order: of `asked`, each an `id` and `quantity` of a line, or of all that is
    left.

    An order of which nothing is left then is closed. Return the draft's kind and id. Raise Invalid for lines that are
    none of its own, and Conflict for its state or more than is left.
    """
    kind, id = conversion.source, order["id"]
    assert isinstance(kind, OrderKind)  # noqa: S101 - quotes are converted as a whole
    require_state(kind, order, (kind.issued,), "converted")
    lines, (taken,) = tx.run_all(
        (f"{kind.table}.lines_left", {"id": id}), (f"{kind.table}.adjustment_taken", {"id": id})
    )
    parts = all_left(lines) if asked is None else parts_asked(lines, asked)
    below = _below_part(order, parts, order["adjustment_amount"] - taken["amount"])
    if len(parts) == len(lines) and all(part.is_whole for part in parts):
        below = adjustments_of(order)
    taking = {
        "lines": {part.line["id"]: part.taken for part in parts},
        "adjustment": below["adjustment_amount"],
    }
    made = conversion.make(tx, order, parts, below, converted=taking)
    left = sum((left_of(line) for line in lines), ZERO) - sum((part.quantity for part in parts), ZERO)
    move(tx, kind, id, kind.issued if left else "CLOSED")
    return made


def adjustments_of(source: Row) -> Row:
    """Return the document discount and adjustment of a source that is converted as a whole."""
    return {name: source[name] for name in _ADJUSTMENTS}


def _below_part(order: Row, parts: Sequence[LinePart], adjustment_left: Decimal) -> Row:
    """Return the document discount and adjustment of a draft made of `parts` of an order.

    The discount is the sum of the parts' shares. `adjustment_left` is 0 once an earlier draft took the adjustment.
    """
    return adjustments_of(order) | {
        "document_discount": sum((part.share for part in parts), ZERO),
        "document_discount_is_percent": False,
        "adjustment_amount": adjustment_left,
    }


def _supply(tx: Transaction, source: Row) -> SupplyBefore:
    """Seller, party and taxes as they were agreed; the seller's registration is found by its GSTIN."""
    registration = tx.one("documents.registration_of", gstin=source["seller_gstin"]) or {}
    seller = Seller(
        registration.get("id"),
        source["seller_legal_name"],
        source["seller_gstin"],
        source["seller_state_code"],
        registration.get("address"),
        bool(source["seller_is_composition"]),
    )
    with_payment = with_payment_of(source.get("supply_type"), source.get("export_with_payment"))
    return SupplyBefore(seller, source["gst_category"], with_payment, party=source["party"])
