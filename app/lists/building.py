"""The usual filters and orders, from which lists are put together. Pure."""

from collections.abc import Mapping

from app.lists.listing import Filter, Listing, Sort, SortKey
from app.wire import camel

ID_KEY = SortKey("id", "after_id", "text")
_MADE = SortKey("createdAt", "after_created_at", "moment")
_CHANGED = SortKey("updatedAt", "after_updated_at", "moment")

UPDATED_SINCE = Filter(
    "updatedSince",
    "updated_since",
    "moment",
    "Changed at this moment or later, by `updatedAt`. A day is taken too, as its first moment in UTC.",
)
ACTIVE = Filter("isActive", "is_active", "flag", "Records that are active, or inactive.")
REFERENCE = Filter(
    "externalReference", "external_reference", "text", "The record with this reference of the caller."
)
SEARCHED_REFERENCE = {"external_reference": "external reference"}
CUSTOMER = Filter("customerId", "customer_id", "id", "Those of one customer.")
VENDOR = Filter("vendorId", "vendor_id", "id", "Those of one vendor.")

NEWEST = Sort("-createdAt", "newest", (_MADE, ID_KEY), "Newest made first.", mirror="oldest")
OLDEST = Sort("createdAt", "oldest", (_MADE, ID_KEY), "Oldest made first.", mirror="newest")
BY_UPDATE = Sort(
    "updatedAt", "by_update", (_CHANGED, ID_KEY), "Oldest change first: the order to synchronise in."
)


def status(*words: str) -> Filter:
    """Return a filter by status; `words` are all statuses that answers show."""
    return Filter("status", "status", "choice", "The status that reads show.", words)


def by_name(name: str) -> Sort:
    """Return the order by a field; `name` is the field on the wire."""
    return Sort(name, "by_name", (SortKey(name, "after_name", "text"), ID_KEY), f"By `{name}`.")


def by_creation(
    name: str,
    *filters: Filter,
    searched: Mapping[str, str],
    hidden_fields: frozenset[str] = frozenset(),
) -> Listing:
    """Return a list ordered by the creation of its records, the newest first, or by `name`, or by change."""
    sorts = (NEWEST, OLDEST, by_name(name), BY_UPDATE)
    return Listing((*filters, UPDATED_SINCE), sorts, searched, hidden_fields=hidden_fields)


def by_day(day: str, *filters: Filter, searched: Mapping[str, str]) -> Listing:
    """Return a list of documents, ordered by their own date, called `day`, the latest or the earliest first, or by
    change.

    The first column in `searched` is the number. Searched beside these columns are the caller's own reference and the
    party's name: the customer's if CUSTOMER is among the filters, else the vendor's.
    """
    keys = (SortKey(day, "after_day", "day"), _MADE, ID_KEY)
    party = "customer name" if CUSTOMER in filters else "vendor name"
    return Listing(
        (
            *filters,
            _number(next(iter(searched))),
            REFERENCE,
            Filter("from", "from_day", "day", f"`{day}` on this day or later."),
            Filter("to", "to_day", "day", f"`{day}` on this day or earlier."),
            UPDATED_SINCE,
        ),
        (
            Sort(f"-{day}", "latest", keys, f"Latest `{day}` first, of one day the newest made.", "earliest"),
            Sort(day, "earliest", keys, f"Earliest `{day}` first, of one day the oldest made.", "latest"),
            BY_UPDATE,
        ),
        {**searched, **SEARCHED_REFERENCE, "display_name": party},
        looked_up=True,
    )


def _number(column: str) -> Filter:
    return Filter(camel(column), "number", "text", "The document of this number.")
