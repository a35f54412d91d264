"""A customer, and what one may refer to."""

from tests.service import Client

ACME = {"displayName": "Acme"}
REFERENCES = ("paymentTermId", "priceListId", "salespersonId")


def references(org: Client) -> dict[str, str]:
    """A new record for each of them, and the caller."""
    return {
        "paymentTermId": org.make("/payment-terms", {"name": "Net 30", "days": 30})["id"],
        "priceListId": org.make("/price-lists", {"name": "Wholesale", "type": "SELLING"})["id"],
        "salespersonId": org.user_id,
    }
