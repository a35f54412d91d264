"""Contacts of customers: the first is the primary one, and none is ever removed."""

from app.errors import NotFound
from app.ids import counted_id
from app.lists.building import CUSTOMER, by_creation
from app.lists.listing import Filter
from app.master_data.declaration import MasterDataKind
from app.master_data.records import Records
from app.postgres.constraints import Constraint
from app.postgres.database import Row, Transaction
from app.schemas.answers.derived import answer_of
from app.schemas.answers.fields import Boolean, Id, Moment
from app.schemas.body import BodySchema
from app.schemas.fields import AnyText, Text


class CustomerContactChange(BodySchema):
    """PATCH /customer-contacts/{id}: nothing is required, and a contact stays with its customer."""

    name = Text(min=1, max=120)
    email = AnyText()
    phone = AnyText()
    role_label = AnyText()


class CustomerContactBody(CustomerContactChange):
    """A person at a customer's."""

    change_schema = CustomerContactChange

    # Each is required; those of any text may be null.
    customer_id = Text(min=1, required=True)
    name = Text(min=1, max=120, required=True)
    email = AnyText(required=True)
    phone = AnyText(required=True)
    role_label = AnyText(required=True)


class CustomerContacts(Records):
    """The contacts of an organization's customers; deleting one disables it."""

    def __init__(self) -> None:
        super().__init__("customer_contacts", "con")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a contact, primary if it is its customer's first; raises NotFound for no live customer."""
        if tx.one("customer_contacts.lock_customer", customer_id=body["customer_id"]) is None:
            raise NotFound("There is no such customer.")
        return super().create(tx, body)


KIND = MasterDataKind(
    one="customer contact",
    module="customers",
    asks={"create": "customers.update", "delete": "customers.update"},
    records=CustomerContacts(),
    body=CustomerContactBody(),
    record=answer_of(
        CustomerContactBody,
        customer_id=Id(),
        is_primary=Boolean(),
        enabled=Boolean(),
        invited_at=Moment(null=True),
        last_login_at=Moment(null=True),
    ),
    listing=by_creation(
        "name",
        CUSTOMER,
        Filter("enabled", "enabled", "flag", "Contacts that are enabled, or disabled."),
        searched={"name": "name", "email": "e-mail", "phone": "phone"},
    ),
    constraints=(Constraint("customer_contacts_customer_fkey", "There is no such customer.", "customerId"),),
    about="People to speak to at a customer's. They are disabled, never removed.",
    says={
        "create": "A customer's first contact is the primary one. `email`, `phone` and `roleLabel` must be sent "
        "and may be null. A `customerId` that names no customer is not found.",
        "update": "Nothing is required. A contact stays with its customer.",
        "delete": "Sets `enabled` to false. The contact stays readable and listed, and cannot be enabled again.",
    },
    words={
        "enabled": "False once the contact was deleted.",
        "isPrimary": "True for a customer's first contact.",
        "roleLabel": "The contact's role at the customer's.",
    },
    example={
        "customerId": counted_id("cus", 2),
        "name": "Asha",
        "email": "asha@acme.example",
        "phone": "+91 22 1234 5678",
        "roleLabel": "Buyer",
    },
    change={"phone": "+91 22 1234 5678"},
    create_errors=("not_found",),
)
