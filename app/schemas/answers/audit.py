"""Rows of the trail."""

from marshmallow import fields

from app.lists.catalogue import AUDITED
from app.schemas.answers.fields import Answered, Id, Moment, OneOf, Word


class AuditRow(Answered):
    """A change of a record. Null stands for an operator in `userId` and `tokenId`."""

    id = Id()
    at = Moment()
    action = OneOf("INSERT", "UPDATE", "DELETE")
    table = OneOf(*AUDITED)
    record_id = Word()
    user_id = Id(null=True)
    token_id = Id(null=True)
    request_id = Word(null=True)
    before = fields.Dict(required=True, allow_none=True)
    after = fields.Dict(required=True, allow_none=True)
