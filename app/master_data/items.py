"""Items and their size variants."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from app.documents.own_references import one_per_reference
from app.documents.warned_writes import tell
from app.ids import new_id
from app.lists.building import ACTIVE, REFERENCE, SEARCHED_REFERENCE, by_creation
from app.master_data.declaration import KEEPS, MasterDataKind
from app.master_data.guarded_deletes import hold_to_delete, refuse_goods
from app.master_data.plausibility import OF_AN_ITEM, item_warnings
from app.master_data.records import Records, refuse_dangling
from app.master_data.variants import NEW, plan
from app.postgres.database import Row, Transaction, jsonb
from app.schemas.answers import fields as answers
from app.schemas.answers.derived import answer_of, row_of
from app.schemas.answers.record_base import Dated, Signed
from app.schemas.body import BodySchema
from app.schemas.compound import AnyJson, Object, Rows
from app.schemas.fields import (
    LENGTH_UNITS,
    AnyLongText,
    AnyText,
    Choice,
    ExternalReference,
    PriceInclusive,
    RelatedId,
    StrictBoolean,
    Text,
)
from app.schemas.numbers import ONE, SAFE_INTEGER, ZERO, CessPercent, Price, Quantity, StrictInteger
from app.schemas.strict import AnyField, optional
from app.tax.supplies import TAXABILITIES, TAXABLE

ITEM_TYPES = ("GOODS", "SERVICE", "BUNDLE")
PRICING_MODES = ("PCS", "AREA")
ITEM_REFERENCES = ("group_id", "tax_rate_id", "primary_vendor_id")
VARIANT_COLUMNS = tuple(NEW)
_SEARCHED = {
    "name": "name",
    "sku": "SKU",
    "barcode": "barcode",
    "hsn_or_sac": "HSN or SAC",
    **SEARCHED_REFERENCE,
}
CORE_EXAMPLE = {
    "name": "Shirt",
    "hsnOrSac": "610510",
    "unit": "PCS",
    "sellingPrice": 500,
    "trackInventory": True,
}


class ItemVariantBody(BodySchema):
    """An element of `variants`."""

    id = RelatedId()
    size = Text(load_default="")
    sku = AnyText()
    barcode = AnyText()
    selling_price = Price(load_default=None)
    purchase_price = Price(load_default=None)
    is_active = StrictBoolean(load_default=True)
    sort_order = StrictInteger(load_default=None)


class ItemVariantChange(ItemVariantBody):
    """An element of `variants` in PATCH, where `id` names one to keep: what is left out stays as it is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "partial": True})


class ItemCoreBody(BodySchema):
    """PATCH /items/{id}/core: replaces these columns as a whole, so `create` reads it."""

    name = Text(min=1, max=191, required=True)
    sku = AnyText()
    hsn_or_sac = AnyText()
    barcode = AnyText()
    description = AnyLongText()
    type = Choice(*ITEM_TYPES, load_default="GOODS")
    unit = Text(min=1, max=20, load_default="PCS")
    selling_price = Price(load_default=ZERO)
    purchase_price = Price(load_default=ZERO)
    track_inventory = StrictBoolean(load_default=False)


class ItemChange(ItemCoreBody):
    """PATCH /items/{id}."""

    group_id = RelatedId()
    size_module_id = AnyText()
    master_unit = AnyText()
    pieces_per_master = Quantity(above=0, load_default=ONE)
    is_price_inclusive = PriceInclusive(load_default="inherit")
    tax_rate_id = RelatedId()
    primary_vendor_id = RelatedId()
    reorder_quantity = Quantity(min=0, load_default=ZERO)
    is_active = StrictBoolean(load_default=True)
    pricing_mode = Choice(*PRICING_MODES, load_default="PCS")
    default_length_unit = Choice(*LENGTH_UNITS, **optional({}))
    variants = Rows(Object(ItemVariantChange), load_default=list)
    axes = Rows(AnyJson(allow_none=True), load_default=list)
    taxability = Choice(*TAXABILITIES, load_default=TAXABLE)
    cess_rate_percent = CessPercent(load_default=ZERO)
    external_reference = ExternalReference()


class ItemBody(ItemChange):
    """Goods or a service."""

    change_schema = ItemChange

    variants = Rows(Object(ItemVariantBody), load_default=list)


class ItemVariant(Dated):
    """A size in which an item is sold."""

    item_id = answers.Id()
    size = answers.Word()
    sku = answers.Word(null=True)
    barcode = answers.Word(null=True)
    selling_price = answers.Figure(min=0, null=True)
    purchase_price = answers.Figure(min=0, null=True)
    is_active = answers.Boolean()
    sort_order = answers.Integer(min=-SAFE_INTEGER, max=SAFE_INTEGER)


_ANSWERED_OTHERWISE: Mapping[str, AnyField] = {
    "is_price_inclusive": answers.Boolean(),
    "axes": answers.Many(answers.Anything()),
    "cess_rate_percent": answers.Figure(min=0, max=999),
}


class Items(Records):
    """Items; all but list rows carry `variants`. A body without `variants` leaves them as they are."""

    parts = MappingProxyType({"variants": "variants"})

    def __init__(self) -> None:
        super().__init__("items", "itm")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert an item and its variants. Ids of variants in the body are ignored."""
        refuse_dangling(tx, "items", body, ITEM_REFERENCES)
        _look_at(tx, body, body)
        variants = plan([variant | {"id": None} for variant in body["variants"]], [])
        item_id = new_id(self.prefix)
        tx.execute("items.insert", **_columns(body), id=item_id)
        _insert_variants(tx, item_id, variants)
        return item_id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change an item; `variants`, when the body has them, become all that the item has."""
        refuse_dangling(tx, "items", body, ITEM_REFERENCES, current)
        _look_at(tx, body, current | body)
        tx.execute("items.update", **_columns(current | body))
        if "variants" in body:
            _put_variants(tx, current["id"], body["variants"])

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark the item and its variants deleted. Raise NotFound, and Conflict while goods are on hand."""
        hold_to_delete(tx, "items", id)
        refuse_goods(tx.all("items.hold_goods", item_id=id, kept=[]))
        super().delete(tx, id)
        tx.execute("items.delete_variants", item_id=id)


def _look_at(tx: Transaction, body: Row, item: Row) -> None:
    """Warn about implausible codes of an item."""
    if OF_AN_ITEM.isdisjoint(body):
        return
    facts: Row = {"turnover_above_5_crore": False, "rate_percent": None}
    if item["hsn_or_sac"] or item["tax_rate_id"]:
        facts = tx.one("items.looked_at", tax_rate_id=item["tax_rate_id"]) or facts
    tell(tx, item_warnings(body, item, facts))


def _columns(item: Row) -> Row:
    return {**item, "axes": jsonb(item["axes"])}


def _put_variants(tx: Transaction, item_id: str, sent: Sequence[Row]) -> None:
    """Replace the item's variants by the sent ones, in one statement for each kind of change.

    Raise Invalid, and Conflict where goods are on hand of one that was not sent. A blank variant with goods may stay
    although it was not sent: the service makes such variants by itself, and a caller who read the item before does not
    know it.
    """
    live = {variant["id"]: variant for variant in tx.all("items.live_variants", item_id=item_id)}
    rows = plan(sent, list(live.values()))
    kept = [row for row in rows if row["id"]]
    if len(kept) < len(live):
        _drop_variants(tx, item_id, [row["id"] for row in kept], has_others=bool(rows))
    changed = [row for row in kept if row != live[row["id"]]]
    tx.execute("items.update_variants", item_id=item_id, **_arrays(changed))
    _insert_variants(tx, item_id, [row for row in rows if row["id"] is None])


def _drop_variants(tx: Transaction, item_id: str, kept: list[str], *, has_others: bool) -> None:
    # Statements of their own: each must see what those did that the one before waited for.
    hold_to_delete(tx, "items", item_id)
    positions = tx.all("items.hold_goods", item_id=item_id, kept=kept)
    refuse_goods([row for row in positions if not row["is_blank"]])
    tx.execute("items.drop_variants", item_id=item_id, kept=kept, has_others=has_others)


def _insert_variants(tx: Transaction, item_id: str, rows: Sequence[Row]) -> None:
    new = [row | {"id": new_id("var")} for row in rows]
    tx.execute("items.insert_variants", item_id=item_id, **_arrays(new))


def _arrays(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """Return the rows as one array for each column."""
    return {column: [row[column] for row in rows] for column in VARIANT_COLUMNS}


KIND = MasterDataKind(
    one="item",
    module="items",
    records=Items(),
    body=ItemBody(),
    record=answer_of(ItemBody, Signed, variants=answers.Many(ItemVariant), **_ANSWERED_OTHERWISE),
    row=row_of(ItemBody, Signed, "variants", **_ANSWERED_OTHERWISE),
    listing=by_creation(
        "name",
        ACTIVE,
        REFERENCE,
        searched=_SEARCHED,
    ),
    constraints=(one_per_reference("items"),),
    delete_errors=("conflict",),
    about="Goods and services, with the sizes in which they are sold.",
    says={
        "list": "Without variants.",
        "update": KEEPS
        + "`variants`, where sent, are the whole list: one with an `id`, or with the size of one that "
        "is there, changes that one; others are new; those that nobody means are deleted, unless goods are on "
        "hand of one: 409.",
        "delete": "Its variants go with it. Documents that name it stay as they are. While goods are on hand: 409.",
    },
    words={
        "axes": "Any values, kept as they come; at most 8 levels deep.",
        "defaultLengthUnit": "The unit of a line's width and height where the line names none.",
        "groupId": "The item group.",
        "isPriceInclusive": "True if prices include tax.",
        "ItemVariant.purchasePrice": "Null: the item's.",
        "ItemVariant.sellingPrice": "Null: the item's.",
        "masterUnit": "The larger unit that the item is packed in.",
        "piecesPerMaster": "The number of pieces that the larger unit holds.",
        "pricingMode": "By the piece, or by area from width and height.",
        "primaryVendorId": "The vendor whom it is usually bought from.",
        "purchasePrice": "The cost of one unit to the organization.",
        "reorderQuantity": "The quantity to order when it runs low.",
        "sellingPrice": "The selling price of one unit.",
        "size": "The size; no two variants of an item have the same, except blank ones.",
        "sizeModuleId": "Free text.",
        "sku": "Stock keeping unit. Nothing keeps two items from having the same.",
        "taxRateId": "The tax rate.",
        "trackInventory": "True if sent invoices move its stock.",
        "variants": "The sizes in which it is sold.",
    },
    example=CORE_EXAMPLE | {"variants": [{"size": "M"}, {"size": "L", "sellingPrice": 520}]},
    change=CORE_EXAMPLE,
)
