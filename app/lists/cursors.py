"""Cursors: the place of a row in a list as opaque text, exact to the microsecond. Pure.

A cursor holds a place and nothing else: a forged one starts the caller's own list at another place. The digest in
front is no signature. It detects a cursor that is damaged, or that belongs to another list or order.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2s
from typing import Any

from app.lists.listing import Sort
from app.wire import from_json, to_json

# Characters. The longest name, with every character escaped, takes 1,600.
MOST_CURSOR = 4_096
_DIGEST_BYTES = 6
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MAX_TEXT = 255  # characters


def cursor_after(kind: str, sort: Sort, row: Mapping[str, Any]) -> str:
    """Return the cursor of the place after a row, which has wire keys, in the list of a kind."""
    return _encoded(kind, sort, to_json([_TO_JSON[key.kind](row[key.field]) for key in sort.keys]))


def place_of(kind: str, sort: Sort, cursor: str) -> dict[str, Any]:
    """Return the statement's parameters for a cursor's place. Raises ValueError for text that is no such cursor."""
    if len(cursor) > MOST_CURSOR:
        raise ValueError("too long")
    payload = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))[_DIGEST_BYTES:]
    if _encoded(kind, sort, payload) != cursor:
        raise ValueError("damaged, or of another list")
    values = from_json(payload)
    if not isinstance(values, list) or len(values) != len(sort.keys):
        raise ValueError("of another shape")
    return {key.parameter: _PARSE[key.kind](value) for key, value in zip(sort.keys, values, strict=True)}


def _encoded(kind: str, sort: Sort, payload: bytes) -> str:
    digest = blake2s(f"{kind} {sort.word} ".encode() + payload, digest_size=_DIGEST_BYTES).digest()
    return urlsafe_b64encode(digest + payload).rstrip(b"=").decode()


def _parse_day(value: Any) -> date:
    return date.fromisoformat(_require_type(value, str))


def _parse_moment(value: Any) -> datetime:
    try:
        return _EPOCH + _MICROSECOND * int(_require_type(value, int))
    except OverflowError as error:
        raise ValueError("beyond the calendar") from error


def _parse_text(value: Any) -> str:
    text: str = _require_type(value, str)
    if "\0" in text or len(text) > _MAX_TEXT:
        raise ValueError("no text of a record")
    return text


def _parse_whole_number(value: Any) -> int:
    number: int = _require_type(value, int)
    if abs(number) >= 2**63:
        raise ValueError("beyond 64 bits")
    return number


def _require_type(value: Any, expected: type) -> Any:
    # type(), because isinstance(True, int) is true.
    if type(value) is not expected:
        raise ValueError(f"no {expected.__name__}")
    return value


# A date on the wire is the timestamp of its midnight.
_TO_JSON: Mapping[str, Callable[[Any], Any]] = {
    "day": lambda value: value[:10],
    "moment": lambda value: (value - _EPOCH) // _MICROSECOND,
    "text": str,
    "whole": int,
}
_PARSE: Mapping[str, Callable[[Any], Any]] = {
    "day": _parse_day,
    "moment": _parse_moment,
    "text": _parse_text,
    "whole": _parse_whole_number,
}
