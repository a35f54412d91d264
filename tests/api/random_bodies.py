"""Valid bodies of every kind of document, made up by chance. `$customer` and the like stand for ids of a shop."""

from collections.abc import Callable
from random import Random
from typing import Any

Body = dict[str, Any]

DAYS = [f"2026-05-{day:02}" for day in range(4, 28)]
RATES = [0, 5, 12, 18, 28]


def line(dice: Random) -> Body:
    """A line of an item, of goods, or of its own words."""
    priced = {"rate": dice.choice([10, 99.99, 1_000.5]), "discount": dice.choice([0, 0.5, 1])}
    quantity = {"quantity": dice.choice([1, 2.5, 7])}
    named: list[Body] = [
        {"itemId": "$item"},
        {"itemId": "$goods", **priced},
        {"description": "Work", "taxRatePercent": dice.choice(RATES), **priced},
        {"description": "Glass", "rate": 40, "width": 2, "height": 1.5, "lengthUnit": "M", "unit": "SQM"},
        {"description": "Rice", "taxability": "EXEMPT", **priced},
    ]
    chosen = dice.choice(named)
    return chosen | ({} if "width" in chosen else quantity)


def lines(dice: Random) -> list[Body]:
    return [line(dice) for _ in range(dice.randint(1, 4))]


def document(dice: Random, party: str, day: str, states: list[str]) -> Body:
    """A document with lines."""
    maybe: Body = {
        "notes": "Thanks",
        "placeOfSupplyStateCode": dice.choice(["27", "KA", "Kerala"]),
        "currencyCode": "USD",
        "exchangeRate": 83.5,
        "warehouseId": None,
    }
    given = {name: maybe[name] for name in maybe if dice.random() < 0.4}
    whole = {
        f"{party}Id": f"${party}",
        day: dice.choice(DAYS),
        "status": dice.choice(states),
        "lines": lines(dice),
    }
    return whole | given


def adjusted(dice: Random, party: str, day: str, states: list[str]) -> Body:
    """A document with adjustments, now and then."""
    some = [
        {"documentDiscount": 0.5},
        {"documentDiscount": 10, "documentDiscountIsPercent": True},
        {"adjustmentAmount": -0.25, "adjustmentLabel": "Rounding"},
    ]
    made = document(dice, party, day, states)
    return made | ({"adjustments": dice.choice(some)} if dice.random() < 0.5 else {})


def payment(dice: Random, party: str) -> Body:
    amounts = {"amount": dice.choice([1, 250.75]), "mode": dice.choice(["CASH", "UPI"])}
    return {f"{party}Id": f"${party}", "paymentDate": dice.choice(DAYS), **amounts}


BODIES: dict[str, Callable[[Random], Body]] = {
    "/invoices": lambda dice: adjusted(dice, "customer", "invoiceDate", ["DRAFT", "SENT"]),
    "/quotes": lambda dice: adjusted(dice, "customer", "quoteDate", ["DRAFT", "SENT", "ACCEPTED"]),
    "/sales-orders": lambda dice: adjusted(dice, "customer", "orderDate", ["DRAFT", "CONFIRMED"]),
    "/credit-notes": lambda dice: document(dice, "customer", "creditNoteDate", ["DRAFT", "OPEN"]),
    "/purchase-orders": lambda dice: adjusted(dice, "vendor", "orderDate", ["DRAFT", "ISSUED"]),
    "/bills": lambda dice: adjusted(dice, "vendor", "billDate", ["DRAFT", "OPEN"]),
    "/debit-notes": lambda dice: document(dice, "vendor", "debitNoteDate", ["DRAFT", "OPEN"]),
    "/payments-received": lambda dice: payment(dice, "customer"),
    "/payments-made": lambda dice: payment(dice, "vendor"),
    "/customers": lambda dice: {"displayName": "Asha", "openingBalance": dice.choice([0, 12.5]), "phone": 5},
    "/vendors": lambda dice: {
        "displayName": "Mill",
        "leadTimeDays": dice.choice([None, 4]),
        **dict.fromkeys(("msmeType", "udyamNumber", "msmeAgreedCreditDays")),
    },
    "/items": lambda dice: {"name": "Nut", "sellingPrice": dice.choice([0, 1.25]), "trackInventory": True},
}
