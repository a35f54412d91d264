"""A customer's credit: what their payments have left over, put on an invoice as it is sent."""

from decimal import Decimal

from app.database import Transaction
from app.ids import new_id
from app.money import ZERO


def apply_credit(
    tx: Transaction, invoice_id: str, customer_id: str, currency: str, balance: Decimal
) -> Decimal:
    """Settle up to `balance` of the invoice from the oldest credit on; answers what was settled.

    The caller holds the customer, so the credit cannot be spent twice.
    """
    credits = tx.all("payments_received.unallocated", customer_id=customer_id, currency_code=currency)
    portions = _portions([(row["id"], row["credit"]) for row in credits], balance)
    if not portions:
        return ZERO
    payments, amounts = list(portions), list(portions.values())
    applied = sum(amounts, ZERO)
    tx.together(
        ("payments_received.add_allocated", {"payment_ids": payments, "amounts": amounts}),
        (
            "payments_received.allocate",
            {
                "ids": [new_id("pal") for _ in payments],
                "payment_ids": payments,
                "invoice_ids": [invoice_id] * len(payments),
                "amounts": amounts,
            },
        ),
        ("invoices.settle", {"invoice_ids": [invoice_id], "amounts": [applied]}),
    )
    return applied


def _portions(credits: list[tuple[str, Decimal]], balance: Decimal) -> dict[str, Decimal]:
    portions: dict[str, Decimal] = {}
    for payment_id, credit in credits:
        if balance <= 0:
            break
        portions[payment_id] = min(credit, balance)
        balance -= portions[payment_id]
    return portions
