"""The bodies of a customer contact."""

from app.schemas.body import Body
from app.schemas.fields import AnyText, Text


class CustomerContactChange(Body):
    """PATCH /customer-contacts/{id}: nothing is required, and a contact stays with its customer."""

    name = Text(min=1, max=120)
    email = AnyText()
    phone = AnyText()
    role_label = AnyText()


class CustomerContact(Body):
    """POST /customer-contacts: every key is required; the `any` ones may be null."""

    change_schema = CustomerContactChange

    customer_id = Text(min=1, required=True)
    name = Text(min=1, max=120, required=True)
    email = AnyText(required=True)
    phone = AnyText(required=True)
    role_label = AnyText(required=True)
