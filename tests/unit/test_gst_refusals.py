"""Documents that cannot be taxed: each is refused with the wrong field and a sentence."""

import pytest

from app.money import MONEY_MAX
from app.tax.gst import NO_ADJUSTMENTS, DocumentAdjustments, LineInput, TaxError, TaxKind, tax_document
from tests.unit.gst_lines import adjusted, amount_off, line, percent_off


def refusal(*lines: LineInput, adjustments: DocumentAdjustments = NO_ADJUSTMENTS) -> tuple[str, str]:
    with pytest.raises(TaxError) as refused:
        tax_document(lines, TaxKind.INTER, adjustments)
    return refused.value.field, refused.value.message


def test_a_quantity_of_nothing_is_refused_by_name() -> None:
    assert refusal(line("1", "1", "0"), line("0", "1", "0")) == (
        "lines.1.quantity",
        "Must be greater than 0.",
    )


def test_a_negative_rate_is_refused_by_name() -> None:
    assert refusal(line("1", "-0.01", "0")) == ("lines.0.rate", "Must be at least 0.")


@pytest.mark.parametrize("percent", ["-1", "100.000001"])
def test_a_tax_rate_beyond_0_to_100_is_refused_by_name(percent: str) -> None:
    assert refusal(line("1", "1", percent)) == ("lines.0.taxRatePercent", "Must be between 0 and 100.")


@pytest.mark.parametrize("discount", ["-0.001", "100.01"])
def test_a_line_discount_beyond_the_line_is_refused_by_name(discount: str) -> None:
    wrong = line("1", "100", "18", discount)
    assert refusal(*[line("1", "1", "0")] * 3, wrong) == (
        "lines.3.discount",
        "Must be between 0 and the line's amount, 100.00.",
    )


@pytest.mark.parametrize(
    ("adjustments", "limit"),
    [
        (amount_off("300.01"), "300.00"),
        (amount_off("-1"), "300.00"),
        (percent_off("100.01"), "100"),
        (percent_off("-1"), "100"),
    ],
)
def test_a_document_discount_beyond_the_lines_is_refused_by_name(
    adjustments: DocumentAdjustments, limit: str
) -> None:
    assert refusal(line("3", "100", "18"), adjustments=adjustments) == (
        "adjustments.documentDiscount",
        f"Must be between 0 and {limit}.",
    )


def test_a_document_discount_on_lines_for_nothing_is_refused() -> None:
    assert refusal(line("1", "0", "18"), adjustments=amount_off("0.01"))[0] == "adjustments.documentDiscount"


def test_a_negative_total_is_refused_by_the_adjustment_that_made_it() -> None:
    assert refusal(line("1", "100", "18"), adjustments=adjusted("-118.01")) == (
        "adjustments.adjustmentAmount",
        "Must not make the document's total negative.",
    )


def test_a_total_that_rounds_to_less_than_zero_is_refused() -> None:
    with pytest.raises(TaxError):
        tax_document([line("1", "100", "0")], TaxKind.INTER, adjusted("-100.50"), rounds_to_rupee=True)


def test_a_line_of_more_than_13_digits_is_refused() -> None:
    assert refusal(line("100", "100000000000", "0")) == (
        "lines.0.quantity",
        "Quantity times rate has more than 13 digits before the point.",
    )


def test_a_document_of_more_than_13_digits_is_refused() -> None:
    message = "The document's total has more than 13 digits before the point."
    assert refusal(line("1", str(MONEY_MAX), "0.1")) == ("lines", message)
    assert refusal(*[line("1", "6000000000000", "0")] * 2, adjustments=percent_off("100")) == (
        "lines",
        message,
    )


def test_the_largest_document_is_exact_to_the_paisa() -> None:
    document = tax_document([line("1", str(MONEY_MAX), "0")], TaxKind.INTER)
    assert document.total == MONEY_MAX


def test_every_line_that_is_wrong_is_told_with_the_first() -> None:
    lines = [
        line("1", "10", "18", "10.01"),
        line("1", "10", "18"),
        line("1", "5", "18", "5.01"),
        line("1", "-1", "18"),
    ]
    with pytest.raises(TaxError) as refused:
        tax_document(lines, TaxKind.INTER)
    assert refused.value.faults == [
        ("lines.0.discount", "Must be between 0 and the line's amount, 10.00."),
        ("lines.2.discount", "Must be between 0 and the line's amount, 5.00."),
        ("lines.3.rate", "Must be at least 0."),
    ]
    assert refused.value.field == "lines.0.discount"


def test_an_error_reads_as_field_and_sentence() -> None:
    assert str(TaxError("lines.0.rate", "Must be at least 0.")) == "lines.0.rate: Must be at least 0."
