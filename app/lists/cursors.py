"""Cursors: the place of a list's row as text, exact to the microsecond, opaque to who carries it. Pure.

A cursor says where to go on and nothing else: whoever makes one up reads their own list from another place. The
digest in front is no seal. It tells a damaged cursor, or one of another list or order, from one that fits.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2s
from typing import Any

from app.lists.listing import Sort
from app.wire import from_json, to_json

# The longest name in the longest form takes 1,600.
MOST = 4_096
_DIGEST = 6
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LONGEST_TEXT = 255


def cursor_after(kind: str, sort: Sort, row: Mapping[str, Any]) -> str:
    """The cursor of what follows the row in the list of a kind."""
    return _text(kind, sort, to_json([_WRITE[key.kind](row[key.field]) for key in sort.keys]))


def place_of(kind: str, sort: Sort, cursor: str) -> dict[str, Any]:
    """The statement's parameters for what a cursor says; raises ValueError for what is no cursor of this order."""
    if len(cursor) > MOST:
        raise ValueError("too long")
    payload = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))[_DIGEST:]
    if _text(kind, sort, payload) != cursor:
        raise ValueError("damaged, or of another list")
    values = from_json(payload)
    if not isinstance(values, list) or len(values) != len(sort.keys):
        raise ValueError("of another shape")
    return {key.parameter: _READ[key.kind](value) for key, value in zip(sort.keys, values, strict=True)}


def _text(kind: str, sort: Sort, payload: bytes) -> str:
    digest = blake2s(f"{kind} {sort.word} ".encode() + payload, digest_size=_DIGEST).digest()
    return urlsafe_b64encode(digest + payload).rstrip(b"=").decode()


def _day_from(value: Any) -> date:
    return date.fromisoformat(_checked(value, str))


def _moment_from(value: Any) -> datetime:
    try:
        return _EPOCH + _MICROSECOND * int(_checked(value, int))
    except OverflowError as error:
        raise ValueError("beyond the calendar") from error


def _text_from(value: Any) -> str:
    text: str = _checked(value, str)
    if "\0" in text or len(text) > _LONGEST_TEXT:
        raise ValueError("no text of a record")
    return text


def _whole_from(value: Any) -> int:
    number: int = _checked(value, int)
    if abs(number) >= 2**63:
        raise ValueError("beyond 64 bits")
    return number


def _checked(value: Any, kind: type) -> Any:
    # type(), because True is an int to isinstance.
    if type(value) is not kind:
        raise ValueError(f"no {kind.__name__}")
    return value


# A day on the wire is the timestamp of its midnight.
_WRITE: Mapping[str, Callable[[Any], Any]] = {
    "day": lambda value: value[:10],
    "moment": lambda value: (value - _EPOCH) // _MICROSECOND,
    "text": str,
    "whole": int,
}
_READ: Mapping[str, Callable[[Any], Any]] = {
    "day": _day_from,
    "moment": _moment_from,
    "text": _text_from,
    "whole": _whole_from,
}
