"""How records look on the wire: camelCase keys, amounts as numbers, days and times as ISO 8601 UTC."""

from collections.abc import Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

import orjson

# The one name of the specification whose capitals follow no rule.
_IRREGULAR = {"is_gst": "isGST"}


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
    """JSON that is the same for equal values, in whatever order their keys came."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def from_json(text: bytes | str) -> Any:
    """The JSON value; raises ValueError for anything that RFC 8259 does not allow (NaN, lone surrogates, bad UTF-8)."""
    return orjson.loads(text)


@cache
def wire_names(columns: tuple[bytes, ...]) -> tuple[str, ...]:
    """What a result's columns are called on the wire. Kept: a statement answers the same columns every time."""
    return tuple(camel(column.decode()) for column in columns)


@cache
def plain_names(columns: tuple[bytes, ...]) -> tuple[str, ...]:
    """What a result's columns are called."""
    return tuple(column.decode() for column in columns)
