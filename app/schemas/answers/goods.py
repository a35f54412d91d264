"""Items, their variants and groups, price lists."""

from app.schemas.answers.fields import Anything, Day, Figure, Flag, Id, Many, OneOf, Whole, Word
from app.schemas.answers.records import Dated, Signed
from app.schemas.items import LENGTH_UNITS, PRICING_MODES, TYPES
from app.schemas.numbers import SAFE_INTEGER
from app.schemas.price_lists import TYPES as PRICE_LIST_TYPES


class ItemVariant(Dated):
    """A size in which an item is sold."""

    item_id = Id()
    size = Word()
    sku = Word(null=True)
    barcode = Word(null=True)
    selling_price = Figure(min=0, null=True)
    purchase_price = Figure(min=0, null=True)
    is_active = Flag()
    sort_order = Whole(min=-SAFE_INTEGER, max=SAFE_INTEGER)


class ItemRow(Signed):
    """Goods or a service, as lists have it."""

    name = Word()
    sku = Word(null=True)
    hsn_or_sac = Word(null=True)
    type = OneOf(*TYPES)
    group_id = Id(null=True)
    size_module_id = Word(null=True)
    unit = Word()
    pricing_mode = OneOf(*PRICING_MODES)
    default_length_unit = OneOf(*LENGTH_UNITS, null=True)
    master_unit = Word(null=True)
    pieces_per_master = Figure(min=0)
    selling_price = Figure(min=0)
    purchase_price = Figure(min=0)
    is_price_inclusive = Flag()
    tax_rate_id = Id(null=True)
    description = Word(null=True)
    reorder_quantity = Figure(min=0)
    barcode = Word(null=True)
    track_inventory = Flag()
    is_active = Flag()
    primary_vendor_id = Id(null=True)
    axes = Many(Anything())


class Item(ItemRow):
    """Goods or a service, with its variants."""

    variants = Many(ItemVariant)


class ItemGroup(Signed):
    """A group of items, in a tree."""

    name = Word()
    parent_group_id = Id(null=True)
    sort_order = Whole(min=-SAFE_INTEGER, max=SAFE_INTEGER)
    description = Word(null=True)


class PriceListEntry(Dated):
    """What an item, or one of its variants, costs under a price list."""

    price_list_id = Id()
    item_id = Id()
    item_variant_id = Id(null=True)
    rate = Figure(min=0)


class PriceListRow(Dated):
    """A price list, as lists have it."""

    name = Word()
    type = OneOf(*PRICE_LIST_TYPES)
    description = Word(null=True)
    is_active = Flag()
    is_default = Flag()
    effective_from = Day(null=True)
    effective_to = Day(null=True)


class PriceList(PriceListRow):
    """A price list with its entries."""

    entries = Many(PriceListEntry)
