"""Records on the wire: camelCase keys, amounts as numbers, dates and times as ISO 8601 in UTC."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

import orjson

# A record, by the names of its columns or by its wire keys.
Row = dict[str, Any]
# An object of JSON that is no record.
Json = dict[str, Any]

# The only name of the interface that does not follow the rule.
_IRREGULAR = {"is_gst": "isGST"}
# Levels of nested JSON. orjson reads 1,024 and writes 254.
MAX_DEPTH = 100
# orjson reads and writes integers of 64 bits.
_MAX_INTEGER = 1 << 63


@lru_cache(maxsize=1024)
def camel(name: str) -> str:
    """Return the camelCase form of a name: `displayName` for `display_name`."""
    if name in _IRREGULAR:
        return _IRREGULAR[name]
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def camel_keys(record: Row) -> Row:
    """Return the record with its keys in camelCase and its values unchanged."""
    return {camel(key): value for key, value in record.items()}


def _amount(value: Any) -> Any:
    # Stored amounts have at most 15 digits, so the nearest double reads back as the same amount.
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} has no form on the wire")


def to_json(value: Any) -> bytes:
    """Return UTF-8 JSON. Decimals become numbers; times are in UTC and end in `Z`."""
    return orjson.dumps(value, default=_amount, option=orjson.OPT_UTC_Z | orjson.OPT_NAIVE_UTC)


def to_json_exactly(rows: Sequence[Any]) -> str:
    """Return JSON that PostgreSQL reads as rows. Decimals are text, so that no amount becomes a float."""
    return orjson.dumps(rows, default=str).decode()


def canonical_json(value: Any) -> bytes:
    """Return JSON that is equal for equal values: keys are sorted, and 1.0 is written as 1.

    Raises ValueError for a value of more than `MAX_DEPTH` levels.
    """
    return orjson.dumps(_canonical(value, MAX_DEPTH), option=orjson.OPT_SORT_KEYS)


def _canonical(value: Any, levels: int) -> Any:
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < _MAX_INTEGER else value
    if not isinstance(value, dict | list):
        return value
    if levels == 0:
        raise ValueError("nested too deep")
    if isinstance(value, list):
        return [_canonical(item, levels - 1) for item in value]
    return {name: _canonical(item, levels - 1) for name, item in value.items()}


def from_json(text: bytes | str) -> Any:
    """Return the value of JSON text. Raises ValueError if RFC 8259 forbids it (NaN, lone surrogates, bad UTF-8)."""
    return orjson.loads(text)


def _midnight(day: str) -> str:
    return f"{day}T00:00:00Z"


# By PostgreSQL's type numbers (OIDs) of date, json and jsonb.
_CONVERTERS: Mapping[int, Callable[[str], Any]] = {1082: _midnight, 114: from_json, 3802: from_json}
# The name and the type number of each column of a result.
Columns = tuple[tuple[bytes, int], ...]


@cache
def _wire_columns(columns: Columns) -> tuple[tuple[str, ...], tuple[tuple[str, Callable[[str], Any]], ...]]:
    # Cached, because a statement returns the same columns every time.
    names = tuple(camel(name.decode()) for name, _ in columns)
    converters = ((name, _CONVERTERS.get(type)) for name, (_, type) in zip(names, columns, strict=True))
    return names, tuple((name, convert) for name, convert in converters if convert)


def wire_names(columns: Columns) -> tuple[str, ...]:
    """Return the wire keys of a result's columns, in their order."""
    return _wire_columns(columns)[0]


def wire_rows(columns: Columns, found: Sequence[Sequence[Any]]) -> list[Row]:
    """Return rows with wire keys. A date becomes the timestamp of its midnight in UTC, JSON text becomes its value."""
    names, converters = _wire_columns(columns)
    rows = [dict(zip(names, values, strict=True)) for values in found]
    for name, convert in converters:
        for row in rows:
            text = row[name]
            if text is not None:
                row[name] = convert(text)
    return rows


@cache
def _plain_names(columns: Columns) -> tuple[str, ...]:
    return tuple(name.decode() for name, _ in columns)


def plain_rows(columns: Columns, found: Sequence[Sequence[Any]]) -> list[Row]:
    """Return rows with the names of the columns as keys."""
    names = _plain_names(columns)
    return [dict(zip(names, values, strict=True)) for values in found]
