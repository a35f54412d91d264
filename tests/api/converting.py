"""Quotes and orders to be converted, and what they become."""

from typing import Any

from tests.selling import customer, vendor
from tests.service import Client

Body = dict[str, Any]

PLANK = {"description": "Teak plank", "hsnOrSac": "4407", "quantity": 4, "rate": 100.5, "taxRatePercent": 18}
OIL = {
    "description": "Teak oil",
    "quantity": 2,
    "rate": 50,
    "discount": 7,
    "unit": "LTR",
    "taxability": "EXEMPT",
}
BELOW = {
    "documentDiscount": 10,
    "documentDiscountIsPercent": False,
    "adjustmentAmount": 5,
    "adjustmentLabel": "Cart",
}
# What a line says of itself in every kind of document.
AGREED = (
    "itemId", "description", "hsnOrSac", "quantity", "unit", "rate", "discount", "taxRatePercent", "taxability",
    "cessRatePercent", "width", "height", "lengthUnit", "qtyCount", "isPriceInclusive", "documentDiscountShare",
    "taxableAmount", "cgstAmount", "sgstAmount", "igstAmount", "total",
)  # fmt: skip


def quote(org: Client, **fields: Any) -> str:
    body = {"quoteDate": "2026-05-04", "status": "SENT", "lines": [PLANK, OIL], "adjustments": BELOW} | fields
    return str(org.make("/quotes", {"customerId": customer(org)} | body)["id"])


def order(org: Client, path: str, in_force: str, *lines: Body, **fields: Any) -> str:
    buys = path == "/purchase-orders"
    party = {"vendorId": vendor(org, gstin="29AAPFU0939F1ZR")} if buys else {"customerId": customer(org)}
    body = {"orderDate": "2026-05-04", "status": in_force, "lines": list(lines) or [PLANK, OIL]}
    return str(org.make(path, party | body | fields)["id"])


def convert(org: Client, path: str, id: str, *parts: tuple[str, float]) -> Any:
    lines = [{"id": line, "quantity": quantity} for line, quantity in parts]
    return org.post(f"{path}/{id}/convert", {"lines": lines} if parts else {})


def converted(org: Client, path: str, id: str, *parts: tuple[str, float]) -> str:
    answer = convert(org, path, id, *parts)
    assert answer.status_int == 201, answer.text
    return str(answer.json["data"]["id"])


def line_ids(org: Client, path: str, id: str) -> list[str]:
    return [line["id"] for line in org.read(f"{path}/{id}")["lineItems"]]


def taken(org: Client, path: str, id: str) -> list[float]:
    return [line["convertedQuantity"] for line in org.read(f"{path}/{id}")["lineItems"]]


def lines_of(record: Body) -> list[Body]:
    rows = next(record[name] for name in ("lines", "items", "lineItems") if name in record)
    return [{name: row[name] for name in AGREED} for row in rows]


def article(word: str) -> str:
    return "an" if word[0] in "AEIOU" else "a"


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_int, answer.json["error"]["message"]
