"""Where bodies and paths name other records."""

from tests.api.samples import collection_of, invoice, record
from tests.service import Client

#: Where a body names another record: its place, and the collection that record is of. PATCH takes what POST
#: of the collection takes, and where it has a line of its own that too.
REFERENCES: dict[str, dict[str, str]] = {
    "/customers": {
        "paymentTermId": "/payment-terms",
        "priceListId": "/price-lists",
        "salespersonId": "users",
    },
    "/customer-contacts": {"customerId": "/customers"},
    "/items": {
        "groupId": "/item-groups",
        "taxRateId": "/tax-rates",
        "primaryVendorId": "/vendors",
    },
    "/items/{id}": {"variants.0.id": "variants"},
    "/item-groups": {"parentGroupId": "/item-groups"},
    "/price-lists": {"entries.0.itemId": "/items", "entries.0.itemVariantId": "variants"},
    "/expenses": {"vendorId": "/vendors"},
    "/invoices": {
        "customerId": "/customers",
        "salespersonId": "users",
        "sellerRegistrationId": "registrations",
        "warehouseId": "warehouses",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
    },
    "/payments-received": {"customerId": "/customers", "allocations.0.invoiceId": "/invoices"},
}

#: Documents that are read here and written elsewhere.
READ_ONLY = {"/quotes", "/sales-orders", "/credit-notes", "/debit-notes", "/bills"}


def existing(org: Client, path: str) -> str:
    """The id of a new record that a path with `{id}` names; of one that is not there for READ_ONLY."""
    collection = collection_of(path)
    if collection in READ_ONLY:
        return "x_01K00000000000000000000000"
    if collection == "/inventory":
        org.make("/invoices", invoice(org) | {"status": "SENT"})
        return str(org.read("/inventory")[0]["id"])
    of = {"/customer-ledger": "/customers", "/vendor-ledger": "/vendors"}
    return str(record(org, of.get(collection, collection))["id"])
