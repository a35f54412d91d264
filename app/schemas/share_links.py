"""The body of a share link."""

from app.schemas.body import BodySchema
from app.schemas.numbers import StrictInteger
from app.schemas.strict import optional

MOST_DAYS = 365


class ShareBody(BodySchema):
    """POST /invoices/{id}/share."""

    days = StrictInteger(min=1, max=MOST_DAYS, **optional({}))
