"""The body of a warehouse."""

from app.schemas.body import Body
from app.schemas.compound import Address
from app.schemas.fields import Flag, Text


class Warehouse(Body):
    """A warehouse, as it is imported."""

    code = Text(min=1, max=50, required=True)
    name = Text(min=1, max=191, required=True)
    is_default = Flag(load_default=False)
    address = Address()
