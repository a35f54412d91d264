"""Papers as they stand in the books: one round trip each."""

from datetime import date

from app.errors import Invalid, NotFound
from app.ledgers.parties import DateRange
from app.postgres.database import Row, Transaction
from app.printing.content.formatting import written
from app.printing.content.invoice_context import invoice_context
from app.printing.content.paper import Order
from app.printing.content.statement_context import statement_context

# More entries than that are no statement that anybody reads, and take a printer seconds.
MOST_ENTRIES = 1000


def invoice_order(tx: Transaction, id: str) -> Order:
    """The invoice; its file is called by its number. Raises NotFound."""
    found, lines = tx.run_all(("printing.invoice", {"id": id}), ("printing.lines", {"id": id}))
    if not found:
        raise NotFound
    record = found[0]
    return Order(
        kind="invoice",
        name=record["invoice_number"],
        rows=(record, lines),
        context=invoice_context,
        template=record.pop("template"),
        logo=record.pop("logo"),
        organization=tx.organization_id,
        id=id,
        request_id=tx.request_id,
    )


def statement_order(tx: Transaction, id: str, window: DateRange) -> Order:
    """A customer's statement of the window's days, both included.

    Raises NotFound, and Invalid on `from` and `to` where the window has more than MOST_ENTRIES entries.
    """
    days = {"from_day": window.from_day, "to_day": window.to_day}
    found, entries = tx.run_all(
        ("printing.statement", {"id": id, "from_day": window.from_day}),
        ("printing.entries", {"id": id, "most": MOST_ENTRIES + 1} | days),
    )
    if not found:
        raise NotFound
    if len(entries) > MOST_ENTRIES:
        sentence = f"A statement has at most {MOST_ENTRIES} entries; ask for fewer days."
        raise Invalid([("from", sentence), ("to", sentence)])
    record = found[0] | days
    return Order(
        kind="statement",
        name=_statement_name(record, window.to_day),
        rows=(record, entries),
        context=statement_context,
        template=record.pop("template"),
        logo=record.pop("logo"),
        organization=tx.organization_id,
        id=id,
        request_id=tx.request_id,
    )


def _statement_name(record: Row, last: date | None) -> str:
    return f"Statement {written(record['display_name'])} {last or record['today']}"
