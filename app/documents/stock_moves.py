"""Goods that come and go with new documents."""

from collections.abc import Iterable, Sequence

from app.documents.creation import Batch, NewDocument
from app.postgres.database import Row, Statement, Transaction
from app.stock.movements import TOO_MUCH, LockedPositions, Movement, StockLocation
from app.stock.stocked_lines import locations_of, unclear_variants

DocumentLine = tuple[NewDocument, Row]

TOO_DEAR = "Makes the goods worth more than 13 digits before the point."
# The fault of a line that makes the stock more than can be kept account of.
TOO_MUCH_OF_IT = "Makes the stock of the item more than can be kept account of."


def lines_of(documents: Iterable[NewDocument]) -> list[DocumentLine]:
    """Return every line of the documents, with its document."""
    return [(document, line) for document in documents for line in document.lines]


def lines_with_places(
    tx: Transaction, lines: Iterable[DocumentLine]
) -> list[tuple[NewDocument, Row, StockLocation]]:
    """Return the lines whose goods are kept in stock, with their document and the place of the goods.

    A document with a line that may mean several variants, and names none of them, is at fault and left out.
    """
    stocked = [(document, line) for document, line in lines if line["track_inventory"]]
    if not stocked:
        return []
    for document, line in stocked:
        document.faults += unclear_variants([line])
    clear = [(document, line) for document, line in stocked if document.is_good]
    places = locations_of(tx, [line for _, line in clear])
    return [(document, line, places[line["id"]]) for document, line in clear]


def move_goods(
    tx: Transaction, doc_type: str, moves: Sequence[tuple[NewDocument, Movement]], batch: Batch | None
) -> list[Statement]:
    """Work out the movements of the good ones among the documents, on the positions of the batch if there is one.

    Return the statements that store them. A document that makes the stock more than can be stored is refused and moves
    nothing.
    """
    if not moves:
        return []
    by_id = {document.id: document for document, _ in moves}
    moving = [((doc_type, document.id), movement) for document, movement in moves if document.is_good]
    positions = batch.positions if batch else LockedPositions(tx)
    statements, refused = positions.book(moving)
    for (_, id), movement in refused:
        _refuse(by_id[id], movement)
    return statements if batch else statements + positions.changed()


def _refuse(document: NewDocument, movement: Movement) -> None:
    (place,) = (line["sort_order"] for line in document.lines if line["id"] == movement.line_id)
    document.refuse(f"lines.{place}.quantity", TOO_MUCH_OF_IT)
    document.conflict = TOO_MUCH
