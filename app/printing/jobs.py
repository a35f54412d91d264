"""Print jobs of stored documents. Each is read in one round trip."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from app.errors import Invalid, NotFound
from app.ledgers.party_ledgers import DateRange
from app.postgres.database import Row, Transaction
from app.printing.content.formatting import Context, clean_text
from app.printing.content.invoice_context import invoice_context
from app.printing.content.note_context import credit_note_context
from app.printing.content.order_context import purchase_order_context, quote_context, sales_order_context
from app.printing.content.paper import PaperKind, PrintJob
from app.printing.content.statement_context import statement_context
from app.printing.content.voucher_context import voucher_context

# A longer statement is of no use to a reader, and takes seconds to render.
MOST_STATEMENT_ENTRIES = 1000


# The context of each document that has a number; `printing.sql` has two statements of its kind.
_CONTEXTS: Mapping[PaperKind, Callable[[Row, Sequence[Row]], Context]] = {
    "invoice": invoice_context,
    "quote": quote_context,
    "sales_order": sales_order_context,
    "purchase_order": purchase_order_context,
    "credit_note": credit_note_context,
    "receipt_voucher": voucher_context,
}


def document_job(tx: Transaction, kind: PaperKind, id: str) -> PrintJob:
    """Return the job of a document with lines. Its file has the document's number as name. Raises NotFound."""
    found, lines = tx.run_all((f"printing.{kind}", {"id": id}), (f"printing.{kind}_lines", {"id": id}))
    if not found:
        raise NotFound
    record = found[0]
    return PrintJob(
        kind=kind,
        name=record["number"],
        rows=(record, lines),
        context=_CONTEXTS[kind],
        template=record.pop("template"),
        logo=record.pop("logo"),
        organization=tx.organization_id,
        id=id,
        request_id=tx.request_id,
    )


def statement_job(tx: Transaction, id: str, dates: DateRange) -> PrintJob:
    """Return the job of a customer's statement. `dates` includes its first and its last day.

    Raises NotFound, and Invalid for `from` and `to` where there are more than MOST_ENTRIES entries.
    """
    days = {"from_day": dates.from_day, "to_day": dates.to_day}
    found, entries = tx.run_all(
        ("printing.statement", {"id": id, "from_day": dates.from_day}),
        ("printing.entries", {"id": id, "most": MOST_STATEMENT_ENTRIES + 1} | days),
    )
    if not found:
        raise NotFound
    if len(entries) > MOST_STATEMENT_ENTRIES:
        sentence = f"A statement has at most {MOST_STATEMENT_ENTRIES} entries; ask for fewer days."
        raise Invalid([("from", sentence), ("to", sentence)])
    record = found[0] | days
    return PrintJob(
        kind="statement",
        name=_statement_name(record, dates.to_day),
        rows=(record, entries),
        context=statement_context,
        template=record.pop("template"),
        logo=record.pop("logo"),
        organization=tx.organization_id,
        id=id,
        request_id=tx.request_id,
    )


def _statement_name(record: Row, last: date | None) -> str:
    return f"Statement {clean_text(record['display_name'])} {last or record['today']}"
