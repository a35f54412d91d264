"""CSV as RFC 4180 has it, read back by another reader, with nothing that a spreadsheet would run."""

import csv
import io
from datetime import UTC, datetime

import pytest

from app.lists.csv_text import csv_header, csv_lines


def cell(value: object) -> str:
    """The cell of a value as a reader finds it."""
    (row,) = csv.reader(io.StringIO(csv_lines(["a", "b"], [{"a": value, "b": "end"}]).decode(), newline=""))
    assert row[1] == "end"
    return row[0]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        ("", ""),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-5, "-5"),
        (1180.0, "1180.0"),
        (-0.5, "-0.5"),
        (0.000001, "1e-6"),
        (datetime(2026, 5, 4, 10, 0, 0, 999_998, UTC), "2026-05-04T10:00:00.999998Z"),
        ("2026-05-04T00:00:00Z", "2026-05-04T00:00:00Z"),
        ([], "[]"),
        ({"city": 'Pune, "West"'}, '{"city":"Pune, \\"West\\""}'),
        ("मुंबई, 1", "मुंबई, 1"),
        ('said "yes"', 'said "yes"'),
        ("one\r\ntwo", "one\r\ntwo"),
        ('"', '"'),
        (" a ", " a "),
    ],
)
def test_a_value_is_read_back_as_it_stands_in_json(value: object, shown: str) -> None:
    assert cell(value) == shown


def test_lines_end_in_crlf_and_only_what_must_be_quoted_is() -> None:
    assert csv_header(["id", "displayName"]) == b"id,displayName\r\n"
    rows = [{"id": "x", "displayName": 'A, "B"'}, {"id": "y", "displayName": "C D"}]
    assert csv_lines(["id", "displayName"], rows) == b'x,"A, ""B"""\r\ny,C D\r\n'
    assert csv_lines(["id"], []) == b""


@pytest.mark.parametrize(
    "begin", ["=", "@", "\t", "\r", "\n", "+", "-", "+91x", "-1+cmd|' /C calc'!A", "-\n1"]
)
def test_text_that_begins_a_formula_gets_an_apostrophe(begin: str) -> None:
    text = f"{begin}HYPERLINK()"
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize(
    "text", ["+91 22 1234 5678", "-", "-5.00", "+1 (212) 555-0100", "--", "a=1", "'=1", "#REF"]
)
def test_a_telephone_number_is_no_formula(text: str) -> None:
    assert cell(text) == text
