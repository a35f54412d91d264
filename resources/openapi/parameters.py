"""Parameters and headers of the OpenAPI document."""

from typing import Any

from app.lists.cursors import MOST_CURSOR
from app.lists.listing import Filter, Listing
from app.reports.msme_dues import MOST_BANK_RATE
from app.reports.report_rows import SALES_BY
from app.wire import Json
from resources.openapi.fields import DAY_PATTERN
from resources.recurring_invoices import DATES, MOST_DATES
from resources.serving.query_params import DEFAULT_LIMIT, MOST_LIMIT, MOST_PAGE, MOST_SEARCH


def _query(name: str, description: str, **schema: Any) -> Json:
    return {"name": name, "in": "query", "description": description, "schema": schema}


def _maybe_empty(name: str, description: str, **schema: Any) -> Json:
    """Return a query parameter that counts as left out if it is empty."""
    return _query(name, description, **schema) | {"allowEmptyValue": True}


RECORD_ID: Json = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The record's id.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,30}$"},
}
# For paths that answer for missing records too: a text that is no id is no error either.
ANY_ID: Json = RECORD_ID | {
    "description": "The record's id, or anything.",
    "schema": {"type": "string", "minLength": 1},
}
_TEXT = {"type": "string", "maxLength": MOST_SEARCH}
_DATE = {"type": "string", "format": "date", "pattern": DAY_PATTERN + "$"}
_MOMENT = {"type": "string", "format": "date-time", "pattern": DAY_PATTERN}
_WHOLE = {"type": "integer", "minimum": 1}

PARAMETERS: dict[str, Json] = {
    "deliveryId": RECORD_ID
    | {
        "name": "delivery_id",
        "description": "The delivery's id.",
        # The first of a database: deliveries are numbered over all organizations.
        "example": "dlv_000000000000000001",
    },
    "page": _query("page", "The number of the page, from 1.", **_WHOLE, maximum=MOST_PAGE, default=1),
    "limit": _query("limit", "Records on a page.", **_WHOLE, maximum=MOST_LIMIT, default=DEFAULT_LIMIT),
    "cursor": _maybe_empty(
        "cursor",
        "`meta.nextCursor` of the page before, with the same `sort` and without `page`: the list goes on after the "
        "last record of that page, whatever was added or deleted meanwhile.",
        type="string",
        maxLength=MOST_CURSOR,
        pattern="^[A-Za-z0-9_-]+$",
    ),
    "period": _query(
        "period",
        "The month, as YYYY-MM; 2017-07, when GST began, or later.",
        type="string",
        pattern="^(2017-(0[7-9]|1[0-2])|20(1[89]|[2-9][0-9])-(0[1-9]|1[0-2])|2[1-9][0-9]{2}-(0[1-9]|1[0-2]))$",
    )
    | {"required": True, "example": "2026-10"},
    "registrationId": _maybe_empty(
        "registrationId", "The registration of the return; the default one where it is left out.", **_TEXT
    ),
    "count": _query("count", "The number of days.", **_WHOLE, maximum=MOST_DATES, default=DATES),
    "q": _maybe_empty("q", "Text to find anywhere in names and codes, whatever its capitals.", **_TEXT),
    "from": _maybe_empty("from", "The first day whose entries are shown.", **_DATE),
    "to": _maybe_empty("to", "The last day whose entries are shown.", **_DATE),
    "by": _query("by", "The grouping of rows.", type="string", enum=list(SALES_BY))
    | {"required": True, "example": "customer"},
    "asOf": _maybe_empty("asOf", "The day; today where it is left out.", **_DATE),
    "bankRatePercent": _query(
        "bankRatePercent",
        "The bank rate that the Reserve Bank has notified, a year, in percent.",
        type="number",
        minimum=0,
        maximum=MOST_BANK_RATE,
    )
    | {"required": True, "example": 5.5},
    "ifMatch": {
        "name": "If-Match",
        "in": "header",
        "description": "The `ETag` of the record as it was read: it is changed only while it has that version, "
        "else the answer is 412.",
        "schema": {"type": "string"},
    },
    "idempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "Any text of your own that names this request. The same key with the same body, within 24 "
        "hours, answers the first answer again and does nothing.",
        "schema": {"type": "string", "pattern": r"^[\x21-\x7e]{1,255}$"},
    },
}
_PAGING = ("page", "limit", "cursor")
_OF_FILTER: dict[str, Json] = {
    "id": _TEXT,
    "text": _TEXT,
    "day": _DATE,
    "moment": _MOMENT,
    "flag": {"type": "boolean"},
    "choice": {"type": "string"},
}


def of_list(listing: Listing) -> list[Json | str]:
    """Return the query parameters of a list; shared ones by their name."""
    where = f"Text to find anywhere in {listing.searches}, whatever its capitals."
    q = [_maybe_empty("q", f"{where} Empty text finds everything.", **_TEXT)] if listing.search else []
    return [*_PAGING, *q, *map(_filter, listing.filters), _sort(listing)]


def _filter(filter: Filter) -> Json:
    words = {"enum": list(filter.words)} if filter.words else {}
    return _maybe_empty(filter.name, filter.description, **_OF_FILTER[filter.kind], **words)


def _sort(listing: Listing) -> Json:
    words = [sort.word for sort in listing.sorts]
    meanings = "\n".join(f"- `{sort.word}`: {sort.description}" for sort in listing.sorts)
    return _maybe_empty("sort", f"In which order.\n\n{meanings}", type="string", enum=words, default=words[0])


def _header(description: str, **schema: Any) -> Json:
    return {"description": description, "schema": schema or {"type": "string"}}


HEADERS: dict[str, Json] = {
    "X-Request-Id": _header(
        "The request's id: the caller's own, if it sent one of 1 to 100 letters, digits, `.`, `_` and `-`.",
        type="string",
        pattern="^[A-Za-z0-9._-]{1,100}$",
    ),
    "Retry-After": _header("Seconds to wait before trying again.", type="integer", minimum=1),
    "RateLimit-Policy": _header(
        "The limit that matters most to the request: its name, the requests it allows (`q`) and in how many seconds "
        "(`w`). None where the operator has switched limits off.",
    ),
    "RateLimit": _header(
        "The state of that limit: the requests that are left (`r`), for the next `t` seconds.",
    ),
    "WWW-Authenticate": _header("The fault of the request's authorization."),
    "Idempotent-Replayed": _header(
        "`true` where this is the answer to an earlier request with the same `Idempotency-Key`.",
        type="string",
        enum=["true"],
    ),
    "Content-Disposition": _header("A file name."),
    "ETag": _header("The version of what is answered, in quotation marks."),
}


def header_refs(*names: str) -> dict[str, Any]:
    """Return references to the headers of an answer, those of every answer among them."""
    every = ("X-Request-Id", "RateLimit-Policy", "RateLimit")
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*every, *names)}
