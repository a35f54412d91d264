"""The body of an item group."""

from app.schemas.body import Body
from app.schemas.fields import AnyLongText, Key, Text
from app.schemas.numbers import Whole


class ItemGroup(Body):
    """POST and PATCH /item-groups."""

    name = Text(min=1, max=191, required=True)
    parent_group_id = Key()
    sort_order = Whole(load_default=0)
    description = AnyLongText()
