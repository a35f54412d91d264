"""The worked examples of docs/tax.md. Their figures were worked out by hand; the arithmetic stands there."""

import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from app.tax.area import area_quantity
from app.tax.gst import NO_ADJUSTMENTS, DocumentAdjustments, LineInput, TaxedDocument, TaxKind, tax_document

DOCUMENTATION = (Path(__file__).parents[2] / "docs" / "tax.md").read_text(encoding="utf-8").splitlines()

# Rows of figures; the other tables' rows begin with words.
FIGURES = re.compile(r"\| [\d.]+ \|")

TAXES = ("cgst_amount", "sgst_amount", "igst_amount")
TOTAL_TAXES = ("cgst_total", "sgst_total", "igst_total")
LAST = ("adjustment_amount", "round_off", "total")
GIVEN = ("quantity", "rate", "discount", "tax_rate_percent", "cess_rate_percent")
PRICE = ("quantity", "rate", "discount", "discount_share", "tax_rate_percent")
# The columns of the tables, by the names that they have in the code.
TABLES = (
    (*PRICE, "taxable_amount", *TAXES, "total"),
    (*PRICE, "cess_rate_percent", "taxable_amount", *TAXES, "cess_amount", "total"),
    ("sub_total", "discount_total", *TOTAL_TAXES, *LAST),
    ("sub_total", "discount_total", *TOTAL_TAXES, "cess_total", *LAST),
)

INTRA, INTER = TaxKind.INTRA, TaxKind.INTER


@dataclass(frozen=True)
class Example:
    name: str
    kind: TaxKind
    lines: tuple[str, ...]
    totals: str
    adjustments: DocumentAdjustments = NO_ADJUSTMENTS
    is_price_inclusive: bool = False
    rounds_to_rupee: bool = False


EXAMPLES = [
    Example(
        "same state",
        INTRA,
        ("| 10 | 120.00 | 0.00 | 0.00 | 18 | 1200.00 | 108.00 | 108.00 | 0.00 | 1416.00 |",),
        "| 1200.00 | 0.00 | 108.00 | 108.00 | 0.00 | 0.00 | 0.00 | 1416.00 |",
    ),
    Example(
        "another state, with a line discount",
        INTER,
        (
            "| 3 | 499.00 | 97.00 | 0.00 | 12 | 1400.00 | 0.00 | 0.00 | 168.00 | 1568.00 |",
            "| 2 | 50.00 | 0.00 | 0.00 | 5 | 100.00 | 0.00 | 0.00 | 5.00 | 105.00 |",
        ),
        "| 1597.00 | 97.00 | 0.00 | 0.00 | 173.00 | 0.00 | 0.00 | 1673.00 |",
    ),
    Example(
        "tax on the exact value",
        INTER,
        ("| 1 | 82.6446 | 0.00 | 0.00 | 21 | 82.64 | 0.00 | 0.00 | 17.36 | 100.00 |",),
        "| 82.64 | 0.00 | 0.00 | 0.00 | 17.36 | 0.00 | 0.00 | 100.00 |",
    ),
    Example(
        "prices that include tax",
        INTRA,
        (
            "| 1 | 90.00 | 0.00 | 0.00 | 5 | 85.72 | 2.14 | 2.14 | 0.00 | 90.00 |",
            "| 1 | 55.00 | 0.00 | 0.00 | 5 | 52.38 | 1.31 | 1.31 | 0.00 | 55.00 |",
        ),
        "| 138.10 | 0.00 | 3.45 | 3.45 | 0.00 | 0.00 | 0.00 | 145.00 |",
        is_price_inclusive=True,
    ),
    Example(
        "cess",
        INTRA,
        (
            "| 3 | 333.33 | 50.00 | 0.00 | 28 | 12 | 949.99 | 133.00 | 133.00 | 0.00 | 114.00 | 1329.99 |",
            "| 1 | 100.00 | 0.00 | 0.00 | 18 | 0 | 100.00 | 9.00 | 9.00 | 0.00 | 0.00 | 118.00 |",
        ),
        "| 1099.99 | 50.00 | 142.00 | 142.00 | 0.00 | 114.00 | 0.00 | 0.00 | 1447.99 |",
    ),
    Example(
        "cess in the price",
        INTER,
        ("| 1 | 99.99 | 0.00 | 0.00 | 28 | 12 | 71.42 | 0.00 | 0.00 | 20.00 | 8.57 | 99.99 |",),
        "| 71.42 | 0.00 | 0.00 | 0.00 | 20.00 | 8.57 | 0.00 | 0.00 | 99.99 |",
        is_price_inclusive=True,
    ),
    Example(
        "a document discount as an amount",
        INTER,
        (
            "| 1 | 100.00 | 0.00 | 3.34 | 18 | 96.66 | 0.00 | 0.00 | 17.40 | 114.06 |",
            "| 1 | 100.00 | 0.00 | 3.33 | 18 | 96.67 | 0.00 | 0.00 | 17.40 | 114.07 |",
            "| 1 | 100.00 | 0.00 | 3.33 | 18 | 96.67 | 0.00 | 0.00 | 17.40 | 114.07 |",
        ),
        "| 300.00 | 10.00 | 0.00 | 0.00 | 52.20 | 0.00 | 0.00 | 342.20 |",
        DocumentAdjustments(Decimal("10.00")),
    ),
    Example(
        "a document discount as a percentage, after a line discount",
        INTRA,
        (
            "| 4 | 250.00 | 100.00 | 90.00 | 18 | 810.00 | 72.90 | 72.90 | 0.00 | 955.80 |",
            "| 1 | 155.55 | 0.00 | 15.56 | 5 | 139.99 | 3.50 | 3.50 | 0.00 | 146.99 |",
        ),
        "| 1155.55 | 205.56 | 76.40 | 76.40 | 0.00 | 0.00 | 0.00 | 1102.79 |",
        DocumentAdjustments(Decimal(10), document_discount_is_percent=True),
    ),
    Example(
        "taxes are rounded per line",
        INTER,
        ("| 1 | 10.10 | 0.00 | 0.00 | 5 | 10.10 | 0.00 | 0.00 | 0.51 | 10.61 |",) * 3,
        "| 30.30 | 0.00 | 0.00 | 0.00 | 1.53 | 0.00 | 0.00 | 31.83 |",
    ),
    Example(
        "a discount on a price that includes tax",
        INTRA,
        ("| 1 | 118.00 | 18.00 | 0.00 | 18 | 84.74 | 7.63 | 7.63 | 0.00 | 100.00 |",),
        "| 100.00 | 15.26 | 7.63 | 7.63 | 0.00 | 0.00 | 0.00 | 100.00 |",
        is_price_inclusive=True,
    ),
    Example(
        "a discount smaller than the rounding of its taxes",
        INTRA,
        ("| 1 | 0.63 | 0.01 | 0.00 | 5 | 0.60 | 0.01 | 0.01 | 0.00 | 0.62 |",),
        "| 0.60 | 0.00 | 0.01 | 0.01 | 0.00 | 0.00 | 0.00 | 0.62 |",
        is_price_inclusive=True,
    ),
    Example(
        "adjustment and rounding to the rupee",
        INTER,
        ("| 1 | 99.99 | 0.00 | 0.00 | 5 | 99.99 | 0.00 | 0.00 | 5.00 | 104.99 |",),
        "| 99.99 | 0.00 | 0.00 | 0.00 | 5.00 | -4.50 | -0.49 | 100.00 |",
        DocumentAdjustments(adjustment_amount=Decimal("-4.50")),
        rounds_to_rupee=True,
    ),
    Example(
        "glass by the square foot",
        INTRA,
        ("| 46.500093 | 85.00 | 0.00 | 0.00 | 18 | 3952.51 | 355.73 | 355.73 | 0.00 | 4663.97 |",),
        "| 3952.51 | 0.00 | 355.73 | 355.73 | 0.00 | 0.00 | 0.00 | 4663.97 |",
    ),
]


def figures(row: str) -> dict[str, str]:
    """The cells of a row by what they hold; its length tells which table it is of."""
    cells = row.strip("| ").split(" | ")
    columns = next(columns for columns in TABLES if len(columns) == len(cells))
    return dict(zip(columns, cells, strict=True))


def line_of(row: str, example: Example) -> LineInput:
    given = {name: Decimal(cell) for name, cell in figures(row).items() if name in GIVEN}
    return LineInput(**given, is_price_inclusive=example.is_price_inclusive)


def worked_out(example: Example) -> TaxedDocument:
    lines = [line_of(row, example) for row in example.lines]
    return tax_document(lines, example.kind, example.adjustments, rounds_to_rupee=example.rounds_to_rupee)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_lines_come_to_the_figures_worked_out_by_hand(example: Example) -> None:
    for row, line in zip(example.lines, worked_out(example).lines, strict=True):
        expected = {name: cell for name, cell in figures(row).items() if name not in GIVEN}
        assert {name: str(getattr(line, name)) for name in expected} == expected


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_totals_come_to_the_figures_worked_out_by_hand(example: Example) -> None:
    document, expected = worked_out(example), figures(example.totals)
    assert {name: str(getattr(document, name)) for name in expected} == expected


def test_the_documentation_shows_exactly_these_examples_in_this_order() -> None:
    shown = [row for row in DOCUMENTATION if FIGURES.match(row)]
    assert shown == [row for example in EXAMPLES for row in (*example.lines, example.totals)]


def test_four_panes_of_glass_measure_what_the_documentation_bills() -> None:
    panes = area_quantity(
        0, width=Decimal(1200), height=Decimal(900), length_unit="MM", unit="SQFT", qty_count=Decimal(4)
    )
    assert panes == Decimal("46.500093")
