"""Rules for the allocations of payments and notes, the same for sales and purchases. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.errors import a_or_an, names_no
from app.wire import Row


@dataclass(frozen=True)
class Settled:
    """The kind of document that a payment or note settles: its table, columns and nouns.

    `table` names table and statements; `column` holds its id, which is `field` on the wire; `party` holds that of who
    owes it or is owed. In `open_states`, as they are stored, something may be settled.
    """

    table: str
    column: str
    field: str
    noun: str
    party: str
    party_noun: str
    open_states: tuple[str, ...]

    @property
    def a_noun(self) -> str:
        """`an invoice`, `a bill`."""
        return a_or_an(self.noun)


OPEN_INVOICES = Settled(
    "invoices", "invoice_id", "invoiceId", "invoice", "customer_id", "customer", ("SENT", "PARTIALLY_PAID")
)
OPEN_BILLS = Settled("bills", "bill_id", "billId", "bill", "vendor_id", "vendor", ("OPEN", "PARTIALLY_PAID"))


def faults_of(settled: Settled, body: Row, targets: Mapping[str, Row]) -> list[tuple[str, str]]:
    """Return (field, sentence) for each invalid allocation: unknown, not open, of another party or currency, over the
    balance. `targets` by id: status, party, currency_code, balance_due."""
    return [
        (f"allocations.{place}.{field}", message)
        for place, allocation in enumerate(body["allocations"])
        for field, message in _faults(settled, body, allocation, targets.get(allocation[settled.column]))
    ]


def _faults(settled: Settled, body: Row, allocation: Row, target: Row | None) -> list[tuple[str, str]]:
    noun, field = settled.noun, settled.field
    if target is None:
        return [(field, names_no(noun))]
    if target[settled.party] != body[settled.party]:
        return [(field, f"Names {settled.a_noun} of another {settled.party_noun}.")]
    if target["status"] not in settled.open_states:
        return [(field, f"The {noun} is not open; it is {target['status']}.")]
    if target["currency_code"] != body["currency_code"]:
        return [(field, f"The {noun} is in {target['currency_code']}.")]
    if allocation["amount"] > target["balance_due"]:
        return [("amount", f"Must be at most the {noun}'s balance, {target['balance_due']}.")]
    return []
