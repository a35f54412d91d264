"""Events."""

from marshmallow import fields

from app.events.types import EVENT_TYPES, TEST
from app.schemas.answers.fields import Answered, Id, Moment, OneOf


class Event(Answered):
    """An event: `data` is the record as it read then, or its id alone if it was deleted."""

    id = Id()
    type = OneOf(*EVENT_TYPES, TEST)
    created_at = Moment()
    record_id = Id()
    data = fields.Dict(required=True)
