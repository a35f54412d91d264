"""Customers' credit in the demonstration: opening balances, advances and returned goods."""

from collections.abc import Sequence

from app.demonstration.goods import KEPT, WARES
from app.demonstration.journal import MONTHS, Journal, month_of
from app.demonstration.sales import plain_invoice
from app.demonstration.settling import WHOLE_AMOUNT, PaymentPlan, PlannedPayment
from app.wire import Json

_LAST = MONTHS - 1
_RETURNING = "boutique"
_ADVANCING = "hotel"
# Of the months with returns: the note goes to its invoice, to the next invoice, or to none so far.
_ALLOCATED_IN = (1, 5, 9)
_TAKEN_NEXT_IN = (3, 7)
_LEFT_OPEN_IN = (10,)
_ADVANCE_IN = 2
# Month, customer, what of the payment settles the opening balance.
_OPENING = ((0, "stores", 9_000), (1, "builder", 15_000), (4, "stores", 3_500))


def settle_and_return(journal: Journal, receipts: PaymentPlan, month: int) -> None:
    """Load the month's payments of opening balances, its advances and its returns."""
    days = month_of(month)
    paid = [
        _receipt(journal, customer, days[7], amount) | {"openingBalanceApplied": amount}
        for when, customer, amount in _OPENING
        if when == month
    ]
    if month == _ADVANCE_IN:
        paid.append(_receipt(journal, _ADVANCING, days[7], 15_000))
    if month == _LAST:
        paid.append(_receipt(journal, "emporium", days[7], 25_000))
    if paid:
        # Payments of earlier days are numbered first.
        receipts.pay_until(days[7])
        journal.load("payments-received", paid)
    if month - 1 in (_ADVANCE_IN, *_TAKEN_NEXT_IN):
        _take_credit(journal, receipts, _ADVANCING if month - 1 == _ADVANCE_IN else _RETURNING, days[-2])
    if month in _ALLOCATED_IN + _TAKEN_NEXT_IN + _LEFT_OPEN_IN:
        _give_back(journal, receipts, days, allocated=month in _ALLOCATED_IN)


def _receipt(journal: Journal, customer: str, day: int, amount: int) -> Json:
    return {
        "customerId": journal.known[customer],
        "paymentDate": journal.date(day),
        "amount": amount,
        "mode": "UPI",
    }


def _take_credit(journal: Journal, receipts: PaymentPlan, customer: str, day: int) -> None:
    lines = [journal.line(ware) for ware in WARES[1:3]]
    body = plain_invoice(journal, customer, day, lines)
    (id,) = journal.load("invoices", [body | {"applyCustomerCredit": True}])
    receipts.add([PlannedPayment(day + 25, id, WHOLE_AMOUNT)])


def _give_back(journal: Journal, receipts: PaymentPlan, days: Sequence[int], *, allocated: bool) -> None:
    """Load an invoice of two wares; all goods of the first come back before it is paid."""
    ware = KEPT[2]
    lines = [journal.line(ware, 4), journal.line(KEPT[4], 6)]
    (id,) = journal.load("invoices", [plain_invoice(journal, _RETURNING, days[-2], lines)])
    line = journal.tx.records("invoices.lines", id=id)[0]
    note = _note(journal, days[-1], line | {"restock": True}) | {"invoiceId": id, "reason": "Wrong size"}
    if allocated:
        note["allocations"] = [{"invoiceId": id, "amount": line["total"]}]
    journal.load("credit-notes", [note])
    journal.on_hand[ware.name] += 4
    receipts.add([PlannedPayment(days[-1] + 3, id, WHOLE_AMOUNT)])


def _note(journal: Journal, day: int, line: Json, status: str = "OPEN") -> Json:
    names = ("itemId", "itemVariantId", "quantity", "rate", "restock")
    returned = {name: line[name] for name in names if name in line}
    if "id" in line:
        returned["originalInvoiceItemId"] = line["id"]
    return {
        "customerId": journal.known[_RETURNING],
        "creditNoteDate": journal.date(day),
        "status": status,
        "lines": [returned],
    }


def leave_open(journal: Journal) -> None:
    """Load the open notes of today: drafts and void ones."""
    line = {"itemId": journal.known["sari"], "quantity": 1}
    day = month_of(_LAST)[-3]
    journal.load("credit-notes", [_note(journal, day, line, status) for status in ("DRAFT", "VOID")])
