"""The body of a warehouse."""

from app.schemas.body import BodySchema
from app.schemas.compound import AddressField
from app.schemas.fields import StrictBoolean, Text


class WarehouseBody(BodySchema):
    """A warehouse, as it is imported."""

    code = Text(min=1, max=50, required=True)
    name = Text(min=1, max=191, required=True)
    is_default = StrictBoolean(load_default=False)
    address = AddressField()
