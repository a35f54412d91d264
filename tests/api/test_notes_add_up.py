"""Property: however an invoice or a bill is given back, notes over all of it come to it, to the paisa."""

from decimal import Decimal
from random import Random

import pytest

from tests.api.noting import CREDIT, DEBIT, Body, Side
from tests.refusals import refused
from tests.selling import item, tax_rate
from tests.service import Client

FIGURES = ("subTotal", "discountTotal", "cgstTotal", "sgstTotal", "igstTotal", "cessTotal", "total")
STEPS = 10**6


def some_line(org: Client, chance: Random) -> Body:
    """A line with a discount, cess, and sometimes a price that includes tax."""
    quantity = (
        Decimal(chance.randint(1, 40 * STEPS)) / STEPS if chance.random() < 1 / 2 else chance.randint(1, 9)
    )
    rate = Decimal(chance.randint(0, 99_999_999)) / 10 ** chance.randint(2, 6)
    off = (quantity * rate * chance.choice([0, 0, 1, 37]) / 100).quantize(Decimal("0.01"), "ROUND_DOWN")
    line = {"quantity": float(quantity), "rate": float(rate), "discount": float(off)}
    line |= {"cessRatePercent": chance.choice([0, 0, 12.5])}
    if chance.random() < 1 / 3:
        fields = {
            "isPriceInclusive": "true",
            "taxRateId": tax_rate(org, 18),
            "name": f"Item {chance.random()}",
        }
        return line | {"itemId": item(org, **fields)["id"]}
    return line | {"description": "Work", "taxRatePercent": chance.choice([0, 0.25, 5, 18, 40])}


def some_parts(quantity: float, chance: Random) -> list[float | None]:
    """Quantities that make up a line; the last is left to the service."""
    left, parts = round(quantity * STEPS), []
    while left > 1 and chance.random() < 3 / 4:
        parts.append(chance.randint(1, left - 1))
        left -= parts[-1]
    return [part / STEPS for part in parts] + [None]


@pytest.mark.parametrize("side", [CREDIT, DEBIT], ids=["credit notes", "debit notes"])
@pytest.mark.parametrize("seed", range(6))
def test_notes_over_all_of_a_document_come_to_it(side: Side, seed: int, org: Client) -> None:
    chance = Random(seed)  # noqa: S311 - not for secrets
    party = side.new_party(org)
    lines = [some_line(org, chance) for _ in range(chance.randint(1, 4))]
    off = {"documentDiscount": chance.choice([0, 5, 12.5]), "documentDiscountIsPercent": True}
    place = {"placeOfSupplyStateCode": chance.choice(["27", "29"])}
    claim = side.claims(org, party, *lines, adjustments=off, **place)
    waiting = [
        [
            side.part(claim, n, **({} if part is None else {"quantity": part}))
            for part in some_parts(line["quantity"], chance)
        ]
        for n, line in enumerate(claim["lines"])
    ]
    for parts in waiting:
        parts[-1].pop("quantity")
    notes = []
    while any(waiting):
        of_note = [parts.pop(0) for parts in waiting if parts and chance.random() < 2 / 3]
        if of_note:
            notes.append(side.make(org, party, *of_note, status="OPEN"))
    given = {name: round(sum(note[name] for note in notes), 2) for name in FIGURES}
    # What is in the price is not told apart from the discount to the paisa.
    exact = FIGURES[2:] if any(line["isPriceInclusive"] for line in claim["lines"]) else FIGURES
    assert {name: given[name] for name in exact} == {name: claim[name] for name in exact}
    again = side.body(party, side.part(claim, quantity=0.000001), status="OPEN")
    assert refused(org.post(side.path, again)) == {"lines.0.quantity"}
