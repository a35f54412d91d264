"""The counter that a given number stands for."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.numbering.number_text import counter_of, number_text

DAY = date(2026, 5, 4)


@pytest.mark.parametrize(
    ("text", "prefix", "suffix", "counter"),
    [
        ("INV-00042", "INV-", "", 42),
        ("INV-42", "INV-", "", 42),
        ("INV/26-27/7", "INV/{FY}/", "", 7),
        ("7/2026", "", "/{YYYY}", 7),
        ("INV/25-26/7", "INV/{FY}/", "", None),
        ("INV-", "INV-", "", None),
        ("INV-4a", "INV-", "", None),
        ("inv-42", "INV-", "", None),
        ("INV-٤", "INV-", "", None),
        ("AB", "AB", "B", None),
        ("INV-" + "9" * 16, "INV-", "", None),
    ],
)
def test_a_number_of_the_series_form_tells_its_counter(
    text: str, prefix: str, suffix: str, counter: int | None
) -> None:
    assert counter_of(text, prefix, suffix, fiscal_year=2026, day=DAY) == counter


@given(
    counter=st.integers(1, 10**15 - 1),
    prefix=st.text(max_size=10),
    suffix=st.text(max_size=10),
    padding=st.integers(1, 10),
)
def test_what_is_written_is_read_back(counter: int, prefix: str, suffix: str, padding: int) -> None:
    text = number_text(prefix, counter, suffix, padding=padding, fiscal_year=2026, day=DAY)
    assert counter_of(text, prefix, suffix, fiscal_year=2026, day=DAY) == counter
