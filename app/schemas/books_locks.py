"""The body of the lock of the books."""

from app.schemas.body import BodySchema
from app.schemas.fields import StrictDate


class BooksLockBody(BodySchema):
    """PUT /books-lock."""

    locked_through = StrictDate(required=True, allow_none=True)
