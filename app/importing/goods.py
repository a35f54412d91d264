"""The goods of a batch: where they lie, and what moves."""

from collections.abc import Callable, Sequence

from app.importing.drafts import Draft
from app.postgres.database import Row, Transaction
from app.stock.goods import UNCLEAR, goods_of, kept_in_stock
from app.stock.movements import LockedPositions, Move, Movement, Place

# From a draft, a line of it and the line's place to what moves.
Mover = Callable[[Draft, Row, Place], Movement]

TOO_MUCH = "Makes the stock of the item more than can be kept account of."
TOO_DEAR = "Makes the goods worth more than 13 digits before the point."


def move(
    tx: Transaction,
    held: LockedPositions,
    source_type: str,
    drafts: Sequence[Draft],
    mover: Mover,
    moves: Callable[[Row], bool] = lambda _: True,
) -> None:
    """Move the goods of the drafts' lines that are kept in stock and that `moves` lets through.

    A line whose item has several variants and that names none of them is a fault, and so is one that makes
    their stock more than can be stored.
    """
    lines = [(draft, line) for draft in drafts for line in kept_in_stock(draft.lines) if moves(line)]
    places = _places(tx, lines)
    booked: list[Move] = [
        ((source_type, draft.id), mover(draft, line, places[line["id"]]))
        for draft, line in lines
        if draft.entry.is_good
    ]
    of = {line["id"]: (draft, line) for draft, line in lines}

    def refuse(move: Move) -> None:
        draft, line = of[move[1].line_id]
        draft.entry.refuse(f"lines.{line['sort_order']}.quantity", TOO_MUCH)

    tx.defer(*held.book(booked, refuse))


def _places(tx: Transaction, lines: Sequence[tuple[Draft, Row]]) -> dict[str, Place]:
    clear = []
    for draft, line in lines:
        if len(line["variant_ids"]) > 1:
            field = f"lines.{line['sort_order']}.itemVariantId"
            draft.entry.refuse(field, UNCLEAR)
        else:
            clear.append(line)
    return {id: place for id, (place, _) in goods_of(tx, clear).items()}
