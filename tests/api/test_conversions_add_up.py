"""Conversions of random orders: a whole order gives a draft of the same total, and its parts add up to that total."""

from random import Random
from typing import Any

import pytest

from tests.selling import customer
from tests.service import Client, Service

Body = dict[str, Any]


def line(random: Random) -> Body:
    quantity, rate = random.randint(2, 9), random.randint(100, 99_999) / 100
    most = int(quantity * rate * 20)
    return {
        "description": "Cloth",
        "quantity": quantity,
        "rate": rate,
        "discount": random.choice([0, random.randint(0, most) / 100]),
        "taxRatePercent": random.choice([0, 5, 12, 18, 28]),
        "taxability": random.choice(["TAXABLE", "TAXABLE", "EXEMPT"]),
        "cessRatePercent": random.choice([0, 0, 12]),
    }


def order(random: Random, owner: str) -> Body:
    is_percent = random.random() < 0.5
    return {
        "customerId": owner,
        "orderDate": "2026-05-04",
        "status": "CONFIRMED",
        "placeOfSupplyStateCode": random.choice(["27", "29", "96"]),
        "reverseCharge": random.random() < 0.2,
        "currencyCode": random.choice(["INR", "USD"]),
        "exchangeRate": random.choice([1, 83.25]),
        "lines": [line(random) for _ in range(random.randint(1, 4))],
        "adjustments": {
            "documentDiscount": random.choice([0, 7.77, 12.5]),
            "documentDiscountIsPercent": is_percent,
            "adjustmentAmount": random.choice([0, 3.21]),
        },
    }


def converted(org: Client, id: str, body: Body) -> Body:
    answer = org.post(f"/sales-orders/{id}/convert", body)
    assert answer.status_int == 201, answer.text
    found: Body = org.read(f"/invoices/{answer.json['data']['id']}")
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_order_becomes_an_invoice_of_the_same_figures(service: Service, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - the same orders each time
    org = service.organization(prices_include_tax=seed % 2 == 0, round_off=seed % 3 == 0)
    made = org.make("/sales-orders", order(random, customer(org)))
    ordered, invoice = org.read(f"/sales-orders/{made['id']}"), converted(org, made["id"], {})
    for name in (
        "total",
        "subTotal",
        "discountTotal",
        "cgstTotal",
        "igstTotal",
        "cessTotal",
        "roundOff",
        "supplyType",
    ):
        assert invoice[name] == ordered[name], name


@pytest.mark.parametrize("seed", range(12))
def test_the_parts_of_an_order_add_up_to_it(service: Service, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - the same orders each time
    org = service.organization()
    made = org.make("/sales-orders", order(random, customer(org)))
    ordered = org.read(f"/sales-orders/{made['id']}")
    first = [{"id": row["id"], "quantity": 1} for row in ordered["lineItems"]]
    parts = [converted(org, made["id"], body) for body in ({"lines": first}, {"lines": first[:1]}, {})]
    for name in ("subTotal", "discountTotal", "adjustmentAmount"):
        assert round(sum(part[name] for part in parts), 2) == ordered[name], name
    # Each invoice rounds its taxes by itself, line by line.
    paise = round(abs(sum(part["total"] for part in parts) - ordered["total"]) * 100)
    assert paise <= 6 * len(ordered["lineItems"])
