"""Rows of a list as CSV (RFC 4180): UTF-8, CRLF, quoted where they must be. Pure."""

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

from app.wire import Row, to_json

# The beginning of texts that a spreadsheet takes for a formula; a telephone number or an amount is none.
_FORMULA = re.compile(r"[=@\t\r\n]|[+-](?![0-9 ().-]*\Z)")


def csv_lines(names: Sequence[str], rows: Iterable[Row]) -> bytes:
    """Return the lines of rows, which have wire keys: the fields in `names`, in their order."""
    lines = StringIO(newline="")
    csv.writer(lines).writerows([_cell(row[name]) for name in names] for row in rows)
    return lines.getvalue().encode()


def csv_header(names: Sequence[str]) -> bytes:
    """Return the first line: the names of the fields."""
    return csv_lines(names, [dict(zip(names, names, strict=True))])


def _cell(value: Any) -> str:
    return _CELLS.get(type(value), _as_json)(value)


def _text(value: str) -> str:
    # A spreadsheet shows what begins with an apostrophe as text, and runs nothing.
    return f"'{value}" if _FORMULA.match(value) else value


def _as_json(value: Any) -> str:
    # Moments are text in JSON.
    return to_json(value).decode().strip('"')


_CELLS: Mapping[type, Callable[[Any], str]] = {
    str: _text,
    type(None): lambda value: "",
    dict: lambda value: to_json(value).decode(),
    list: lambda value: to_json(value).decode(),
}
