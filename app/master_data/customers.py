"""Customers, and the records they refer to: terms, prices, salesperson."""

from app.lists.building import ACTIVE, by_creation
from app.master_data.customer_or_vendor import PARTY_FIELDS, CustomerOrVendor, with_addresses
from app.master_data.declaration import KEEPS, MasterDataKind
from app.master_data.records import Records, refuse_dangling
from app.postgres.constraints import Constraint
from app.postgres.database import Row, Transaction
from app.schemas.answers.fields import Boolean, Id, Moment
from app.schemas.body import BodySchema
from app.schemas.compound import EXAMPLE_ADDRESS, AddressField
from app.schemas.fields import AnyLongText, AnyText, CurrencyCode, RelatedId, StrictBoolean, Text
from app.schemas.numbers import ZERO, Money

CUSTOMER_REFERENCES = ("payment_term_id", "price_list_id", "salesperson_id")


class CustomerBody(BodySchema):
    """POST and PATCH /customers."""

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


class Customer(CustomerOrVendor):
    """Somebody who buys."""

    price_list_id = Id(null=True)
    salesperson_id = Id(null=True)
    tenant_org_id = Id(null=True)
    portal_enabled = Boolean()
    portal_enabled_at = Moment(null=True)


class Customers(Records):
    """The customers of an organization."""

    def __init__(self) -> None:
        super().__init__("customers", "cus")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a customer; raises Invalid for a reference that names nothing."""
        refuse_dangling(tx, self.kind, body, CUSTOMER_REFERENCES)
        return super().create(tx, with_addresses(body))

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a customer; references stay that are not changed, also to what was deleted since."""
        refuse_dangling(tx, self.kind, body, CUSTOMER_REFERENCES, current)
        super().change(tx, with_addresses(current), with_addresses(body))


KIND = MasterDataKind(
    one="customer",
    module="customers",
    records=Customers(),
    body=CustomerBody(),
    record=Customer,
    listing=by_creation("displayName", ACTIVE, searched=PARTY_FIELDS),
    constraints=(
        Constraint(
            "customers_opening_balance_covers_what_was_applied",
            "Must cover what payments have settled of it.",
            "openingBalance",
        ),
    ),
    about="Those who buy.",
    says={
        "create": "Only `displayName` is required.",
        "update": KEEPS + "`openingBalance` cannot fall below what payments have settled of it.",
        "delete": "Its documents stay readable. Open invoices do not stop it.",
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
)
