"""What an invoice would come to, without writing it."""

from datetime import UTC, date, datetime, time
from typing import Any

from app.postgres.database import Row, Transaction
from app.sales.composition import compose
from app.stock.goods import kept_in_stock, refuse_unclear
from app.wire import camel_keys

# What is kept with an invoice and not shown on its record.
_KEPT = ("buyer", "place_of_supply_stated", "seller_address")
_KEPT_OF_LINES = ("id", "is_price_inclusive", "track_inventory", "variant_ids", "warehouse_id")


def calculate(tx: Transaction, body: Row) -> Row:
    """The fields of the invoice that `body` would make, with its `lines`, as they would be stored.

    Nothing is written and no number is taken, so that what only a stored invoice has is absent: ids, number,
    status, what was paid. Raises Invalid as writing it would; what only state forbids is for the writing to tell.
    """
    composition = compose(tx, body)
    if body["status"] == "SENT":
        refuse_unclear(kept_in_stock(composition.lines))
    lines = [_shown(line, _KEPT_OF_LINES) for line in composition.lines]
    return _shown(composition.columns, _KEPT) | {"lines": lines}


def _shown(columns: Row, kept: tuple[str, ...]) -> Row:
    return camel_keys({name: _on_the_wire(value) for name, value in columns.items() if name not in kept})


def _on_the_wire(value: Any) -> Any:
    # Days are moments on the wire, as PostgreSQL's are when a stored invoice is read.
    return datetime.combine(value, time(), UTC) if isinstance(value, date) else value
