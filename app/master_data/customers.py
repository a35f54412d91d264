"""Customers, and the records they refer to: terms, prices, salesperson."""

from app.documents.own_references import one_per_reference
from app.documents.warned_writes import tell
from app.lists.building import ACTIVE, REFERENCE, by_creation
from app.master_data.customer_or_vendor import PARTY_FIELDS, party_answer, with_addresses
from app.master_data.declaration import KEEPS, MasterDataKind
from app.master_data.guarded_deletes import TradePartners
from app.master_data.plausibility import party_warnings
from app.master_data.records import refuse_dangling
from app.postgres.constraints import Constraint
from app.postgres.database import Row, Transaction
from app.schemas.answers.fields import Boolean, Id, Integer, Moment
from app.schemas.body import BodySchema
from app.schemas.compound import EXAMPLE_ADDRESS, AddressField
from app.schemas.fields import (
    AnyLongText,
    AnyText,
    Choice,
    CurrencyCode,
    ExternalReference,
    RelatedId,
    StrictBoolean,
    Text,
)
from app.schemas.numbers import ZERO, Money
from app.schemas.strict import optional
from app.tax.supplies import CATEGORIES

CUSTOMER_REFERENCES = ("payment_term_id", "price_list_id", "salesperson_id")


class CustomerBody(BodySchema):
    """A customer."""

    display_name = Text(min=1, max=191, required=True)
    legal_name = AnyText()
    email = AnyText()
    phone = AnyText()
    gstin = AnyText()
    pan = AnyText()
    currency_code = CurrencyCode(load_default="INR")
    payment_term_id = RelatedId()
    price_list_id = RelatedId()
    salesperson_id = Text(min=1, max=30, load_default=None)
    place_of_supply_state_code = AnyText()
    billing_address = AddressField()
    shipping_address = AddressField()
    opening_balance = Money(min=0, load_default=ZERO)
    notes = AnyLongText()
    is_active = StrictBoolean(load_default=True)
    gst_category = Choice(*CATEGORIES, **optional({}))
    external_reference = ExternalReference()


class Customers(TradePartners):
    """The customers of an organization."""

    def __init__(self) -> None:
        super().__init__("customers", "cus")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a customer; raises Invalid for a reference that names nothing."""
        tell(tx, party_warnings(body))
        refuse_dangling(tx, self.kind, body, CUSTOMER_REFERENCES)
        return super().create(tx, with_addresses(body))

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a customer. Unchanged references stay, also to records that were deleted since."""
        tell(tx, party_warnings(body, current))
        refuse_dangling(tx, self.kind, body, CUSTOMER_REFERENCES, current)
        super().change(tx, with_addresses(current), with_addresses(body))


KIND = MasterDataKind(
    one="customer",
    module="customers",
    records=Customers(),
    body=CustomerBody(),
    record=party_answer(
        CustomerBody,
        payment_terms_days=Integer(min=0, max=365),
        salesperson_id=Id(null=True),
        tenant_org_id=Id(null=True),
        portal_enabled=Boolean(),
        portal_enabled_at=Moment(null=True),
    ),
    listing=by_creation("displayName", ACTIVE, REFERENCE, searched=PARTY_FIELDS),
    constraints=(
        one_per_reference("customers"),
        Constraint(
            "customers_opening_balance_covers_what_was_applied",
            "Must cover what payments have settled of it.",
            "openingBalance",
        ),
    ),
    delete_errors=("conflict",),
    about="Those who buy.",
    says={
        "create": "Only `displayName` is required.",
        "update": KEEPS + "`openingBalance` cannot fall below what payments have settled of it.",
        "delete": "Its documents stay readable. While an open balance, unspent credit or a draft is left: 409, which "
        "says what.",
    },
    words={
        "portalEnabled": "Never set through this interface.",
        "portalEnabledAt": "Never set through this interface.",
        "tenantOrgId": "Never set through this interface.",
    },
    example={
        "displayName": "Acme Traders",
        "email": "accounts@acme.example",
        "gstin": "27AAPFU0939F1ZV",
        "placeOfSupplyStateCode": "27",
        "billingAddress": EXAMPLE_ADDRESS,
    },
    change={"displayName": "Kaveri Boutique", "email": "accounts@kaveri.example"},
)
