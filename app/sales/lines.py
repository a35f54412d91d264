"""Lines of a sales document: what the caller left out comes from the item, then the tax is worked out."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from app.database import Row, Transaction
from app.errors import Invalid
from app.ids import new_id
from app.money import ZERO
from app.tax.area import area_quantity
from app.tax.gst import LineInput, TaxedLine

_FROM_THE_ITEM = ("description", "hsn_or_sac", "unit", "rate", "tax_rate_percent")
_WITHOUT_AN_ITEM: Row = {
    "hsn_or_sac": None,
    "unit": "PCS",
    "tax_rate_percent": ZERO,
    "is_price_inclusive": False,
    "track_inventory": False,
    "default_length_unit": None,
}


def complete_lines(
    tx: Transaction, lines: Sequence[Row], *, day: date, price_list_id: str | None
) -> list[Row]:
    """The lines with every field settled; `day` chooses the prices in force.

    Raises Invalid for every line that names an item or a variant which is not there, and TaxError for an
    area that cannot be billed.
    """
    facts = _facts(tx, lines, day, price_list_id)
    return [_completed(place, line, facts.get(place, _WITHOUT_AN_ITEM)) for place, line in enumerate(lines)]


def _facts(tx: Transaction, lines: Sequence[Row], day: date, price_list_id: str | None) -> dict[int, Row]:
    places = [place for place, line in enumerate(lines) if line["item_id"] or line["item_variant_id"]]
    if not places:
        return {}
    rows = tx.all(
        "invoices.item_facts",
        item_ids=[lines[place]["item_id"] for place in places],
        item_variant_ids=[lines[place]["item_variant_id"] for place in places],
        price_list_id=price_list_id,
        day=day,
    )
    facts = {places[row["place"]]: row for row in rows}
    missing = [detail for place in places for detail in _missing(place, lines[place], facts[place])]
    if missing:
        raise Invalid(missing)
    return facts


def _missing(place: int, line: Row, facts: Row) -> list[tuple[str, str]]:
    if facts["item_id"] is None and line["item_id"]:
        return [(f"lines.{place}.itemId", "Names no item of this organization.")]
    if facts["item_variant_id"] is None and line["item_variant_id"]:
        return [(f"lines.{place}.itemVariantId", "Names no variant of the line's item.")]
    return []


def _completed(place: int, line: Row, facts: Row) -> Row:
    line = line | {name: facts.get(name) for name in _FROM_THE_ITEM if line[name] is None}
    line |= {"is_price_inclusive": facts["is_price_inclusive"], "track_inventory": facts["track_inventory"]}
    if line["width"] is not None and line["height"] is not None:
        line["length_unit"] = line["length_unit"] or facts["default_length_unit"]
        line["quantity"] = area_quantity(
            place,
            width=line["width"],
            height=line["height"],
            length_unit=line["length_unit"],
            unit=line["unit"],
            qty_count=line["qty_count"],
        )
    return line


def line_input(line: Row) -> LineInput:
    """What the tax of a completed line depends on."""
    return LineInput(
        quantity=line["quantity"],
        rate=line["rate"],
        tax_rate_percent=line["tax_rate_percent"],
        discount=line["discount"],
        is_price_inclusive=line["is_price_inclusive"],
    )


def stored_lines(lines: Sequence[Row], taxed: Sequence[TaxedLine]) -> list[dict[str, Any]]:
    """The rows to store, each with an id and its place."""
    return [
        line
        | {
            "id": new_id("inl"),
            "sort_order": place,
            "taxable_amount": tax.taxable_amount,
            "cgst_amount": tax.cgst_amount,
            "sgst_amount": tax.sgst_amount,
            "igst_amount": tax.igst_amount,
            "total": tax.total,
        }
        for place, (line, tax) in enumerate(zip(lines, taxed, strict=True))
    ]
