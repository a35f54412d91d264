"""The bodies of a vendor and its MSME block."""

from typing import Any

from app.schemas.body import Body
from app.schemas.compound import Address
from app.schemas.fields import AnyLongText, AnyText, CurrencyCode, Flag, Text
from app.schemas.numbers import ZERO, AnyWhole, Money, Whole

# MSMED Act 2006, section 15: an agreed credit period may not exceed 45 days.
MOST_AGREED_CREDIT_DAYS = 45
# Nobody waits longer than a hundred years.
MOST_LEAD_TIME_DAYS = 36_500
MSME_BLOCK = ("msme_type", "udyam_number", "msme_agreed_credit_days")


class VendorChange(Body):
    """PATCH /vendors/{id}: as POST, except that the MSME keys may be absent."""

    display_name = Text(min=1, max=191, required=True)
    vendor_code = AnyText()
    legal_name = AnyText()
    email = AnyText()
    phone = AnyText()
    gstin = AnyText()
    pan = AnyText()
    place_of_supply_state_code = AnyText()
    currency_code = CurrencyCode(load_default="INR")
    payment_terms_days = Whole(min=0, max=365, load_default=0)
    opening_balance = Money(min=0, load_default=ZERO)
    billing_address = Address()
    shipping_address = Address()
    notes = AnyLongText()
    is_active = Flag(load_default=True)
    lead_time_days = AnyWhole(min=0, max=MOST_LEAD_TIME_DAYS, required=True)
    msme_type = AnyText()
    udyam_number = AnyText()
    msme_agreed_credit_days = AnyWhole(min=0, max=MOST_AGREED_CREDIT_DAYS)
    msme_has_agreement = Flag()

    def change(self, data: Any) -> dict[str, Any]:
        """As every change; one MSME key replaces the block, so that those left out become null.

        No type is no block: null as the type clears all of it.
        """
        changes = super().change(data)
        if changes.keys().isdisjoint(MSME_BLOCK):
            return changes
        if changes.get("msme_type", "not named") is None:
            return changes | dict.fromkeys(MSME_BLOCK)
        return dict.fromkeys(MSME_BLOCK) | changes


class Vendor(VendorChange):
    """POST /vendors: the MSME keys are required; each may be null."""

    change_schema = VendorChange

    msme_type = AnyText(required=True)
    udyam_number = AnyText(required=True)
    msme_agreed_credit_days = AnyWhole(min=0, max=MOST_AGREED_CREDIT_DAYS, required=True)
    msme_has_agreement = Flag(load_default=False)
