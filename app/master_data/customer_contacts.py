"""Contacts of customers: the first is the primary one, and none is ever removed."""

from app.errors import NotFound
from app.master_data.records import Records
from app.postgres.database import Row, Transaction


class CustomerContacts(Records):
    """The contacts of an organization's customers; deleting one disables it."""

    def __init__(self) -> None:
        super().__init__("customer_contacts", "con")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a contact, primary if it is its customer's first; raises NotFound for no live customer."""
        if tx.one("customer_contacts.lock_customer", customer_id=body["customer_id"]) is None:
            raise NotFound("There is no such customer.")
        return super().create(tx, body)
