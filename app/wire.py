"""How records look on the wire: camelCase keys, amounts as numbers, days and times as ISO 8601 UTC."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

import orjson

# The one name of the interface whose capitals follow no rule.
_IRREGULAR = {"is_gst": "isGST"}
# orjson reads 1,024 levels and writes 254.
DEEPEST = 100
# orjson reads and writes integers of 64 bits.
_SURELY_WRITTEN = 1 << 63


@lru_cache(maxsize=1024)
def camel(name: str) -> str:
    """`display_name` -> `displayName`."""
    if name in _IRREGULAR:
        return _IRREGULAR[name]
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def camel_keys(record: dict[str, Any]) -> dict[str, Any]:
    """The record with its keys in camelCase; values stay."""
    return {camel(key): value for key, value in record.items()}


def _amount(value: Any) -> Any:
    # Decimal reaches JSON in one place only: what is stored is exact, 13 digits before the point at most,
    # so the double nearest to it reads back as the same amount.

    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} has no form on the wire")


def to_json(value: Any) -> bytes:
    """UTF-8 JSON; times end in `Z`."""
    return orjson.dumps(value, default=_amount, option=orjson.OPT_UTC_Z | orjson.OPT_NAIVE_UTC)


def to_json_exactly(rows: Sequence[Any]) -> str:
    """JSON for PostgreSQL to read as rows: decimals as text, so that none passes through a float."""
    return orjson.dumps(rows, default=str).decode()


def canonical_json(value: Any) -> bytes:
    """JSON that is the same for equal values, in whatever order their keys came and however their numbers were written.

    Raises ValueError for a value of more than `DEEPEST` levels.
    """
    return orjson.dumps(_canonical(value, DEEPEST), option=orjson.OPT_SORT_KEYS)


def _canonical(value: Any, levels: int) -> Any:
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < _SURELY_WRITTEN else value
    if not isinstance(value, dict | list):
        return value
    if levels == 0:
        raise ValueError("nested too deep")
    if isinstance(value, list):
        return [_canonical(part, levels - 1) for part in value]
    return {name: _canonical(part, levels - 1) for name, part in value.items()}


def from_json(text: bytes | str) -> Any:
    """The JSON value; raises ValueError for anything that RFC 8259 does not allow (NaN, lone surrogates, bad UTF-8)."""
    return orjson.loads(text)


def _midnight(day: str) -> str:
    return f"{day}T00:00:00Z"


# By the numbers that PostgreSQL has for its types: date, json and jsonb.
_FORMS: Mapping[int, Callable[[str], Any]] = {1082: _midnight, 114: from_json, 3802: from_json}
# The names and the types of a result's columns.
Columns = tuple[tuple[bytes, int], ...]


@cache
def _wire_columns(columns: Columns) -> tuple[tuple[str, ...], tuple[tuple[str, Callable[[str], Any]], ...]]:
    # Kept: a statement answers the same columns every time.
    names = tuple(camel(name.decode()) for name, _ in columns)
    forms = ((name, _FORMS.get(kind)) for name, (_, kind) in zip(names, columns, strict=True))
    return names, tuple((name, form) for name, form in forms if form)


def wire_rows(columns: Columns, found: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Rows with the keys of the wire; days become the timestamps of their midnight in UTC, and JSON what it says."""
    names, forms = _wire_columns(columns)
    rows = [dict(zip(names, values, strict=True)) for values in found]
    for name, form in forms:
        for row in rows:
            text = row[name]
            if text is not None:
                row[name] = form(text)
    return rows


@cache
def _plain_names(columns: Columns) -> tuple[str, ...]:
    return tuple(name.decode() for name, _ in columns)


def plain_rows(columns: Columns, found: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Rows with the keys that the columns have."""
    names = _plain_names(columns)
    return [dict(zip(names, values, strict=True)) for values in found]
