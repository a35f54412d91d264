"""Quotes to customers."""

from collections.abc import Sequence

from app.documents.composition import compose
from app.documents.conversions import Conversion, adjustments_of
from app.documents.creation import Batch, KindWithLines, NewDocument, check_not_before
from app.documents.document_warnings import issuing_warnings
from app.documents.document_writes import DocumentWrites, lock, move, require_state
from app.documents.order_parts import all_left
from app.documents.parties import SALES
from app.documents.storing import check_numbers, store
from app.documents.warned_writes import tell
from app.errors import Conflict
from app.postgres.database import Row, Transaction

QUOTES = KindWithLines(
    doc_type="QUOTE",
    table="quotes",
    prefix="quo",
    number="quote_number",
    day="quote_date",
    in_books=False,
    side=SALES,
    line_prefix="qul",
    parent="quote_id",
    issued="SENT",
)


def _make_quotes(tx: Transaction, quotes: Sequence[NewDocument], batch: Batch | None) -> None:
    check_not_before(quotes, QUOTES.day, "expiry_date")
    compose(tx, QUOTES, quotes)
    check_numbers(tx, QUOTES, quotes, batch)
    store(tx, QUOTES, quotes)


WRITES = DocumentWrites(QUOTES, _make_quotes)


def send(tx: Transaction, id: str) -> Row:
    """Send a draft to its customer. Raise NotFound or Conflict."""
    quote = lock(tx, QUOTES, id)
    require_state(QUOTES, quote, ("DRAFT",), "sent")
    tell(tx, issuing_warnings(QUOTES.day, quote), quote["checks"])
    return move(tx, QUOTES, id, "SENT")


def accept(tx: Transaction, id: str) -> Row:
    """Note that the customer accepts; also after the expiry date. Raise NotFound or Conflict."""
    return _answered(tx, id, "ACCEPTED")


def decline(tx: Transaction, id: str) -> Row:
    """Note that the customer declines. Raise NotFound or Conflict."""
    return _answered(tx, id, "DECLINED")


def convert(tx: Transaction, quote: Row, conversion: Conversion) -> Row:
    """Make a draft of all of a locked quote, which is accepted with it; return the draft's kind and id.

    Raise Conflict for its state or where it was converted before, unless what it became was deleted or
    voided.
    """
    id = quote["id"]
    require_state(QUOTES, quote, ("SENT", "EXPIRED", "ACCEPTED"), "converted")
    became, lines = tx.run_all(("quotes.became", {"id": id}), ("quotes.whole_lines", {"id": id}))
    if became:
        raise Conflict(f"It was converted already, to the {became[0]['noun']} {became[0]['number']}.")
    made = conversion.make(tx, quote, all_left(lines), adjustments_of(quote))
    move(tx, QUOTES, id, "ACCEPTED")
    return made


def _answered(tx: Transaction, id: str, status: str) -> Row:
    require_state(QUOTES, lock(tx, QUOTES, id), ("SENT", "EXPIRED"), status.lower())
    return move(tx, QUOTES, id, status)
