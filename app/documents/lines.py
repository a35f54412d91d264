"""Lines of documents: fields that were left out come from the item, then the tax is worked out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.documents.bulk_lookup import Answers, BulkLookup, Combination, look_up
from app.documents.given_back import give_back
from app.documents.parties import Side
from app.errors import names_no
from app.money import ZERO
from app.postgres.database import Row, Transaction
from app.tax.area import area_quantity
from app.tax.gst import TaxedLine, TaxError, TaxKind, of_each
from app.tax.supplies import NON_GST, TAXABLE

NO_VARIANT = "Names no variant of the line's item."
_FROM_THE_ITEM = (
    "description",
    "hsn_or_sac",
    "unit",
    "rate",
    "tax_rate_percent",
    "taxability",
    "cess_rate_percent",
)
_FROM_THE_ORIGINAL = (*_FROM_THE_ITEM, "is_price_inclusive")
_WITHOUT_AN_ITEM: Row = {
    "item_id": None,
    "item_variant_id": None,
    "hsn_or_sac": None,
    "unit": "PCS",
    "tax_rate_percent": ZERO,
    "taxability": TAXABLE,
    "cess_rate_percent": ZERO,
    "is_outside_gst": False,
    "item_type": None,
    "is_price_inclusive": False,
    "track_inventory": False,
    "default_length_unit": None,
    "variant_ids": [],
}


@dataclass(frozen=True)
class Priced:
    """The lines of a document, and what their prices depend on: its price list, if any, and its day."""

    lines: Sequence[Row]
    day: date | None
    price_list_id: str | None


def item_lookups(side: Side, lines: Sequence[Row], edited: str | None = None) -> list[BulkLookup]:
    """Return the lookups of the lines' items: live items, deleted items on the `edited` invoice, and items of a note's
    original lines (`of_original`)."""
    named = [_item(line) for line in lines if _names_an_item(line)]
    statement = "documents.item_facts_of_edit" if edited else "documents.item_facts"
    asked = {
        statement: [item for item in named if not item[-1]],
        "documents.item_facts_of_originals": [item for item in named if item[-1]],
    }
    columns = ("item_ids", "item_variant_ids")
    return [
        BulkLookup(name, columns, items, purchases=side.purchases, edited=edited)
        for name, items in asked.items()
    ]


def facts_by_item(answers: Iterable[Answers]) -> Answers:
    """Return the answers to all of `item_lookups` as one mapping."""
    return {item: row for found in answers for item, row in found.items()}


def item_facts(tx: Transaction, side: Side, lines: Sequence[Row]) -> list[Row]:
    """Return for each line the facts of its item, at the item's own price."""
    items = facts_by_item(look_up(tx, *item_lookups(side, lines)))
    return [items.get(_item(line), _WITHOUT_AN_ITEM) for line in lines]


def priced_facts(tx: Transaction, items: Answers, documents: Sequence[Priced]) -> list[list[Row]]:
    """Return for each line of each document the facts of its item, at the price that the document's list has for it.

    `items` are the answers to `item_lookups`. Where no document has a price list, no statement is run.
    """
    asked = [
        _on_a_list(document, line)
        for document in documents
        if document.price_list_id
        for line in document.lines
        if _names_an_item(line)
    ]
    columns = ("price_list_ids", "days", "item_ids", "item_variant_ids")
    (prices,) = look_up(tx, BulkLookup("documents.list_prices", columns, asked))
    return [
        [
            items.get(_item(line), _WITHOUT_AN_ITEM) | _price(prices.get(_on_a_list(document, line)))
            for line in document.lines
        ]
        for document in documents
    ]


def _names_an_item(line: Row) -> bool:
    return bool(line["item_id"] or line["item_variant_id"])


def _item(line: Row) -> Combination:
    return line["item_id"] or None, line["item_variant_id"] or None, "of_original" in line


def _on_a_list(document: Priced, line: Row) -> Combination:
    return document.price_list_id, document.day, line["item_id"] or None, line["item_variant_id"] or None


def _price(listed: Row | None) -> Row:
    return {"rate": listed["rate"]} if listed else {}


def complete_lines(
    lines: Sequence[Row], facts: Sequence[Row], originals: Mapping[int, Row], kind: TaxKind
) -> list[Row]:
    """Return the lines of a document with every field settled. Raise TaxError for areas that cannot be billed, and for
    more than is left of a line.

    `facts` are those of each line's item, `kind` the taxes of the document. `originals` are stored lines that lines are
    made of, by the places of these: what is left out comes from there. A line of a note gives its original back, which
    has what is `left` of it, and has `figures` of its own then.
    """
    pairs = list(zip(lines, facts, strict=True))
    # A document at fault gives nothing back: it is worked out on copies.
    given_back = [row for row in originals.values() if "left" in row]
    left = {row["id"]: row["left"].copy() for row in given_back}

    def complete(place: int, pair: tuple[Row, Row]) -> Row:
        original = originals.get(place)
        line = _completed(place, *pair, original)
        if original is None or "left" not in original:
            return line
        return give_back(place, line, original, left[original["id"]], kind)

    completed = of_each(pairs, complete)
    for row in given_back:
        row["left"].become(left[row["id"]])
    return completed


def missing_goods(lines: Sequence[Row], facts: Sequence[Row]) -> list[tuple[str, str]]:
    """Return a fault for every line that names an item or a variant which does not exist."""
    pairs = enumerate(zip(lines, facts, strict=True))
    return [detail for place, (line, fact) in pairs for detail in _missing(place, line, fact)]


def _missing(place: int, line: Row, facts: Row) -> list[tuple[str, str]]:
    if facts["item_id"] is None and line["item_id"]:
        return [(f"lines.{place}.itemId", names_no("item"))]
    if facts["item_variant_id"] is None and line["item_variant_id"]:
        return [(f"lines.{place}.itemVariantId", NO_VARIANT)]
    return []


def _completed(place: int, line: Row, facts: Row, original: Row | None) -> Row:
    facts = _with_original(facts, original) if original else facts
    line = line | {"taxability": _taxability(place, line, facts, original)}
    line |= {name: facts.get(name) for name in _FROM_THE_ITEM if line[name] is None}
    line["is_price_inclusive"] = facts["is_price_inclusive"]
    line["track_inventory"] = facts["track_inventory"]
    line["variant_ids"] = facts["variant_ids"]
    if line["width"] is not None and line["height"] is not None:
        line["length_unit"] = line["length_unit"] or facts["default_length_unit"]
        if line["item_id"]:
            # The item's price is for its own unit, so its area is billed in that one whatever the line says.
            line["unit"] = facts["unit"]
        line["quantity"] = area_quantity(
            place,
            width=line["width"],
            height=line["height"],
            length_unit=line["length_unit"],
            unit=line["unit"],
            qty_count=line["qty_count"],
        )
    if line["discount"] is None and original is None:
        line["discount"] = ZERO
    return line


def _taxability(place: int, line: Row, facts: Row, original: Row | None) -> str:
    """Return the taxability that the line states, else its item's.

    An item of a tax that is not GST bears none, unless the line states a percentage, which is GST. Raise TaxError for a
    line that would have to charge another tax than GST.
    """
    stated: str | None = line["taxability"]
    if original is None and facts["is_outside_gst"]:
        if line["tax_rate_percent"] is not None:
            return stated or TAXABLE
        if facts["tax_rate_percent"] and stated in (None, TAXABLE):
            raise TaxError(
                f"lines.{place}.itemId",
                "Bears a tax that is not GST, which no document can charge: state taxRatePercent.",
            )
        return stated or NON_GST
    taxability: str = stated or facts["taxability"]
    return taxability


def _with_original(facts: Row, original: Row) -> Row:
    taken = {name: original[name] for name in _FROM_THE_ORIGINAL}
    return facts | taken | {"default_length_unit": original["length_unit"] or facts["default_length_unit"]}


def taxed_lines(lines: Sequence[Row], taxed: Sequence[TaxedLine]) -> list[dict[str, Any]]:
    """Return the lines with their place and figures."""
    return [
        {name: value for name, value in line.items() if name != "figures"}
        | {
            "sort_order": place,
            "taxable_amount": tax.taxable_amount,
            "cgst_amount": tax.cgst_amount,
            "sgst_amount": tax.sgst_amount,
            "igst_amount": tax.igst_amount,
            "cess_amount": tax.cess_amount,
            "document_discount_share": tax.discount_share,
            "total": tax.total,
        }
        for place, (line, tax) in enumerate(zip(lines, taxed, strict=True))
    ]
