"""Every list of the service by its kind, which is also the name of its query file."""

from collections.abc import Mapping
from dataclasses import replace

from app.events.types import DELIVERY_STATUSES, EVENT_TYPES, TEST
from app.lists.building import (
    ACTIVE,
    BY_UPDATE,
    CUSTOMER,
    ID_KEY,
    NEWEST,
    OLDEST,
    UPDATED_SINCE,
    VENDOR,
    by_creation,
    by_day,
    by_name,
    status,
)
from app.lists.listing import Filter, Listing, Sort, SortKey
from app.master_data.customer_or_vendor import PARTY_FIELDS
from app.master_data.kinds import KINDS

_NOTE = status("DRAFT", "OPEN", "CLOSED", "VOID")
_STOCK_FIELDS = {
    "item_name": "item name",
    "variant_size": "variant size",
    "variant_sku": "variant SKU",
    "warehouse_name": "warehouse name",
    "warehouse_code": "warehouse code",
}


def _ledgers(id: str) -> Listing:
    """Return the list of the parties of a ledger; their own times place them without being shown."""
    parties = by_creation(
        "displayName", searched=PARTY_FIELDS, hidden_fields=frozenset({"createdAt", "updatedAt"})
    )
    key = SortKey(id, "after_id", "text")
    return replace(parties, sorts=tuple(replace(sort, keys=(*sort.keys[:-1], key)) for sort in parties.sorts))


# Every table that keeps a trail, as `GET /audit` calls it: those of master data, and these.
_AUDITED_BESIDE = (
    *("bill-allocations", "bill-lines", "bills", "books-locks", "credit-note-allocations"),
    *("credit-note-lines", "credit-notes", "debit-note-allocations", "debit-note-lines", "debit-notes"),
    *("document-templates", "inventory-movements", "invoice-lines", "invoices", "item-variants", "mails"),
    *("memberships", "number-counters", "organizations", "payment-allocations", "payments-made"),
    *("payments-received", "price-list-entries", "purchase-order-lines", "purchase-orders", "quote-lines"),
    *("quotes", "registrations", "roles", "recurring-invoice-days", "recurring-invoices"),
    *("sales-order-lines", "sales-orders", "share-links", "stock-positions", "tokens", "webhook-endpoints"),
)
AUDITED = tuple(sorted({kind.path.removeprefix("/") for kind in KINDS} | set(_AUDITED_BESIDE)))

# Lists of records of all kinds, such as mails and events, are searched by the names of those records.
_OF_EVERY_KIND = {
    "number": "the numbers, names, codes and references of documents, customers, vendors and items"
}

LISTINGS: Mapping[str, Listing] = {
    **{kind.name: kind.listing for kind in KINDS},
    "invoices": by_day(
        "invoiceDate",
        status("DRAFT", "SENT", "OVERDUE", "PARTIALLY_PAID", "PAID", "VOID"),
        CUSTOMER,
        searched={"invoice_number": "invoice number"},
    ),
    "recurring_invoices": by_creation(
        "customerName",
        CUSTOMER,
        Filter("isPaused", "is_paused", "flag", "Schedules that are paused, or not paused."),
        searched={"customer_name": "customer name"},
    ),
    "payments_received": by_day(
        "paymentDate",
        CUSTOMER,
        searched={"payment_number": "payment number", "reference_number": "reference number"},
    ),
    "payments_made": by_day(
        "paymentDate",
        VENDOR,
        searched={"payment_number": "payment number", "reference_number": "reference number"},
    ),
    "quotes": by_day(
        "quoteDate",
        status("DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED"),
        CUSTOMER,
        searched={"quote_number": "quote number"},
    ),
    "sales_orders": by_day(
        "orderDate",
        status("DRAFT", "CONFIRMED", "CLOSED", "VOID"),
        CUSTOMER,
        searched={"sales_order_number": "sales order number"},
    ),
    "purchase_orders": by_day(
        "orderDate",
        status("DRAFT", "ISSUED", "CLOSED", "VOID"),
        VENDOR,
        searched={"purchase_order_number": "purchase order number"},
    ),
    "credit_notes": by_day(
        "creditNoteDate",
        _NOTE,
        CUSTOMER,
        searched={"credit_note_number": "credit note number", "reason": "reason"},
    ),
    "debit_notes": by_day(
        "debitNoteDate",
        _NOTE,
        VENDOR,
        searched={"debit_note_number": "debit note number", "reason": "reason"},
    ),
    "bills": by_day(
        "billDate",
        status("DRAFT", "OPEN", "OVERDUE", "PARTIALLY_PAID", "PAID", "VOID"),
        VENDOR,
        searched={"bill_number": "bill number", "vendor_bill_number": "the vendor's bill number"},
    ),
    "inventory": Listing(
        (UPDATED_SINCE,),
        (
            Sort("-id", "newest", (ID_KEY,), "The position that was made last first.", mirror="oldest"),
            Sort("id", "oldest", (ID_KEY,), "The position that was made first first.", mirror="newest"),
            by_name("itemName"),
            BY_UPDATE,
        ),
        _STOCK_FIELDS,
    ),
    # An entry of the trail never changes, so the list has no filter by change.
    "audit": Listing(
        (
            Filter("recordId", "record", "id", "Entries about one record."),
            Filter("table", "table", "choice", "Entries about records of one kind.", AUDITED),
            Filter("userId", "user", "id", "Changes by one user."),
            Filter("requestId", "request", "id", "Changes by one request, by its `X-Request-Id`."),
            Filter("from", "from_day", "day", "On this day or later, in the organization's calendar."),
            Filter("to", "to_day", "day", "On this day or earlier, in the organization's calendar."),
        ),
        (Sort("-id", "newest", (ID_KEY,), "Newest first."),),
        _OF_EVERY_KIND,
        looked_up=True,
        few_found=True,
    ),
    "events": Listing(
        (
            Filter("type", "type", "choice", "Events of one type.", (*EVENT_TYPES, TEST)),
            Filter("recordId", "record", "id", "Events of one record."),
            Filter("since", "since", "moment", "Written at this moment or later, by `createdAt`."),
        ),
        (replace(NEWEST, mirror=None), replace(OLDEST, mirror=None)),
        _OF_EVERY_KIND,
        looked_up=True,
        few_found=True,
    ),
    "webhook_endpoints": Listing(
        (ACTIVE, UPDATED_SINCE), (NEWEST, OLDEST, by_name("url"), BY_UPDATE), {"url": "the URL"}
    ),
    "webhook_deliveries": Listing(
        (Filter("status", "status", "choice", "The status of the delivery.", DELIVERY_STATUSES),),
        (replace(NEWEST, mirror=None), replace(OLDEST, mirror=None)),
        _OF_EVERY_KIND,
        looked_up=True,
        few_found=True,
        within="endpoint",
    ),
    "customer_ledger": _ledgers("id"),
    "vendor_ledger": _ledgers("vendorId"),
}
