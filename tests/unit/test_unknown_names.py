"""Names that a request has and the operation does not: what is told of them."""

import pytest

from app.schemas.unknown_names import MOST_SHOWN, UnknownName, nearest, shown

LINE = ("itemId", "itemVariantId", "hsnOrSac", "quantity", "qtyCount", "rate", "discount", "taxRatePercent")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("taxRate", "taxRatePercent"),
        ("tax_rate", "taxRatePercent"),
        ("tax_rate_percent", "taxRatePercent"),
        ("tax-rate-percent", "taxRatePercent"),
        ("TAXRATEPERCENT", "taxRatePercent"),
        ("itemid", "itemId"),
        ("item", "itemId"),
        ("qauntity", "quantity"),
        ("hsn", "hsnOrSac"),
        ("colour", None),
        ("", None),
        ("_", None),
        ("ra", None),
        ("x" * 10_000, None),
    ],
)
def test_the_name_that_was_probably_meant_is_suggested(name: str, meant: str | None) -> None:
    assert nearest(name, LINE) == meant


def test_the_sentence_says_what_there_is_not_and_what_may_have_been_meant() -> None:
    assert str(UnknownName("field", "taxRate", LINE)) == (
        "There is no such field. Did you mean taxRatePercent?"
    )
    assert str(UnknownName("parameter", "colour", LINE)) == "There is no such parameter."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("taxRate", "taxRate"),
        ("करदर", "करदर"),
        ("a\x00b\r\nc\x1b[31m", "a�b��c�[31m"),
        ("\ud800", "�"),
        ("\u202etxt", "�txt"),
        ("", '""'),
        ("x" * 1_000_000, "x" * MOST_SHOWN + "…"),
    ],
)
def test_a_name_that_a_caller_made_up_is_told_short_and_printable(name: str, told: str) -> None:
    assert shown(name) == told
