"""The body of a price list and its entries."""

from app.schemas.body import Body
from app.schemas.compound import Object, Rows
from app.schemas.fields import AnyLongText, Choice, Day, Flag, Key, Text
from app.schemas.numbers import Price

TYPES = ("SELLING", "PURCHASE")


class PriceListEntry(Body):
    """An element of `entries`."""

    item_id = Text(min=1, required=True)
    item_variant_id = Key()
    rate = Price(required=True)


class PriceList(Body):
    """POST and PATCH /price-lists."""

    name = Text(min=1, max=150, required=True)
    type = Choice(*TYPES, required=True)
    description = AnyLongText()
    effective_from = Day(load_default=None)
    effective_to = Day(load_default=None)
    is_active = Flag(load_default=True)
    is_default = Flag(load_default=False)
    entries = Rows(Object(PriceListEntry), load_default=list)
