"""The operations that each state of an invoice allows. Pure.

Stored states are DRAFT, SENT, PARTIALLY_PAID, PAID and VOID; OVERDUE is SENT, read after the due date.
"""

from decimal import Decimal

from app.errors import Conflict

_EDITABLE = frozenset({"DRAFT", "SENT"})
_VOIDABLE = frozenset({"SENT", "OVERDUE"})


def may_send(status: str) -> None:
    """Raise Conflict unless the invoice is a draft."""
    if status != "DRAFT":
        raise Conflict(f"Only a DRAFT invoice can be sent; this one is {status}.")


def may_edit(status: str, amount_paid: Decimal) -> None:
    """Raise Conflict unless the invoice is a draft, or sent with nothing settled and not yet overdue."""
    if status not in _EDITABLE or amount_paid:
        raise Conflict(f"Only a DRAFT or an unsettled SENT invoice can be edited; this one is {status}.")


def may_void(status: str, amount_paid: Decimal) -> None:
    """Raise Conflict unless the invoice is sent and nothing is settled on it."""
    if status not in _VOIDABLE or amount_paid:
        raise Conflict(f"Only an unsettled SENT or OVERDUE invoice can be voided; this one is {status}.")


def may_delete(status: str, has_number: bool) -> None:
    """Raise Conflict unless the invoice is a draft that never took a number of its series."""
    if status != "DRAFT":
        advice = " Void it instead." if status in _VOIDABLE else ""
        raise Conflict(f"Only a DRAFT invoice can be deleted; this one is {status}.{advice}")
    if has_number:
        raise Conflict(
            "This draft carries an issued number: deleting it would leave a hole. Send and void it."
        )


def settled(total: Decimal, amount_paid: Decimal) -> str:
    """Return the status of an issued invoice by the amount settled of it."""
    if amount_paid == total:
        return "PAID"
    return "PARTIALLY_PAID" if amount_paid else "SENT"


def shown(status: str, is_past_due: bool) -> str:
    """Return the status that is shown: OVERDUE for SENT after the due date."""
    return "OVERDUE" if status == "SENT" and is_past_due else status
