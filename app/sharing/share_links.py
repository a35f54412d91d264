"""Share links: made, ended, and followed by customers."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from app.documents.document_writes import require_state
from app.errors import NotFound
from app.ids import new_id
from app.lists.record_reading import find_to_change
from app.postgres.database import Row, Transaction
from app.printing.content.paper import PrintJob
from app.printing.jobs import document_job
from app.sales.invoice_states import shown
from app.sales.invoices import INVOICES
from app.schemas.share_links import MOST_DAYS

# The default: days after the due date, and at least from now on.
USUAL_DAYS = 30
_SHARED = ("SENT", "PARTIALLY_PAID", "PAID")


@dataclass(frozen=True)
class SharedInvoice:
    """The contents of a shared page: the invoice as it is printed, and its status, which may be OVERDUE."""

    job: PrintJob
    status: str


def find_invoice(tx: Transaction, id: str) -> Row:
    """Return the facts of an invoice that its links depend on.

    Raise NotFound, and PreconditionFailed where the caller knows another version.
    """
    return find_to_change(tx, "share_links.invoice", id)


def make_link(tx: Transaction, invoice: Row, token_hash: str, days: int | None) -> datetime:
    """Store a link to an invoice that was found; return when it expires. Raise Conflict for a draft or a void invoice.

    days: for how long it holds; None for 30 days after the due date, or 30 days from now where that is later.
    """
    require_state(INVOICES, invoice, _SHARED, "shared")
    expires_at = _expiry(tx.open()["began"], invoice["due_date"], days)
    tx.execute(
        "share_links.insert",
        id=new_id("shl"),
        invoice_id=invoice["id"],
        token_hash=token_hash,
        expires_at=expires_at,
    )
    return expires_at


def end_links(tx: Transaction, invoice_id: str) -> None:
    """End every link to an invoice. Raise NotFound where there is no such invoice."""
    find_invoice(tx, invoice_id)
    tx.execute("share_links.end", id=invoice_id)


def follow(tx: Transaction, organization_id: str, token_hash: str) -> SharedInvoice:
    """Return the contents of a link, in a transaction without an organization. Raise NotFound if it shows nothing."""
    tx.enter(organization_id, request_id=tx.request_id)
    found = tx.one("share_links.find", token_hash=token_hash)
    if found is None:
        raise NotFound
    job = document_job(tx, "invoice", found["id"])
    return SharedInvoice(job, shown(found["status"], found["is_past_due"]))


def count_view(tx: Transaction, invoice_id: str) -> None:
    """Count one look at an invoice."""
    tx.execute("share_links.count_view", id=invoice_id)


def _expiry(now: datetime, due_date: date, days: int | None) -> datetime:
    if days is not None:
        return now + timedelta(days=days)
    due = datetime.combine(due_date, time(), UTC)
    usual = max(now, due) + timedelta(days=USUAL_DAYS)
    return min(usual, now + timedelta(days=MOST_DAYS))
