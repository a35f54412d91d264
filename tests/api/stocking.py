"""Goods in stock, and lines of invoices that sell them."""

from decimal import Decimal
from typing import Any

from tests.selling import Books, goods
from tests.service import Client


def money(*figures: str) -> tuple[Decimal, ...]:
    """Figures as the database has them."""
    return tuple(map(Decimal, figures))


def of(thing: Any, quantity: float, **fields: Any) -> dict[str, Any]:
    """A line of so much of an item."""
    return {"itemId": thing["id"], "quantity": quantity} | fields


def variant_of(org: Client, thing: Any) -> str:
    """The id of the only variant of an item."""
    (variant,) = org.read(f"/items/{thing['id']}")["variants"]
    return str(variant["id"])


def stocked(org: Client, books: Books, quantity: str = "10", cost: str = "12") -> tuple[Any, str, str]:
    """Goods of one variant of which there are some; the item, its variant, the warehouse."""
    bolt = goods(org, variants=[{"size": "M"}])
    warehouse, variant = books.warehouse("A", is_default=True), bolt["variants"][0]["id"]
    books.receive(variant, warehouse, quantity, cost)
    return bolt, variant, warehouse
