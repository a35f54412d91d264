"""A price list, and what it prices."""

from typing import Any

from tests.service import Client

RETAIL = {"name": "Retail", "type": "SELLING"}
SIZES = [{"size": "S"}, {"size": "L"}]


def item(org: Client, *, sizes: bool = False) -> dict[str, Any]:
    """A new item, of two sizes or of none."""
    return org.make("/items", {"name": "Shirt", "variants": SIZES if sizes else []})


def change(org: Client, made: dict[str, Any], **body: Any) -> dict[str, Any]:
    """The list as it is after an edit, which reads as it was answered."""
    answer = org.patch(f"/price-lists/{made['id']}", RETAIL | body)
    assert answer.status_int == 200, answer.text
    changed: dict[str, Any] = answer.json["data"]
    assert org.read(f"/price-lists/{made['id']}") == changed
    return changed
