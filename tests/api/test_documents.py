"""Documents that are only read: their keys, their parts, their search."""

from typing import Any

import pytest

from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import act_for_the_organization, load
from app.postgres.database import Transaction
from app.wire import to_json
from tests.selling import DAY, LATER, VENDOR
from tests.service import Client, Service

Body = dict[str, Any]

ROD = {"item": "Rod", "quantity": 1, "rate": 100, "taxRatePercent": 18}

# As the specification lists them.
SELLER = {
    "sellerLegalName",
    "sellerGstin",
    "sellerStateCode",
    "placeOfSupplyStateCode",
    "currencyCode",
    "exchangeRate",
}
TAXES = {"cgstTotal", "sgstTotal", "igstTotal", "cessTotal", "reverseCharge", "gstCategory"}
SALE = {"supplyType", "exportWithPayment", "shippingBillNumber", "shippingBillDate", "portCode"}
FIGURES = {"subTotal", "discountTotal", "roundOff", "total"} | TAXES
ADJUSTED = {"documentDiscount", "documentDiscountIsPercent", "adjustmentLabel", "adjustmentAmount"}
KEPT = {"externalReference", "id", "organizationId", "createdBy", "updatedBy", "createdAt", "updatedAt"}
HEADER = KEPT | SELLER | FIGURES | {"status", "warehouseId", "notes"}
QUOTE = (
    HEADER | ADJUSTED | SALE | {"quoteNumber", "customerId", "quoteDate", "expiryDate", "termsAndConditions"}
)
SALES_ORDER = HEADER | ADJUSTED | SALE | {
    "salesOrderNumber", "customerId", "quoteId", "orderDate", "expectedShipmentDate", "termsAndConditions",
}  # fmt: skip
NOTE = HEADER | {"allocatedAmount", "balanceUnallocated", "reason", "termsAndConditions"}
REGISTERED = {"irn", "ackNo", "ackDate", "eInvoiceStatus"}
CREDIT_NOTE = NOTE | SALE | REGISTERED | {"creditNoteNumber", "customerId", "invoiceId", "creditNoteDate"}
DEBIT_NOTE = NOTE | {"debitNoteNumber", "vendorId", "billId", "debitNoteDate"}
BILL = HEADER | ADJUSTED | {
    "billNumber", "vendorBillNumber", "vendorId", "purchaseOrderId", "billDate", "dueDate", "amountPaid", "balanceDue",
    "itcEligible",
}  # fmt: skip
LINE = {
    "id", "organizationId", "itemId", "itemVariantId", "description", "hsnOrSac", "quantity", "unit", "rate",
    "discount", "taxRatePercent", "taxableAmount", "cgstAmount", "sgstAmount", "igstAmount", "total",
    "sortOrder", "width", "height", "lengthUnit", "qtyCount", "isPriceInclusive", "taxability", "cessRatePercent",
    "cessAmount", "documentDiscountShare",
}  # fmt: skip
BUYER = {"legalName", "gstin", "billingAddress", "shippingAddress"}
MOVEMENT = {
    "id", "organizationId", "itemVariantId", "warehouseId", "movementType", "quantity", "unitCost",
    "totalCost", "balanceAfter", "avgCostAfter", "sourceDocType", "sourceDocId", "sourceDocLineId", "lotId",
    "notes", "createdBy", "createdAt",
}  # fmt: skip
OF_A_POSITION = MOVEMENT - {
    "organizationId", "itemVariantId", "warehouseId", "sourceDocLineId", "lotId", "createdBy",
}  # fmt: skip
# 2.21, and organizationId as every record has it.
POSITION = {
    "id", "organizationId", "itemVariantId", "warehouseId", "itemId", "itemName", "variantSize", "variantSku",
    "warehouseName", "warehouseCode", "quantityOnHand", "quantityReserved", "quantityAvailable",
    "averageCost", "lowStockThreshold", "lastMovementAt", "updatedAt",
}  # fmt: skip
ALLOCATION = {"id", "organizationId", "amount"}
NOTE_ALLOCATION = ALLOCATION | {"allocatedAt", "createdBy"}

KEYS = {
    "/quotes": QUOTE,
    "/sales-orders": SALES_ORDER,
    "/credit-notes": CREDIT_NOTE,
    "/debit-notes": DEBIT_NOTE,
    "/bills": BILL,
}
PARTS = {
    "/quotes": {"buyer": BUYER, "items": LINE | {"quoteId"}},
    "/sales-orders": {"buyer": BUYER, "lineItems": LINE | {"salesOrderId", "convertedQuantity"}},
    "/credit-notes": {
        "buyer": BUYER,
        "items": LINE | {"creditNoteId", "originalInvoiceItemId", "restock"},
        "allocations": NOTE_ALLOCATION | {"creditNoteId", "invoiceId"},
        "movements": MOVEMENT,
    },
    "/debit-notes": {
        "items": LINE | {"debitNoteId", "originalBillItemId", "restock"},
        "allocations": NOTE_ALLOCATION | {"debitNoteId", "billId"},
        "movements": MOVEMENT,
    },
    "/bills": {"items": LINE | {"billId"}, "allocations": ALLOCATION | {"paymentId", "billId"}},
}  # fmt: skip

# Of the document that a note is about, and when a document was mailed.
ORIGINAL = {
    "/quotes": {"emailSentAt"},
    "/credit-notes": {"originalInvoiceNumber", "originalInvoiceDate", "emailSentAt"},
    "/debit-notes": {"originalBillNumber", "originalBillDate"},
}


class Filled:
    """An organization with one of each document, allocated and moved."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.org: Client = service.organization()
        self.load("customers", {"displayName": "Acme"})
        self.load("vendors", {"displayName": "Mill", "gstin": "27AAPFU0939F1ZV"} | VENDOR)
        self.load(
            "items",
            {"name": "Rod", "sku": "R", "trackInventory": True, "variants": [{"size": "9mm", "sku": "R9"}]},
        )
        self.load("warehouses", {"code": "PUNE", "name": "Godown"})
        dated = {"status": "OPEN", "lines": [ROD]}
        self.load("quotes", {"customer": "Acme", "quoteDate": DAY, "status": "SENT", "lines": [ROD]})
        self.load(
            "sales-orders", {"customer": "Acme", "orderDate": DAY, "status": "CONFIRMED", "lines": [ROD]}
        )
        self.load(
            "bills",
            {"vendor": "Mill", "billDate": DAY, "dueDate": LATER, "vendorBillNumber": "MILL-7"} | dated,
        )
        self.load("invoices", {"customer": "Acme", "invoiceDate": DAY, "status": "SENT", "lines": [ROD]})
        pays = [{"bill": "BILL-00001", "amount": 18}]
        self.load("payments-made", {"vendor": "Mill", "paymentDate": DAY, "amount": 18, "allocations": pays})
        note = dated | {"lines": [ROD | {"restock": True}]}
        settles = [{"invoice": "INV-00001", "amount": 5}]
        self.load(
            "credit-notes",
            {"customer": "Acme", "creditNoteDate": DAY, "reason": "Bent 10%", "allocations": settles} | note,
        )
        settles = [{"bill": "BILL-00001", "amount": 5}]
        self.load(
            "debit-notes",
            {"vendor": "Mill", "debitNoteDate": DAY, "reason": "Rust", "allocations": settles} | dated,
        )

    def load(self, kind: str, *documents: Body) -> list[Body]:
        """Load documents; what is told of each."""
        told: list[Body] = []

        def tell(entry: Entry) -> None:
            assert entry.is_good, entry.faults
            told.append(entry.result)

        def work(tx: Transaction) -> None:
            tx.enter(self.org.organization_id)
            act_for_the_organization(tx)
            load(tx, FILE_KINDS[kind], [to_json(document) for document in documents], tell)

        self.service.owner.run_as_owner(work)
        return told


@pytest.fixture(scope="module")
def filled(_running: Service) -> Filled:
    return Filled(_running)


@pytest.fixture
def org(filled: Filled) -> Client:
    return filled.org


@pytest.mark.parametrize("path", KEYS)
def test_a_document_has_exactly_its_keys_and_parts(path: str, org: Client) -> None:
    (listed,) = org.read(path)
    assert listed.keys() == KEYS[path]
    record = org.read(f"{path}/{listed['id']}")
    assert record.keys() == KEYS[path] | PARTS[path].keys() | ORIGINAL.get(path, set())
    for part, keys in PARTS[path].items():
        rows = record[part] if isinstance(record[part], list) else [record[part]]
        assert [row.keys() for row in rows] == [keys], part


def test_a_bill_tells_no_movements_though_it_made_one(org: Client) -> None:
    (bill,) = org.read("/bills")
    assert "movements" not in org.read(f"/bills/{bill['id']}")
    (position,) = org.read("/inventory")
    sources = [row["sourceDocId"] for row in org.read(f"/inventory/{position['id']}")["movements"]]
    assert bill["id"] in sources


def test_movements_of_a_note_are_of_its_kind(org: Client) -> None:
    for path, kind, source in (
        ("/credit-notes", "SALES_RETURN_IN", "CREDIT_NOTE"),
        ("/debit-notes", "PURCHASE_RETURN_OUT", "DEBIT_NOTE"),
    ):
        (note,) = org.read(path)
        record = org.read(f"{path}/{note['id']}")
        (movement,) = record["movements"]
        assert (movement["movementType"], movement["sourceDocType"]) == (kind, source)
        assert (movement["sourceDocId"], movement["sourceDocLineId"]) == (
            record["id"],
            record["items"][0]["id"],
        )


def test_a_stock_position_has_exactly_its_keys(org: Client) -> None:
    (listed,) = org.read("/inventory")
    assert listed.keys() == POSITION
    record = org.read(f"/inventory/{listed['id']}")
    assert record.keys() == POSITION | {"movements"}
    assert {frozenset(row) for row in record["movements"]} == {frozenset(OF_A_POSITION)}
    # The newest first.
    assert [row["movementType"] for row in record["movements"]] == [
        "PURCHASE_RETURN_OUT",
        "SALES_RETURN_IN",
        "SALES_OUT",
        "PURCHASE_IN",
    ]


@pytest.mark.parametrize(
    ("path", "found", "missed"),
    [
        ("/quotes", ["qt-0", "00001", "Acme"], ["SENT", "QT_00001"]),
        ("/sales-orders", ["so-"], ["CONFIRMED"]),
        ("/credit-notes", ["CN-00001", "bent", "10%", "acme"], ["100%"]),
        ("/debit-notes", ["dn-00001", "rust", "Mill"], ["Mill 7"]),
        ("/bills", ["BILL-0", "mill-7"], ["Mill 7"]),
        ("/inventory", ["rod", "9MM", "r9", "godown", "pune"], ["nowhere"]),
    ],
)
def test_search_looks_where_the_specification_says(
    path: str, found: list[str], missed: list[str], org: Client
) -> None:
    for q in ["", *found]:
        assert len(org.read(f"{path}?q={q.replace('%', '%25')}")) == 1, q
    for q in missed:
        assert org.read(f"{path}?q={q.replace('%', '%25')}") == [], q


def test_documents_come_by_their_date_the_newest_first(service: Service) -> None:
    filled = Filled(service)
    days = ("2026-05-03", "2026-05-05", "2026-05-04")
    filled.load("quotes", *({"customer": "Acme", "quoteDate": day, "lines": [ROD]} for day in days))
    listed = [row["quoteNumber"] for row in filled.org.read("/quotes")]
    # Of one day the last made first.
    assert listed == ["QT-00003", "QT-00004", "QT-00001", "QT-00002"]


def test_a_position_shows_its_hundred_latest_movements(service: Service) -> None:
    filled = Filled(service)
    filled.load("stock", *({"item": "Rod", "kind": "ADJUSTMENT", "quantity": n} for n in range(1, 121)))
    (position,) = filled.org.read("/inventory")
    movements = filled.org.read(f"/inventory/{position['id']}")["movements"]
    assert [row["quantity"] for row in movements] == list(range(120, 20, -1))
