"""The prose of the OpenAPI document that belongs to no single operation or field."""

import re

from app.master_data.kinds import KINDS

# A caller's remedy for each error: `help` of an answer leads to the paragraph.
ERROR_WORDS = {
    "invalid_request": (
        "The request cannot be read as what the operation takes: the body is no JSON object in UTF-8 or did not arrive "
        "whole, its media type is another, the path does not take the method, or something is too long. The message "
        "says which. It is refused again until it is mended."
    ),
    "unauthorized": (
        "There is no token, or none that is valid: it is unknown, expired or revoked. Send `Authorization: Bearer` and "
        "the token; refresh a login that has expired, or have the operator issue another token."
    ),
    "insufficient_scope": (
        "The token lacks the permission that the message names, though its user may have it. Use a token, or a login, "
        "with a scope that includes it; `GET /scopes` lists them all."
    ),
    "forbidden": (
        "The user's role in the organization does not allow it, whatever the scopes of the token are. `GET /me` shows "
        "the role and what it allows; the operator can give another."
    ),
    "not_found": (
        "The path does not exist, or the organization has no such record: it never was, is deleted, or belongs to "
        "another organization, which is not told apart."
    ),
    "conflict": (
        "The record is in a state that does not allow it, somebody else was faster, the books are closed, or the "
        "organization has as many records as it may. The message says which. Read the record again before trying on."
    ),
    "precondition_failed": (
        "The record is no longer the one that `If-Match` names: somebody has changed it. Nothing was done. Read it "
        "again, apply the change to what is there now, and send its new `ETag`."
    ),
    "validation_error": (
        "Fields, parameters or the `Idempotency-Key` break rules. `details` names each `field` by its path in the "
        "request, such as `lines.0.rate`, with a sentence for people; a parameter stands there by its name. Nothing "
        "was written and no number taken."
    ),
    "rate_limited": (
        "Too many requests came with the token or from the address, or the organization has printed too much. Nothing "
        "was done. Wait for the seconds of `Retry-After`, then send the same request again."
    ),
    "internal_error": (
        "A fault of the service. Its log has the whole story under the answer's `X-Request-Id`: quote it. With an "
        "`Idempotency-Key` the request can be sent again without being carried out twice."
    ),
    "service_unavailable": (
        "The service is busy or has lost its database. Wait for the seconds of `Retry-After`, then send the same "
        "request again, under the same `Idempotency-Key` where it writes: if the database went away during the commit, "
        "it may have been carried out already."
    ),
}
DESCRIPTION = """\
Invoicing and accounting under India's GST: customers, vendors, items, invoices, payments, stock and ledgers.

**Organizations.** Every request works in one organization, which the token decides; no parameter names it.

**Answers** are `{"success": true, "data": …}`; lists add `meta` with `page`, `limit`, `total` and `hasMore`. Errors are
`{"success": false, "error": {"code", "message", "help"}}`, with `details` where fields are at fault. Branch on `code`
and `field`; sentences may change. `help` is the path of what is said below about the code. Only `/oauth/token` answers
in the words of RFC 6749.

**Values.** Amounts are JSON numbers, exact to 2 places; quantities, prices and rates keep 6. Days are sent as
`YYYY-MM-DD` and read as the timestamp of their midnight in UTC; moments are UTC. Fields that take text, a number, a
boolean or null keep numbers and booleans as their text. Text holds any character but U+0000. A name that a body does
not have is refused, but for those that only reads have: they are ignored, so a record can be sent back as it was read.

**Examples** name records of the demonstration that `make run` makes, and their days are today's: with its token each
request can be sent as it stands.

**Versions.** A record that is read or written alone answers its `ETag`, which is its `updatedAt`. `If-Match` changes,
deletes or moves it only while it has that version; else nothing is done, and the answer is 412 `precondition_failed`.

**Rate limits** hold each token and each address. Answers tell in `RateLimit` how the one that matters most stands; what
is over it is refused with 429 and `Retry-After`.

**Order of checks.** Path and method, rate limits, token, scope, role, shape of the id, size of the body, parameters,
media type and JSON, `Idempotency-Key`, whether the record exists, fields of the body, records that it names, state. A
caller without permission cannot learn what exists.

What cannot be read as HTTP at all (a request line or header over 8,190 bytes, a broken chunk) is refused with 400, 414
or 431 before it reaches an operation. A method that a path does not have answers 405 with `Allow`.

# Errors

""" + "\n\n".join(f"## {code}\n\n{words}" for code, words in ERROR_WORDS.items())

BEARER_WORDS = (
    "A personal access token (`pat_…`), which an operator makes with scopes for one user in one organization, or the "
    "access token of a login. What it may do is what its scopes and the user's role both allow."
)

# Plain text: pages that list scopes do not render Markdown in them.
GROUP_WORDS = {
    "read": "Read everything.",
    "write": "Read, create, update and send everything.",
    "full": "Everything.",
}


def spaced(module: str) -> str:
    """Return a module's name as words: "sales orders" for `salesOrders`."""
    return re.sub("[A-Z]", lambda capital: " " + capital[0].lower(), module)


def granular_words(permission: str) -> str:
    """Return the description of a granular permission: "Read sales orders." for `salesOrders.read`."""
    module, action = permission.split(".")
    return f"{action.capitalize()} {spaced(module)}."


# In reading order.
TAGS = {
    "Tokens": "Log in, refresh and log out. Server-to-server integrations use a personal access token instead.",
    "Caller": "The caller: user, organization and permissions.",
    **{kind.heading: kind.about for kind in KINDS},
    "Invoices": "Written as drafts, sent under a number, paid, voided.",
    "Recurring invoices": "Invoices that are made again and again: each day, week, month, quarter or year.",
    "Payments received": "Payments of customers, with the invoices that they are allocated to.",
    "Quotes": "Written as drafts, sent, accepted or declined, printed.",
    "Sales orders": "Written as drafts, confirmed, invoiced in one or several parts, printed.",
    "Purchase orders": "Written as drafts, issued, billed in one or several parts, printed.",
    "Credit notes": "Returns and lower prices for customers: written as drafts, opened under a number, printed.",
    "Debit notes": "Returns and lower prices of vendors: written as drafts and opened under a number.",
    "Registrations": "GST registrations of the organization, with the facts that the law requires of each.",
    "Bills": "Bills of vendors: written as drafts, opened, paid, voided.",
    "Payments made": "Payments to vendors, with the bills that they are allocated to.",
    "Stock positions": "The goods in each warehouse, valued at the moving average.",
    "Stock adjustments": "Opening quantities of positions, and differences that a count found.",
    "Ledgers": "Balances of customers and vendors, entry by entry.",
    "Books": "The day through which the books are closed, and the audit trail of changes.",
    "Events": "Changes of records, one event for each change of state.",
    "Webhook endpoints": "Receivers of events, and the deliveries to them.",
    "Reports": "Reports of the books over a range of days.",
    "Returns": "GSTR-1 and GSTR-3B of a registration and a month, for the portal, and GSTR-1 compared with the books.",
    "Dashboard": "Figures for the first page of an application.",
    "Service": "Health, and this document.",
}
