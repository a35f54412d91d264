"""Matching of the variants in a request with the stored ones. Pure: rows in, rows and errors out."""

from collections import defaultdict
from collections.abc import Sequence

from app.errors import Invalid
from app.wire import Row

NEW: Row = {
    "id": None,
    "size": "",
    "sku": None,
    "barcode": None,
    "selling_price": None,
    "purchase_price": None,
    "is_active": True,
    "sort_order": None,
}


def plan(sent: Sequence[Row], live: Sequence[Row]) -> list[Row]:
    """The variants an item is to have, in the order sent.

    A sent variant means the live one that its id names, else the first of its size that no other one means,
    else a new one: its row's `id` is None. What it leaves out is as in the one it means; in a new one, as in
    `NEW`. Without a `sort_order` it stands where it stands in the list.

    Raises Invalid: an id that is not the item's or comes twice, two variants of one size that is not blank.
    """
    by_id = {variant["id"]: variant for variant in live}
    by_size = _unnamed_by_size(sent, live)
    rows: list[Row] = []
    for place, variant in enumerate(sent):
        if variant.get("id"):
            meant = by_id.get(variant["id"], NEW)
        else:
            same_size = by_size[variant.get("size", "")]
            meant = same_size.pop(0) if same_size else NEW
        row = meant | variant | {"id": meant["id"]}
        rows.append(row | {"sort_order": place} if row["sort_order"] is None else row)
    wrong = _wrong_ids(sent, by_id) + _wrong_sizes(rows)
    if wrong:
        raise Invalid(wrong)
    return rows


def _unnamed_by_size(sent: Sequence[Row], live: Sequence[Row]) -> defaultdict[str, list[Row]]:
    named = {variant.get("id") for variant in sent}
    by_size: defaultdict[str, list[Row]] = defaultdict(list)
    for variant in live:
        if variant["id"] not in named:
            by_size[variant["size"]].append(variant)
    return by_size


def _wrong_ids(sent: Sequence[Row], by_id: dict[str, Row]) -> list[tuple[str, str]]:
    wrong, seen = [], set()
    for place, variant in enumerate(sent):
        named = variant.get("id")
        if named and named not in by_id:
            wrong.append((f"variants.{place}.id", "Names no variant of this item."))
        elif named in seen:
            wrong.append((f"variants.{place}.id", "Names a variant that stands in the list before."))
        elif named:
            seen.add(named)
    return wrong


def _wrong_sizes(rows: Sequence[Row]) -> list[tuple[str, str]]:
    wrong, seen = [], set()
    for place, row in enumerate(rows):
        if row["size"] in seen:
            wrong.append((f"variants.{place}.size", "Another variant in the list has this size."))
        if row["size"].strip():
            seen.add(row["size"])
    return wrong
