"""The lists of the service by their kind, which is also the name of their query file. Pure.

Each filter and each order stands in the kind's statements too: the filters in their part `chosen`, the orders as
statements of their own.
"""

from collections.abc import Mapping
from dataclasses import replace

from app.lists.listing import Filter, Key, Listing, Sort

_ID = Key("id", "after_id", "text")
_MADE = Key("createdAt", "after_created_at", "moment")
_CHANGED = Key("updatedAt", "after_updated_at", "moment")

_UPDATED_SINCE = Filter(
    "updatedSince",
    "updated_since",
    "moment",
    "Changed at this moment or later, by `updatedAt`. A day is taken too, as its first moment in UTC.",
)
_ACTIVE = Filter("isActive", "is_active", "flag", "Whether the record is active.")
_ENABLED = Filter("enabled", "enabled", "flag", "Whether the contact is enabled.")
_CUSTOMER = Filter("customerId", "customer_id", "id", "Those of one customer.")
_VENDOR = Filter("vendorId", "vendor_id", "id", "Those of one vendor.")

_NEWEST = Sort("-createdAt", "newest", (_MADE, _ID), "Newest made first.", mirror="oldest")
_OLDEST = Sort("createdAt", "oldest", (_MADE, _ID), "Oldest made first.", mirror="newest")
_BY_UPDATE = Sort(
    "updatedAt", "by_update", (_CHANGED, _ID), "Oldest change first: the order to synchronise in."
)


def _status(*words: str) -> Filter:
    return Filter("status", "status", "choice", "The status that reads show.", words)


def _by_name(name: str) -> Sort:
    return Sort(name, "by_name", (Key(name, "after_name", "text"), _ID), f"By `{name}`.")


def _records(name: str, *filters: Filter, search: bool = False) -> Listing:
    """Master data: the newest or the oldest first, by name, or by change."""
    return Listing((*filters, _UPDATED_SINCE), (_NEWEST, _OLDEST, _by_name(name), _BY_UPDATE), search)


def _documents(day: str, *filters: Filter, search: bool = True) -> Listing:
    """What has a date of its own: by that date, the latest or the earliest first, or by change."""
    keys = (Key(day, "after_day", "day"), _MADE, _ID)
    return Listing(
        (
            *filters,
            Filter("from", "from_day", "day", f"`{day}` on this day or later."),
            Filter("to", "to_day", "day", f"`{day}` on this day or earlier."),
            _UPDATED_SINCE,
        ),
        (
            Sort(f"-{day}", "latest", keys, f"Latest `{day}` first, of one day the newest made.", "earliest"),
            Sort(day, "earliest", keys, f"Earliest `{day}` first, of one day the oldest made.", "latest"),
            _BY_UPDATE,
        ),
        search,
        looked_up=search,
    )


def _ledgers(id: str) -> Listing:
    """The parties of a ledger; their own times place them without being shown."""
    key = Key(id, "after_id", "text")
    return Listing(
        (_UPDATED_SINCE,),
        tuple(replace(sort, keys=(*sort.keys[:-1], key)) for sort in _PARTY_SORTS),
        search=True,
        hidden_fields=frozenset({"createdAt", "updatedAt"}),
    )


_PARTY_SORTS = (_NEWEST, _OLDEST, _by_name("displayName"), _BY_UPDATE)
_NOTE = ("DRAFT", "OPEN", "CLOSED", "VOID")

LISTINGS: Mapping[str, Listing] = {
    "customers": _records("displayName", _ACTIVE, search=True),
    "customer_contacts": _records("name", _CUSTOMER, _ENABLED, search=True),
    "vendors": _records("displayName", _ACTIVE, search=True),
    "items": _records("name", _ACTIVE, search=True),
    "item_groups": Listing(
        (_UPDATED_SINCE,),
        (
            Sort(
                "sortOrder",
                "in_order",
                (Key("sortOrder", "after_sort_order", "whole"), Key("name", "after_name", "text"), _ID),
                "By `sortOrder`, then `name`.",
            ),
            _by_name("name"),
            _BY_UPDATE,
        ),
    ),
    "price_lists": _records("name", _ACTIVE, search=True),
    "tax_rates": _records("name"),
    "currencies": _records("code", _ACTIVE),
    "payment_terms": _records("name"),
    "accounts": _records("accountName", _ACTIVE),
    "number_series": Listing(
        (_UPDATED_SINCE,),
        (_NEWEST, _OLDEST, _by_name("docType"), _BY_UPDATE),
        hidden_fields=frozenset({"createdAt"}),
    ),
    "expenses": _documents("expenseDate", _VENDOR, search=False),
    "invoices": _documents(
        "invoiceDate",
        _status("DRAFT", "SENT", "OVERDUE", "PARTIALLY_PAID", "PAID", "VOID"),
        _CUSTOMER,
        search=False,
    ),
    "payments_received": _documents("paymentDate", _CUSTOMER),
    "quotes": _documents("quoteDate", _status("DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED"), _CUSTOMER),
    "sales_orders": _documents("orderDate", _status("DRAFT", "CONFIRMED", "CLOSED", "VOID"), _CUSTOMER),
    "credit_notes": _documents("creditNoteDate", _status(*_NOTE), _CUSTOMER),
    "debit_notes": _documents("debitNoteDate", _status(*_NOTE), _VENDOR),
    "bills": _documents(
        "billDate", _status("DRAFT", "OPEN", "OVERDUE", "PARTIALLY_PAID", "PAID", "VOID"), _VENDOR
    ),
    "inventory": Listing(
        (_UPDATED_SINCE,),
        (
            Sort("-id", "newest", (_ID,), "The position that was made last first.", mirror="oldest"),
            Sort("id", "oldest", (_ID,), "The position that was made first first.", mirror="newest"),
            _by_name("itemName"),
            _BY_UPDATE,
        ),
        search=True,
    ),
    "customer_ledger": _ledgers("id"),
    "vendor_ledger": _ledgers("vendorId"),
}
