"""Events."""

from marshmallow import fields

from app.events.types import EVENT_TYPES, TEST
from app.schemas.answers.fields import Answered, Id, Moment, OneOf


class Event(Answered):
    """What happened to a record. `data` is the record as it read then, of a deleted one its id alone."""

    id = Id()
    type = OneOf(*EVENT_TYPES, TEST)
    created_at = Moment()
    record_id = Id()
    data = fields.Dict(required=True)
