"""The text of a document's number."""

from datetime import date

import pytest

from app.numbering.number_text import number_text


def text(prefix: str = "", counter: int = 42, suffix: str = "", padding: int = 5) -> str:
    return number_text(prefix, counter, suffix, padding=padding, fiscal_year=2026, day=date(2027, 2, 3))


@pytest.mark.parametrize(
    ("padding", "counter", "number"),
    [
        (5, 42, "00042"),
        (1, 7, "7"),
        (10, 1, "0000000001"),
        (2, 12345, "12345"),
        (1, 9_007_199_254_740_991, "9007199254740991"),
    ],
)
def test_the_counter_is_padded_and_never_cut(padding: int, counter: int, number: str) -> None:
    assert text(counter=counter, padding=padding) == number


@pytest.mark.parametrize(
    ("prefix", "suffix", "number"),
    [
        ("INV-", "", "INV-00042"),
        ("INV/{FY}/", "", "INV/26-27/00042"),
        ("", "/{FY}", "00042/26-27"),
        ("{YYYY}", "-{YY}", "202700042-27"),
        ("{FY}{FY}", "", "26-2726-2700042"),
        ("{fy}{}{0}{x}%s", "{", "{fy}{}{0}{x}%s00042{"),
        ("₹", "é", "₹00042é"),
    ],
)
def test_prefix_and_suffix_name_years_and_are_otherwise_plain(prefix: str, suffix: str, number: str) -> None:
    assert text(prefix, suffix=suffix) == number


@pytest.mark.parametrize(
    ("year", "written"),
    [(2026, "26-27"), (1999, "99-00"), (2099, "99-00"), (2008, "08-09"), (2009, "09-10")],
)
def test_a_fiscal_year_is_written_with_two_digits_of_each_year(year: int, written: str) -> None:
    assert number_text("{FY}/", 7, "", padding=1, fiscal_year=year, day=date(2027, 2, 3)) == f"{written}/7"
