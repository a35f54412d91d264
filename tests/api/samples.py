"""One valid body for every endpoint that writes, with every field that it takes."""

from collections.abc import Callable
from typing import Any

from tests.api.bought import adjustment_of, bill_of, payment_made_of
from tests.api.master_bodies import (
    account,
    contact,
    core,
    currency,
    customer,
    expense,
    goods,
    group,
    item,
    number_series,
    party,
    payment_term,
    price_list,
    reference,
    tax_rate,
    vendor,
    warehouse,
)
from tests.api.moves import MOVES
from tests.api.noted import credit_note_of, debit_note_of, settling
from tests.api.ordering import CONVERSIONS, converting, purchase_order_of, quote_of, sales_order_of
from tests.api.recurring import recurring_invoice_of
from tests.api.registering import CARRIAGE, E_WAY_BILL, WHY, registered, registration
from tests.api.sold import invoice_of, payment_of
from tests.service import Client

Body = dict[str, Any]


def invoice(org: Client) -> Body:
    return invoice_of(party(org, "/customers"), goods(org), org.user_id)


def recurring_invoice(org: Client) -> Body:
    return recurring_invoice_of(invoice(org))


def payment(org: Client) -> Body:
    owing = org.make("/customers", customer(org) | {"openingBalance": 100.5})["id"]
    owed = org.make("/invoices", invoice(org) | {"customerId": owing, "status": "SENT"})["id"]
    return payment_of(owing, owed)


def allocations(org: Client) -> Body:
    return {"allocations": [{"invoiceId": record(org, "/invoices")["id"], "amount": 1}]}


def quote(org: Client) -> Body:
    return quote_of(invoice(org))


def sales_order(org: Client) -> Body:
    return sales_order_of(invoice(org))


def purchase_order(org: Client) -> Body:
    return purchase_order_of(invoice(org), reference(org, "/vendors"))


def credit_note(org: Client) -> Body:
    return credit_note_of(invoice(org))


def bill(org: Client) -> Body:
    return bill_of(party(org, "/vendors"), goods(org))


def payment_made(org: Client) -> Body:
    owed = bill(org) | {"status": "OPEN"}
    return payment_made_of(owed["vendorId"], org.make("/bills", owed)["id"])


def stock_adjustment(org: Client) -> Body:
    return adjustment_of(goods(org))


#: What POST to a collection takes, PATCH of a member likewise; a path of its own where that differs.
BODIES: dict[str, Callable[[Client], Body]] = {
    "/customers": customer,
    "/customer-contacts": contact,
    "/vendors": vendor,
    "/items": item,
    "/items/{id}/core": core,
    "/item-groups": group,
    "/tax-rates": tax_rate,
    "/currencies": currency,
    "/payment-terms": payment_term,
    "/accounts": account,
    "/price-lists": price_list,
    "/number-series": number_series,
    "/expenses": expense,
    "/warehouses": warehouse,
    "/invoices": invoice,
    "/recurring-invoices": recurring_invoice,
    "/payments-received": payment,
    "/payments-received/{id}/allocations": allocations,
    "/quotes": quote,
    "/sales-orders": sales_order,
    "/purchase-orders": purchase_order,
    "/credit-notes": credit_note,
    "/credit-notes/{id}/allocations": lambda org: settling("invoiceId"),
    "/debit-notes": lambda org: debit_note_of(credit_note(org), reference(org, "/vendors")),
    "/debit-notes/{id}/allocations": lambda org: settling("billId"),
    "/bills": bill,
    "/payments-made": payment_made,
    "/webhook-endpoints": lambda org: {"url": "https://example.com/hooks", "events": ["*"], "isActive": True},
}

MAILED = (
    *(
        "/invoices/{id}/email",
        "/credit-notes/{id}/email",
        "/quotes/{id}/email",
        "/payments-received/{id}/email",
    ),
    "/customers/{id}/statement/email",
)


def mail() -> Body:
    return {
        "to": ["someone@example.com"],
        "cc": ["another@example.com"],
        "subject": "Your papers",
        "message": "They are attached.",
    }


#: What takes the body of a record and writes nothing.
CALCULATIONS = {
    "/invoices/calculate": invoice,
    "/invoices/{id}/e-way-bill": lambda org: dict(CARRIAGE),
}
#: What an organization has one of, and what is not read where it is written.
SETTINGS = {
    "/books-lock": lambda org: {"lockedThrough": "2020-03-31"},
    "/stock-adjustments": stock_adjustment,
    "/invoices/{id}/e-invoice": lambda org: registration(),
    "/credit-notes/{id}/e-invoice": lambda org: registration(),
    "/invoices/{id}/share": lambda org: {"days": 30},
    **{path: lambda org: mail() for path in MAILED},
    "/customers/{id}/statement/email": lambda org: (
        mail() | {"fromDate": "2026-04-01", "toDate": "2026-06-30"}
    ),
}
#: What is done with documents that are issued, and the state that they are made in.
ISSUED = {
    "/invoices/{id}/e-invoice": "SENT",
    "/credit-notes/{id}/e-invoice": "OPEN",
    "/invoices/{id}/e-way-bill": "SENT",
    "/invoices/{id}/share": "SENT",
    "/invoices/{id}/email": "SENT",
    "/credit-notes/{id}/email": "OPEN",
    "/quotes/{id}/email": "SENT",
}
#: What takes a body that may be left out.
BODY_LEFT_OUT = {"POST /invoices/{id}/share"}
#: What makes or ends something beside a record, which stays as it is.
BESIDE = {"POST /invoices/{id}/share", "DELETE /invoices/{id}/share", *(f"POST {path}" for path in MAILED)}
#: What sends messages, which are no records: it changes none and leaves nothing in the trail.
UNTRAILED = {
    "POST /webhook-endpoints/{id}/test",
    "POST /webhook-endpoints/{id}/deliveries/{delivery_id}/retry",
}
WRITES_NOTHING = {f"POST {path}" for path in CALCULATIONS}

#: Operations that write and read no body, and those whose bodies are forms (`test_oauth`).
WITHOUT_BODY = {name for name in MOVES if name.split()[1] not in BODIES | CONVERSIONS}
FORMS = {"POST /oauth/token", "POST /oauth/revoke"}


#: The end of a path that takes many bodies.
BULK = "/bulk"


def collection_of(path: str) -> str:
    """`/customers/{id}` and `/customers/bulk` -> `/customers`."""
    return path.split("/{id}", maxsplit=1)[0].removesuffix(BULK)


def ready_for(org: Client, name: str) -> str:
    """The id of a new record that an operation with `{id}` in its path can be asked for."""
    method, path = name.split()
    collection = collection_of(path)
    made = org.make(collection, body_of(org, collection) | _state_before(name))
    if method == "DELETE" and path.endswith("/e-invoice"):
        registered(org, f"{collection}/{made['id']}")
    if method == "DELETE" and path.endswith("/share"):
        org.post(f"{collection}/{made['id']}/share")
    make_deletable(org, collection)
    return str(made["id"])


def _state_before(name: str) -> Body:
    """Return the fields that put a sample into the state in which an operation applies."""
    if name.endswith("/resume"):
        return {"isPaused": True}
    status = MOVES.get(name) or ISSUED.get(name.split()[1])
    return {"status": status} if status else {}


def make_deletable(org: Client, collection: str) -> None:
    """Let the last record of a collection be deleted: the default warehouse cannot, so another one is made that."""
    if collection == "/warehouses":
        record(org, collection)


def sent_with(org: Client, name: str, id: str) -> Body | None:
    """The body of an operation on a record, None for none."""
    method, path = name.split()
    if path.endswith("/e-invoice"):
        return {"PUT": registration(), "DELETE": WHY}.get(method)
    if name == "PUT /invoices/{id}/e-way-bill":
        return dict(E_WAY_BILL)
    if method == "DELETE" or name in WITHOUT_BODY:
        return None
    if path.endswith("/allocations"):
        return settled_by(org, org.read(f"{collection_of(path)}/{id}"))
    if path.endswith("/convert"):
        return converting(org.read(f"{collection_of(path)}/{id}"))
    return body_of(org, path)


def settled_by(org: Client, giver: Body) -> Body:
    """An allocation of a payment or note to a new document of its party."""
    if "customerId" in giver:
        owed = invoice(org) | {"customerId": giver["customerId"], "status": "SENT"}
        return {"allocations": [{"invoiceId": org.make("/invoices", owed)["id"], "amount": 1}]}
    owed = bill(org) | {"vendorId": giver["vendorId"], "status": "OPEN"}
    return {"allocations": [{"billId": org.make("/bills", owed)["id"], "amount": 1}]}


def body_of(org: Client, path: str) -> Body:
    """A valid body for a write to the path; raises LookupError for a path that has no sample."""
    if path.endswith(BULK):
        return {"records": [body_of(org, path.removesuffix(BULK))], "allOrNothing": False}
    bodies = BODIES | CALCULATIONS | SETTINGS | CONVERSIONS
    body = bodies.get(path) or bodies.get(collection_of(path))
    if body is None:
        raise LookupError(f"samples has no body for POST {path}: add one in tests/api/samples.py")
    return body(org)


def record(org: Client, collection: str) -> dict[str, Any]:
    """A new record of a collection, made from its sample."""
    return org.make(collection, body_of(org, collection))
