"""Fields that records share."""

from marshmallow import fields, validate

from app.schemas.answers.fields import Answered, Id, Moment


class Owned(Answered):
    """A record of an organization."""

    id = Id()
    organization_id = Id()


class Dated(Owned):
    """A record with the times of its creation and last change."""

    created_at = Moment()
    updated_at = Moment()


class Signed(Dated):
    """A record with the users who created and changed it; null stands for an operator."""

    created_by = Id(null=True)
    updated_by = Id(null=True)


def _part(most: int, least: int | None = None) -> fields.String:
    return fields.String(allow_none=True, validate=validate.Length(least, most))


class Address(Answered):
    """An address, with the keys that were sent."""

    line1 = _part(255)
    line2 = _part(255)
    city = _part(100)
    state = _part(100)
    state_code = _part(2, 2)
    pincode = _part(10)
    country = _part(100)
