"""The calculation of an invoice that is not stored."""

from datetime import UTC, date, datetime, time
from typing import Any

from app.errors import Invalid
from app.postgres.database import Row, Transaction
from app.sales.invoices import compose_invoice
from app.stock.stocked_lines import kept_in_stock, unclear_variants
from app.tax.supplies import with_payment_of
from app.wire import camel_keys

# Columns that are stored with an invoice and are no part of a calculation.
_HIDDEN = ("id", "status", "buyer", "place_of_supply_stated", "seller_address", "seller_is_composition")
_HIDDEN_OF_LINES = ("id", "track_inventory", "variant_ids", "warehouse_id")


def calculate(tx: Transaction, body: Row) -> Row:
    """Return the fields of the invoice that `body` would make, with its `lines`, as they would be stored.

    Nothing is written and no number is taken, so what only a stored invoice has is absent: ids, number, status, amount
    paid. Raise Invalid as creating the invoice would; a Conflict shows only when it is created.
    """
    invoice = compose_invoice(tx, "", body)
    tx.warnings += invoice.warnings
    unclear = unclear_variants(kept_in_stock(invoice.lines)) if body["status"] == "SENT" else []
    if unclear:
        raise Invalid(unclear)
    lines = [_shown(line, _HIDDEN_OF_LINES) for line in invoice.lines]
    row = invoice.row
    decided = {"export_with_payment": with_payment_of(row["supply_type"], row["export_with_payment"])}
    return _shown(row | decided, _HIDDEN) | {"lines": lines}


def _shown(columns: Row, hidden: tuple[str, ...]) -> Row:
    return camel_keys({name: _on_the_wire(value) for name, value in columns.items() if name not in hidden})


def _on_the_wire(value: Any) -> Any:
    # Days are moments on the wire, as PostgreSQL's are when a stored invoice is read.
    return datetime.combine(value, time(), UTC) if isinstance(value, date) else value
