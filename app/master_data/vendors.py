"""Vendors, and the block of facts about a micro, small or medium enterprise."""

from app.master_data.addresses import with_addresses
from app.master_data.records import Records
from app.postgres.database import Row, Transaction
from app.schemas.vendors import MSME_BLOCK


class Vendors(Records):
    """The vendors of an organization."""

    def __init__(self) -> None:
        super().__init__("vendors", "ven")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a vendor."""
        return super().create(tx, with_addresses(body))

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a vendor; with the MSME block goes the agreement it was about."""
        if "msme_type" in body and not any(body[field] is not None for field in MSME_BLOCK):
            body = body | {"msme_has_agreement": False}
        super().change(tx, with_addresses(current), with_addresses(body))
