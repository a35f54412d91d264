"""Rows of the trail in wire form. Pure."""

import re
from typing import Any

from app.wire import Row, camel

# Columns that hold a day, and those that hold a moment as those do that end in `_at`.
_DAYS = frozenset(
    {
        *("effective_from", "effective_to", "e_invoicing", "from_day", "last_day"),
        *("lut_valid_from", "lut_valid_to", "to_day"),
    }
)
_MOMENTS = frozenset({"ack_date", "eway_bill_valid_until"})
# PostgreSQL leaves out the zeros at the end.
_FRACTION = re.compile(r"(\.\d+)Z$")


def on_the_wire(row: Row) -> Row:
    """Return a row of the trail with the names and the form of values of other answers: see `told`."""
    return row | {"before": told(row["before"]), "after": told(row["after"])}


def told(columns: Row | None) -> Row | None:
    """Return the columns of a record by their wire names. Days are timestamps of their midnight, moments end in `Z`."""
    if columns is None:
        return None
    return {camel(name): _value(name, value) for name, value in columns.items()}


def _value(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if name.endswith("_at") or name in _MOMENTS:
        return _FRACTION.sub(lambda found: f"{found[1]:0<7}Z", value.replace("+00:00", "Z"))
    if name.endswith("_date") or name in _DAYS:
        return f"{value}T00:00:00Z"
    return value
