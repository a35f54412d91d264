"""The body of a request that creates many records, and its answer."""

from typing import Any

from marshmallow import Schema, fields

from app.schemas.answers.fields import Answered, Integer, Many, One, OneOf, Word
from app.schemas.answers.outcomes import CODES, ErrorDetail, WriteWarning
from app.schemas.body import BodySchema
from app.schemas.fields import StrictBoolean
from app.schemas.strict import Count, Strict, messages

MOST_RECORDS = 200
CREATED, LEAST_ERROR, MOST_ERROR = 201, 400, 499


class Unchecked(Strict, fields.List[Any]):
    """A list of bodies, each of which is checked later by itself."""

    default_error_messages = messages(invalid="Must be a list.")

    def __init__(self, body: BodySchema) -> None:
        super().__init__(fields.Nested(body), validate=Count(min=1, max=MOST_RECORDS), required=True)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return value


class BulkBody(BodySchema):
    """Many records of one kind. With `allOrNothing` nothing is written where anything is wrong."""

    all_or_nothing = StrictBoolean(load_default=False)


class BulkError(Answered):
    """The reason why one record was not written."""

    code = OneOf(*CODES)
    message = Word()
    help = Word()
    details = Many(ErrorDetail, required=False)


def bulk_of(body: BodySchema) -> BodySchema:
    """Return the body with many `records` of a kind."""
    name = f"Bulk{type(body).__name__}"
    made: type[BodySchema] = type(
        name, (BulkBody,), {"__doc__": BulkBody.__doc__, "records": Unchecked(body)}
    )
    return made()


def results_of(written: type[Schema]) -> type[Answered]:
    """Return the answer with a result for each record; its `data` is the answer to a request that writes one."""
    fields = {
        "index": Integer(min=0, max=MOST_RECORDS - 1),
        "status": Integer(min=CREATED, max=MOST_ERROR),
        "data": One(written, required=False),
        "warnings": Many(WriteWarning, required=False),
        "error": One(BulkError, required=False),
    }
    about = "The result of one record: `data` if it was written, else `error`."
    result: type[Answered] = type(
        f"{written.__name__}Result", (Answered,), {"__doc__": about, "__module__": __name__, **fields}
    )
    every = {"__doc__": "The result of each record, in the order of the request.", "results": Many(result)}
    return type(f"{written.__name__}Results", (Answered,), every)
