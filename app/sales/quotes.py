"""Quotes to customers."""

from collections.abc import Sequence

from app.documents.composition import compose
from app.documents.creation import Batch, KindWithLines, NewDocument, check_not_before, new_documents
from app.documents.parties import SALES
from app.documents.storing import check_numbers, store
from app.postgres.database import Row, Transaction

QUOTES = KindWithLines(
    doc_type="QUOTE",
    table="quotes",
    prefix="quo",
    number="quote_number",
    day="quote_date",
    side=SALES,
    line_prefix="qul",
    parent="quote_id",
)


def create(tx: Transaction, bodies: Sequence[Row], batch: Batch | None = None) -> list[NewDocument]:
    """Create quotes from bodies as `app.schemas.quotes` loads them; those at fault are not stored."""
    quotes = new_documents(QUOTES, bodies)
    check_not_before(quotes, QUOTES.day, "expiry_date")
    compose(tx, QUOTES, quotes)
    check_numbers(tx, QUOTES, quotes, batch)
    store(tx, QUOTES, quotes)
    return quotes
