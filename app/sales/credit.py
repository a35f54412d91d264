"""A customer's credit, put on an invoice as it is sent: first unallocated payments, then credit notes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.ids import new_ids
from app.money import ZERO
from app.postgres.database import Row, Statement, Transaction


@dataclass(frozen=True)
class Owed:
    """An invoice that takes credit, and its open balance."""

    invoice_id: str
    customer_id: str
    currency_code: str
    balance: Decimal

    @classmethod
    def of(cls, invoice: Row) -> "Owed":
        """Return a sent invoice of which nothing is settled, by its columns."""
        return cls(invoice["id"], invoice["customer_id"], invoice["currency_code"], invoice["total"])


@dataclass(frozen=True)
class _Portion:
    """The amount that one payment or note gives to one invoice."""

    from_note: bool
    credit_id: str
    invoice_id: str
    amount: Decimal


def apply_credits(tx: Transaction, invoices: Sequence[Owed]) -> dict[str, Decimal]:
    """Settle the open balances of stored invoices, in their order, from the oldest credit on.

    Return the amount settled of each, by its id; an invoice that got nothing is absent. The customers must be locked,
    so that no credit is spent twice.
    """
    customers = {"customer_ids": sorted({owed.customer_id for owed in invoices})}
    payments, notes = tx.run_all(
        ("payments_received.unallocated", customers), ("credit_notes.unallocated", customers)
    )
    credits = [(False, row) for row in payments] + [(True, row) for row in notes]
    portions = _portions(credits, invoices)
    if not portions:
        return {}
    settled = _sums((portion.invoice_id, portion.amount) for portion in portions)
    tx.run_all(
        *_from_payments([portion for portion in portions if not portion.from_note]),
        *_from_notes([portion for portion in portions if portion.from_note]),
        ("invoices.settle", {"invoice_ids": list(settled), "amounts": list(settled.values())}),
    )
    return settled


def _portions(credits: Sequence[tuple[bool, Row]], invoices: Sequence[Owed]) -> list[_Portion]:
    by_owner: dict[tuple[str, str], list[tuple[bool, Row]]] = {}
    for credit in credits:
        by_owner.setdefault((credit[1]["customer_id"], credit[1]["currency_code"]), []).append(credit)
    return [
        portion
        for owed in invoices
        for portion in _taken(by_owner.get((owed.customer_id, owed.currency_code), []), owed)
    ]


def _taken(credits: list[tuple[bool, Row]], owed: Owed) -> list[_Portion]:
    """Return the portions of the credits that the invoice takes; the rows keep what is left for the next invoice."""
    portions: list[_Portion] = []
    balance = owed.balance
    while credits and balance > 0:
        from_note, row = credits[0]
        amount = min(row["credit"], balance)
        portions.append(_Portion(from_note, row["id"], owed.invoice_id, amount))
        balance -= amount
        row["credit"] -= amount
        if not row["credit"]:
            credits.pop(0)
    return portions


def _from_payments(portions: list[_Portion]) -> list[Statement]:
    if not portions:
        return []
    given = _sums((portion.credit_id, portion.amount) for portion in portions)
    allocated = {"payment_ids": list(given), "amounts": list(given.values())}
    allocations = {"payment_ids": [portion.credit_id for portion in portions], **_columns("pal", portions)}
    return [("payments_received.add_allocated", allocated), ("payments_received.allocate", allocations)]


def _from_notes(portions: list[_Portion]) -> list[Statement]:
    if not portions:
        return []
    given = _sums((portion.credit_id, portion.amount) for portion in portions)
    allocated = {"credit_note_ids": list(given), "amounts": list(given.values())}
    allocations = {
        "credit_note_ids": [portion.credit_id for portion in portions],
        **_columns("cna", portions),
    }
    return [("credit_notes.add_allocated", allocated), ("credit_notes.allocate", allocations)]


def _columns(prefix: str, portions: list[_Portion]) -> Row:
    return {
        "ids": new_ids(prefix, len(portions)),
        "invoice_ids": [portion.invoice_id for portion in portions],
        "amounts": [portion.amount for portion in portions],
    }


def _sums(amounts: Iterable[tuple[str, Decimal]]) -> dict[str, Decimal]:
    sums: dict[str, Decimal] = {}
    for key, amount in amounts:
        sums[key] = sums.get(key, ZERO) + amount
    return sums
