"""Invoices and credit notes at the invoice registration portal, and the e-way bills of invoices.

The portal's files are made of what is stored (`app.returns`), and what the portal answered is stored. Whoever writes
holds the document, so that a registration and a change of the document never go through both.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Literal

from app.documents.creation import DocumentKind
from app.errors import Conflict, Invalid, NotFound
from app.postgres.database import Row, Transaction
from app.returns.e_invoice import e_invoice_answer
from app.returns.e_way_bill import e_way_bill_answer

Told = Literal["invoice", "credit_note"]

_ANSWERED = ("irn", "ack_no", "ack_date", "signed_qr_code", "signed_invoice")
_NOT_ISSUED = ("DRAFT", "VOID")
# The portal's clock and ours, and a time of India that was sent as one of Greenwich.
_CLOCKS_APART = timedelta(hours=6)


def e_invoice(tx: Transaction, told: Told, id: str) -> Row:
    """Return `{document, problems}` with INV-01 of an invoice or a credit note. Raise NotFound."""
    return e_invoice_answer(*_read(tx, told, id))


def e_way_bill(tx: Transaction, id: str, carriage: Callable[[], Row]) -> Row:
    """Return `{document, problems}` with the e-way bill of an invoice; `carriage` tells how goods travel, once the
    invoice is found. Raise NotFound, and what `carriage` raises."""
    found = _read(tx, "invoice", id)
    return e_way_bill_answer(*found, carriage())


def _read(tx: Transaction, told: Told, id: str) -> tuple[Row, list[Row]]:
    found, lines = tx.run_all((f"e_invoices.{told}", {"id": id}), (f"e_invoices.{told}_lines", {"id": id}))
    if not found:
        raise NotFound
    return found[0], lines


def register(tx: Transaction, kind: DocumentKind, document: Row, answered: Row) -> Row:
    """Store what the portal answered of a locked document; return its registration. The same again changes nothing.

    Raise Conflict for what is not issued, or is or was registered otherwise, and where a document of the other kind has
    the IRN; Invalid for an acknowledgement that is still to come.
    """
    id = document["id"]
    if document["e_invoice_cancelled_at"]:
        raise Conflict(f"The registration of this {kind.noun} was cancelled: a number is registered once.")
    if document["irn"] is None:
        _require_issued(kind, document, "registered")
        _refuse_acknowledged_later(answered["ack_date"])
        _refuse_irn_of_other_kind(tx, kind, answered["irn"])
        tx.execute(f"{kind.table}.register", id=id, **answered)
    elif any(document[name] != answered[name] for name in _ANSWERED):
        raise Conflict(f"This {kind.noun} is registered already, under the IRN {document['irn']}.")
    return _registration(id, answered, "REGISTERED")


def cancel(tx: Transaction, kind: DocumentKind, document: Row, why: Row) -> Row:
    """Mark the registration of a locked document as cancelled; return it.

    `why` has `reason` (1 duplicate, 2 mistake, 3 order cancelled, 4 other) and `remark`.
    Raise Conflict where none is in force, or 24 hours have passed since the acknowledgement.
    """
    id = document["id"]
    require_registered(kind.noun, document)
    if tx.one(f"{kind.table}.cancel_registration", id=id, **why) is None:
        raise Conflict("A registration can be cancelled within 24 hours of its ackDate; issue a credit note.")
    return _registration(id, document, "CANCELLED")


def set_e_way_bill(tx: Transaction, kind: DocumentKind, document: Row, answered: Row) -> Row:
    """Store the number of a locked invoice's e-way bill; return it. Another number takes its place.

    Raise Conflict for what is not issued.
    """
    id = document["id"]
    _require_issued(kind, document, "carried under an e-way bill")
    number, valid_until = answered["eway_bill_number"], answered["valid_until"]
    if (document["eway_bill_id"], document["eway_bill_valid_until"]) != (number, valid_until):
        tx.execute("invoices.set_eway_bill", id=id, eway_bill_number=number, valid_until=valid_until)
    return {
        "id": id,
        "ewayBillStatus": "GENERATED",
        "ewayBillId": number,
        "ewayBillValidUntil": valid_until,
    }


def require_registered(noun: str, document: Row) -> None:
    """Raise Conflict unless a locked document has a registration in force."""
    if document["irn"] is None:
        raise Conflict(f"This {noun} is not registered.")
    if document["e_invoice_cancelled_at"]:
        raise Conflict(f"The registration of this {noun} is cancelled already.")


def refuse_edit_of_registered(noun: str, document: Row) -> None:
    """Raise Conflict where a locked document is or was registered: the portal has it as it is, under its number."""
    if document["irn"] is not None:
        raise Conflict(
            f"The {noun} is registered under its IRN and stays as it is; void it and issue another."
        )


def refuse_void_of_registered(noun: str, document: Row) -> None:
    """Raise Conflict where a locked document has a registration in force."""
    if document["irn"] is not None and document["e_invoice_cancelled_at"] is None:
        raise Conflict(
            f"The {noun} is registered under its IRN: cancel the registration first, or issue a credit note."
        )


def _require_issued(kind: DocumentKind, document: Row, done: str) -> None:
    if document["status"] in _NOT_ISSUED:
        raise Conflict(f"Only an issued {kind.noun} is {done}; this one is {document['status']}.")


def _refuse_acknowledged_later(moment: datetime) -> None:
    if moment > datetime.now(UTC) + _CLOCKS_APART:
        raise Invalid(
            [("ackDate", "Must not be in the future: the registration could be cancelled for too long.")]
        )


def _refuse_irn_of_other_kind(tx: Transaction, kind: DocumentKind, irn: str) -> None:
    """Raise Conflict if a document of the other kind has the IRN: the unique index is over the documents of one
    kind."""
    tx.execute("locks.take", subject=f"irn {irn}")
    for row in tx.all("e_invoices.registered_under", irn=irn):
        if row["table"] != kind.table:
            raise Conflict(f"The {row['noun']} {row['number']} is registered under this IRN.")


def _registration(id: str, registered: Row, status: str) -> Row:
    return {
        "id": id,
        "irn": registered["irn"],
        "ackNo": registered["ack_no"],
        "ackDate": registered["ack_date"],
        "eInvoiceStatus": status,
    }
