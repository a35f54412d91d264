"""Open records of today beside the documents of the year, so that every operation can be tried on one."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from secrets import token_hex

from app.demonstration.journal import TODAY, Journal
from app.demonstration.today import today_in_india
from app.documents import e_invoices
from app.documents.document_writes import lock
from app.master_data import customer_contacts, expenses
from app.recurring.schedules import Schedules
from app.sales import credit_notes, invoices
from app.schemas.e_invoices import EInvoiceBody
from app.schemas.recurring_invoices import RecurringInvoiceBody
from app.schemas.webhook_endpoints import WebhookEndpointBody
from app.webhooks.endpoints import WebhookEndpoints
from app.webhooks.signatures import secret_of
from app.wire import Json

_CONTACT: Json = {
    "name": "Meera Rao",
    "roleLabel": "Purchase",
    "email": "meera@kaveri.example",
    "phone": "+91 80 5550 0141",
}
_FREIGHT: Json = {"category": "Freight", "amount": 180}
# Nothing is sent to one that is paused, and nobody has such a name.
_HOOK: Json = {"url": "https://shop.sahyadri.example/hooks", "events": ["invoice.sent"], "isActive": False}
_UPKEEP: Json = {
    "description": "Upkeep of {month} {year}",
    "hsnOrSac": "998714",
    "quantity": 1,
    "rate": 4_500,
    "taxRatePercent": 18,
}


def lay_out(journal: Journal, registered: dict[str, str]) -> None:
    """Add a contact, invoices that come again, a payment on account, an expense, a receiver of events, and
    registrations at the portal.

    `registered` has the id of an invoice as `invoice` and of a credit note as `credit note`.
    """
    tx, buyer = journal.tx, journal.known["boutique"]
    customer_contacts.KIND.records.create(
        tx, customer_contacts.KIND.body.create(_CONTACT | {"customerId": buyer})
    )
    schedules = Schedules(can_mail=False)
    made = [schedules.create(tx, RecurringInvoiceBody().create(_schedule(buyer))) for _ in range(2)]
    schedules.pause(tx, made[1])
    journal.load("payments-received", [_on_account(journal)])
    expenses.KIND.records.create(
        tx, expenses.KIND.body.create(_FREIGHT | {"expenseDate": journal.date(TODAY)})
    )
    hooks = WebhookEndpoints(())
    secret = secret_of(token_hex(), token_hex())
    hooks.try_out(tx, hooks.create_signed(tx, WebhookEndpointBody().create(_HOOK), secret))
    for kind, name in ((invoices.WRITES.kind, "invoice"), (credit_notes.WRITES.kind, "credit note")):
        document = lock(tx, kind, registered[name])
        e_invoices.register(tx, kind, document, EInvoiceBody().create(_registration(document["id"])))


def _schedule(buyer: str) -> Json:
    """Return the body of a schedule whose first invoice falls due in a week, by the clock."""
    return {
        "customerId": buyer,
        "frequency": "MONTHLY",
        "startDate": (today_in_india() + timedelta(days=7)).isoformat(),
        "then": "DRAFT",
        "lines": [_UPKEEP],
    }


def _on_account(journal: Journal) -> Json:
    return {
        "customerId": journal.known["bazaar"],
        "paymentDate": journal.date(TODAY - 1),
        "amount": 10_000,
        "mode": "UPI",
    }


def _registration(id: str) -> Json:
    """Return a made-up answer of the invoice registration portal."""
    # Half an hour ago: the portal cancels for a day.
    registered_at = datetime.now(UTC) - timedelta(minutes=30)
    return {
        "irn": sha256(id.encode()).hexdigest(),
        "ackNo": "112610000000001",
        "ackDate": registered_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "signedQrCode": "eyJhbGciOiJSUzI1NiJ9.eyJkYXRhIjoiLi4uIn0.c2lnbmVk",
    }
