"""Parts that customers and vendors share: searched columns, answers, and addresses."""

from app.lists.building import SEARCHED_REFERENCE
from app.postgres.database import Row, jsonb
from app.schemas.answers.derived import answer_of
from app.schemas.answers.fields import One, OneOf
from app.schemas.answers.record_base import Address, Owned, Signed
from app.schemas.body import BodySchema
from app.schemas.strict import AnyField
from app.tax.supplies import CATEGORIES

PARTY_FIELDS = {
    "display_name": "display name",
    "gstin": "GSTIN",
    "phone": "phone",
    "email": "e-mail",
    **SEARCHED_REFERENCE,
}
_ADDRESSES = ("billing_address", "shipping_address")


def party_answer(body: type[BodySchema], **own: AnyField) -> type[Owned]:
    """Return the schema of the answer for a customer or vendor. `own` are the fields of `answer_of` that differ between
    the two."""
    addresses = {name: One(Address, null=True) for name in _ADDRESSES}
    return answer_of(body, Signed, **addresses, gst_category=OneOf(*CATEGORIES), **own)


def with_addresses(record: Row) -> Row:
    """Return the record with its addresses marked to be stored as JSON, as they are on the wire; null stays null."""
    marked = {field: jsonb(record[field]) for field in _ADDRESSES if record.get(field) is not None}
    return record | marked
