"""The bodies of an item, its variants and its core update."""

from typing import Any

from app.schemas.body import Body
from app.schemas.compound import Json, Object, Rows
from app.schemas.fields import AnyLongText, AnyText, Choice, Flag, Key, PriceInclusive, Text
from app.schemas.numbers import ONE, ZERO, Price, Quantity, Whole
from app.schemas.strict import optional

TYPES = ("GOODS", "SERVICE", "BUNDLE")
PRICING_MODES = ("PCS", "AREA")
LENGTH_UNITS = ("MM", "CM", "M", "IN", "FT")


class ItemVariant(Body):
    """An element of `variants`."""

    id = Key()
    size = Text(load_default="")
    sku = AnyText()
    barcode = AnyText()
    selling_price = Price(load_default=None)
    purchase_price = Price(load_default=None)
    is_active = Flag(load_default=True)
    sort_order = Whole(load_default=None)


class ItemVariantChange(ItemVariant):
    """An element of `variants` in PATCH, where `id` names one to keep: what is left out stays as it is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "partial": True})


class ItemCore(Body):
    """PATCH /items/{id}/core: replaces these columns as a whole, so `create` reads it."""

    name = Text(min=1, max=191, required=True)
    sku = AnyText()
    hsn_or_sac = AnyText()
    barcode = AnyText()
    description = AnyLongText()
    type = Choice(*TYPES, load_default="GOODS")
    unit = Text(min=1, max=20, load_default="PCS")
    selling_price = Price(load_default=ZERO)
    purchase_price = Price(load_default=ZERO)
    track_inventory = Flag(load_default=False)


class ItemChange(ItemCore):
    """PATCH /items/{id}."""

    group_id = Key()
    size_module_id = AnyText()
    master_unit = AnyText()
    pieces_per_master = Quantity(above=0, load_default=ONE)
    is_price_inclusive = PriceInclusive(load_default="inherit")
    tax_rate_id = Key()
    primary_vendor_id = Key()
    reorder_quantity = Quantity(min=0, load_default=ZERO)
    is_active = Flag(load_default=True)
    pricing_mode = Choice(*PRICING_MODES, load_default="PCS")
    default_length_unit = Choice(*LENGTH_UNITS, **optional({}))
    variants = Rows(Object(ItemVariantChange), load_default=list)
    axes = Rows(Json(allow_none=True), load_default=list)


class Item(ItemChange):
    """POST /items."""

    change_schema = ItemChange

    variants = Rows(Object(ItemVariant), load_default=list)
