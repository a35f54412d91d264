"""The body of a customer."""

from app.schemas.body import Body
from app.schemas.compound import Address
from app.schemas.fields import AnyLongText, AnyText, CurrencyCode, Flag, Key, Text
from app.schemas.numbers import ZERO, Money


class Customer(Body):
    """POST and PATCH /customers."""

    display_name = Text(min=1, max=191, required=True)
    legal_name = AnyText()
    email = AnyText()
    phone = AnyText()
    gstin = AnyText()
    pan = AnyText()
    currency_code = CurrencyCode(load_default="INR")
    payment_term_id = Key()
    price_list_id = Key()
    salesperson_id = Text(min=1, max=30, load_default=None)
    place_of_supply_state_code = AnyText()
    billing_address = Address()
    shipping_address = Address()
    opening_balance = Money(min=0, load_default=ZERO)
    notes = AnyLongText()
    is_active = Flag(load_default=True)
