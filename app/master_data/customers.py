"""Customers, and the records they refer to: terms, prices, salesperson."""

from app.master_data.addresses import with_addresses
from app.master_data.records import Records, refuse_dangling
from app.postgres.database import Row, Transaction

REFERENCES = ("payment_term_id", "price_list_id", "salesperson_id")


class Customers(Records):
    """The customers of an organization."""

    def __init__(self) -> None:
        super().__init__("customers", "cus")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a customer; raises Invalid for a reference that names nothing."""
        refuse_dangling(tx, self.kind, body, REFERENCES)
        return super().create(tx, with_addresses(body))

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a customer; references stay that are not changed, also to what was deleted since."""
        refuse_dangling(tx, self.kind, body, REFERENCES, current)
        super().change(tx, with_addresses(current), with_addresses(body))
