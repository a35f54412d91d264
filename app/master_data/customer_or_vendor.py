"""Parts that customers and vendors share: searched columns, answers, and addresses."""

from app.lists.building import SEARCHED_REFERENCE
from app.postgres.database import Row, jsonb
from app.schemas.answers.fields import Amount, Boolean, Id, Integer, One, OneOf, Word
from app.schemas.answers.record_base import Address, Signed
from app.tax.supplies import CATEGORIES

PARTY_FIELDS = {
    "display_name": "display name",
    "gstin": "GSTIN",
    "phone": "phone",
    "email": "e-mail",
    **SEARCHED_REFERENCE,
}
_ADDRESSES = ("billing_address", "shipping_address")


class CustomerOrVendor(Signed):
    """A customer or vendor."""

    display_name = Word()
    legal_name = Word(null=True)
    email = Word(null=True)
    phone = Word(null=True)
    gstin = Word(null=True)
    pan = Word(null=True)
    currency_code = Word()
    payment_term_id = Id(null=True)
    payment_terms_days = Integer(min=0, max=365)
    place_of_supply_state_code = Word(null=True)
    billing_address = One(Address, null=True)
    shipping_address = One(Address, null=True)
    opening_balance = Amount()
    notes = Word(null=True)
    is_active = Boolean()
    gst_category = OneOf(*CATEGORIES)
    external_reference = Word(null=True)


def with_addresses(record: Row) -> Row:
    """Return the record with its addresses marked to be stored as JSON, as they are on the wire; null stays null."""
    marked = {field: jsonb(record[field]) for field in _ADDRESSES if record.get(field) is not None}
    return record | marked
