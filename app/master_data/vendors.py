"""Vendors, and the block of facts about a micro, small or medium enterprise."""

from typing import Any

from app.documents.own_references import one_per_reference
from app.documents.warned_writes import tell
from app.lists.building import ACTIVE, REFERENCE, by_creation
from app.master_data.customer_or_vendor import PARTY_FIELDS, party_answer, with_addresses
from app.master_data.declaration import KEEPS, MasterDataKind
from app.master_data.guarded_deletes import TradePartners
from app.master_data.plausibility import party_warnings
from app.postgres.database import Row, Transaction
from app.schemas.answers import fields as answers
from app.schemas.body import BodySchema
from app.schemas.compound import AddressField
from app.schemas.fields import (
    AnyLongText,
    AnyText,
    Choice,
    CurrencyCode,
    ExternalReference,
    StrictBoolean,
    Text,
)
from app.schemas.numbers import ZERO, AnyInteger, Money, StrictInteger
from app.schemas.strict import optional
from app.tax.supplies import CATEGORIES

# MSMED Act 2006, section 15: an agreed credit period may not exceed 45 days.
MOST_AGREED_CREDIT_DAYS = 45
# Nobody waits longer than a hundred years.
MOST_LEAD_TIME_DAYS = 36_500
MSME_BLOCK = ("msme_type", "udyam_number", "msme_agreed_credit_days")


class VendorChange(BodySchema):
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
    payment_terms_days = StrictInteger(min=0, max=365, load_default=0)
    opening_balance = Money(min=0, load_default=ZERO)
    billing_address = AddressField()
    shipping_address = AddressField()
    notes = AnyLongText()
    is_active = StrictBoolean(load_default=True)
    gst_category = Choice(*CATEGORIES, **optional({}))
    external_reference = ExternalReference()
    lead_time_days = AnyInteger(min=0, max=MOST_LEAD_TIME_DAYS, required=True)
    msme_type = AnyText()
    udyam_number = AnyText()
    msme_agreed_credit_days = AnyInteger(min=0, max=MOST_AGREED_CREDIT_DAYS)
    msme_has_agreement = StrictBoolean()

    def change(self, data: Any) -> dict[str, Any]:
        """Load a change. One MSME key replaces the block: those left out become null.

        A null type clears the whole block.
        """
        changes = super().change(data)
        if changes.keys().isdisjoint(MSME_BLOCK):
            return changes
        if changes.get("msme_type", "not named") is None:
            return changes | dict.fromkeys(MSME_BLOCK)
        return dict.fromkeys(MSME_BLOCK) | changes


class VendorBody(VendorChange):
    """A vendor."""

    change_schema = VendorChange

    msme_type = AnyText(required=True)
    udyam_number = AnyText(required=True)
    msme_agreed_credit_days = AnyInteger(min=0, max=MOST_AGREED_CREDIT_DAYS, required=True)
    msme_has_agreement = StrictBoolean(load_default=False)


class Vendors(TradePartners):
    """The vendors of an organization."""

    def __init__(self) -> None:
        super().__init__("vendors", "ven")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a vendor."""
        tell(tx, party_warnings(body))
        return super().create(tx, with_addresses(body))

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a vendor; with the MSME block goes the agreement it was about."""
        if "msme_type" in body and not any(body[field] is not None for field in MSME_BLOCK):
            body = body | {"msme_has_agreement": False}
        tell(tx, party_warnings(body, current))
        super().change(tx, with_addresses(current), with_addresses(body))


KIND = MasterDataKind(
    one="vendor",
    module="vendors",
    records=Vendors(),
    body=VendorBody(),
    record=party_answer(
        VendorBody,
        payment_term_id=answers.Id(null=True),
        last_lot_sequence=answers.Integer(min=0),
        lead_time_days=answers.Integer(min=0, null=True),
    ),
    listing=by_creation("displayName", ACTIVE, REFERENCE, searched=PARTY_FIELDS),
    constraints=(one_per_reference("vendors"),),
    delete_errors=("conflict",),
    about="Those who sell to the organization.",
    says={
        "create": "`leadTimeDays` and the three MSME fields must be sent and may be null.",
        "update": KEEPS
        + "The MSME fields (`msmeType`, `udyamNumber`, `msmeAgreedCreditDays`) move as a unit: "
        "name one, and those left out become null. `msmeType` null clears all three.",
        "delete": "Its documents stay readable. While an open balance, unspent credit or a draft is left: 409, which "
        "says what.",
    },
    words={
        "lastLotSequence": "Always 0 at present.",
        "leadTimeDays": "Days from order to delivery.",
        "msmeAgreedCreditDays": "Days of credit agreed in writing, at most 45; null: nothing was agreed.",
        "msmeHasAgreement": "True if there is a written agreement.",
        "msmeType": "Micro, small or medium, as the vendor is registered.",
        "paymentTermId": "Always null: a vendor's days are written directly.",
        "udyamNumber": "The number of the vendor's Udyam registration.",
        "vendorCode": "The organization's own code for the vendor.",
    },
    example={
        "displayName": "Supplies LLP",
        "leadTimeDays": 7,
        "msmeType": "MICRO",
        "udyamNumber": "UDYAM-MH-00-0000001",
        "msmeAgreedCreditDays": 30,
        "msmeHasAgreement": True,
    },
)
