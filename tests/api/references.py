"""The places at which bodies and paths name other records."""

from contextvars import ContextVar

from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import load
from app.postgres.database import Database, Transaction
from app.wire import to_json
from tests.api.samples import collection_of, invoice, ready_for, record
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
    "/number-series": {"registrationId": "registrations"},
    "/expenses": {"vendorId": "/vendors"},
    "/invoices": {
        "customerId": "/customers",
        "salespersonId": "users",
        "sellerRegistrationId": "registrations",
        "warehouseId": "/warehouses",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
    },
    "/recurring-invoices": {
        "customerId": "/customers",
        "salespersonId": "users",
        "sellerRegistrationId": "registrations",
        "warehouseId": "/warehouses",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
    },
    "/quotes": {
        "customerId": "/customers",
        "warehouseId": "/warehouses",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
    },
    "/sales-orders": {
        "customerId": "/customers",
        "quoteId": "/quotes",
        "warehouseId": "/warehouses",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
    },
    "/bills": {
        "vendorId": "/vendors",
        "purchaseOrderId": "/purchase-orders",
        "warehouseId": "/warehouses",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
    },
    "/purchase-orders": {
        "vendorId": "/vendors",
        "warehouseId": "/warehouses",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
    },
    "/credit-notes": {
        "customerId": "/customers",
        "warehouseId": "/warehouses",
        "invoiceId": "/invoices",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
        "lines.0.originalInvoiceItemId": "lines of invoices",
    },
    "/debit-notes": {
        "vendorId": "/vendors",
        "warehouseId": "/warehouses",
        "billId": "/bills",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
        "lines.0.originalBillItemId": "lines of bills",
    },
    "/stock-adjustments": {
        "itemId": "/items",
        "itemVariantId": "variants",
        "warehouseId": "/warehouses",
    },
    "/payments-made": {"vendorId": "/vendors", "allocations.0.billId": "/bills"},
    "/payments-received": {"customerId": "/customers", "allocations.0.invoiceId": "/invoices"},
}

#: What drafts may not have: tests/api/test_notes.py tries these.
OF_OPEN_NOTES = {"allocations.0.invoiceId", "allocations.0.billId"}

#: Documents that are read here and come in by the import: its kind, and whose document it is, of what date.
IMPORTED = {}

#: The database that the running test imports into: tests/api/conftest.py.
OWNER: ContextVar[Database] = ContextVar("owner")


def existing(org: Client, path: str) -> str:
    """The id of a new record that a path with `{id}` names."""
    collection = collection_of(path)
    if collection == "/warehouses":
        return ready_for(org, f"DELETE {path}")
    if collection in IMPORTED:
        return imported(org, *IMPORTED[collection])
    if collection == "/inventory":
        org.make("/invoices", invoice(org) | {"status": "SENT"})
        return str(org.read("/inventory")[0]["id"])
    if collection == "/registrations":
        return str(org.read("/registrations")[0]["id"])
    of = {"/customer-ledger": "/customers", "/vendor-ledger": "/vendors"}
    return str(record(org, of.get(collection, collection))["id"])


def imported(org: Client, kind: str, party: str, day: str) -> str:
    """The id of a new document of a new customer or vendor."""
    document = {
        f"{party}Id": record(org, f"/{party}s")["id"],
        day: "2026-05-04",
        "lines": [{"description": "Work", "quantity": 1, "rate": 100, "taxRatePercent": 18}],
    }
    (id,) = load_documents(org, kind, document)
    return id


def load_documents(org: Client, kind: str, *documents: object) -> list[str]:
    """The ids of documents of a kind that come in by the import; each must be good."""
    told: list[Entry] = []

    def work(tx: Transaction) -> None:
        tx.enter(org.organization_id)
        load(tx, FILE_KINDS[kind], [to_json(document) for document in documents], told.append)

    OWNER.get().run_as_owner(work)
    assert all(entry.is_good for entry in told), [entry.faults for entry in told]
    return [str(entry.result["id"]) for entry in told]
