"""Customers, their contacts, and vendors."""

from app.schemas.answers.fields import Amount, Flag, Id, Moment, One, Whole, Word
from app.schemas.answers.records import Address, Dated, Signed


class _Party(Signed):
    display_name = Word()
    legal_name = Word(null=True)
    email = Word(null=True)
    phone = Word(null=True)
    gstin = Word(null=True)
    pan = Word(null=True)
    currency_code = Word()
    payment_term_id = Id(null=True)
    payment_terms_days = Whole(min=0, max=365)
    place_of_supply_state_code = Word(null=True)
    billing_address = One(Address, null=True)
    shipping_address = One(Address, null=True)
    opening_balance = Amount()
    notes = Word(null=True)
    is_active = Flag()


class Customer(_Party):
    """Somebody who buys."""

    price_list_id = Id(null=True)
    salesperson_id = Id(null=True)
    tenant_org_id = Id(null=True)
    portal_enabled = Flag()
    portal_enabled_at = Moment(null=True)


class CustomerContact(Dated):
    """A person to speak to at a customer's."""

    customer_id = Id()
    name = Word()
    email = Word(null=True)
    phone = Word(null=True)
    role_label = Word(null=True)
    is_primary = Flag()
    enabled = Flag()
    invited_at = Moment(null=True)
    last_login_at = Moment(null=True)


class Vendor(_Party):
    """Somebody who sells to the organization."""

    vendor_code = Word(null=True)
    last_lot_sequence = Whole(min=0)
    lead_time_days = Whole(min=0, null=True)
    msme_type = Word(null=True)
    udyam_number = Word(null=True)
    msme_agreed_credit_days = Whole(min=0, max=45, null=True)
    msme_has_agreement = Flag()
