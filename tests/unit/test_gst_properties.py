"""Properties of every taxed document. The expected figures are worked out again with fractions."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tax.gst import (
    DocumentAdjustments,
    LineInput,
    TaxedDocument,
    TaxedLine,
    TaxError,
    TaxKind,
    tax_document,
)

pytestmark = pytest.mark.slow

PAISA = Fraction(1, 100)


def at_paisa(amount: Fraction) -> Fraction:
    """Half away from zero, for amounts that are not negative."""
    return Fraction((amount + PAISA / 2) // PAISA) * PAISA


def scaled(most: int, places: int) -> st.SearchStrategy[Decimal]:
    """Draw numbers from 0 on; hypothesis often draws small ones, in which most of the roundings show."""
    return st.integers(0, most * 10**places).map(lambda number: Decimal(number).scaleb(-places))


RATES = scaled(1_000_000, 2) | scaled(1_000_000, 6)
PERCENTS = st.sampled_from([Decimal(rate) for rate in (0, 5, 12, 18, 28, 100)]) | scaled(100, 6)
CESS = st.sampled_from([Decimal(rate) for rate in ("0", "0", "12", "12.5", "204")]) | scaled(999, 6)
STEP = Decimal("0.000001")


class Case(NamedTuple):
    lines: list[LineInput]
    kind: TaxKind
    adjustments: DocumentAdjustments
    rounds_to_rupee: bool


def value(line: LineInput) -> Fraction:
    return at_paisa(Fraction(line.quantity) * Fraction(line.rate)) - Fraction(line.discount)


def part_of(draw: st.DrawFn, most: Fraction) -> Decimal:
    """Draw none of an amount, all of it, or a part, at 2 places."""
    paise = int(most * 100)
    return Decimal(draw(st.sampled_from([0, paise]) | st.integers(0, paise))).scaleb(-2)


@st.composite
def lines(draw: st.DrawFn) -> LineInput:
    quantity = draw(scaled(100_000, 6)) + STEP
    line = LineInput(
        quantity,
        draw(RATES),
        draw(PERCENTS),
        is_price_inclusive=draw(st.booleans()),
        is_taxable=draw(st.sampled_from([True, True, False])),
        cess_rate_percent=draw(CESS),
    )
    return replace(line, discount=part_of(draw, value(line)))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    drawn = draw(st.lists(lines(), min_size=1, max_size=4))
    is_percent = draw(st.booleans())
    discount = part_of(draw, Fraction(100) if is_percent else sum(map(value, drawn), Fraction(0)))
    adjustments = DocumentAdjustments(discount, is_percent, draw(scaled(1000, 2)))
    return Case(drawn, draw(st.sampled_from(TaxKind)), adjustments, draw(st.booleans()))


def worked_out(case: Case) -> TaxedDocument:
    return tax_document(case.lines, case.kind, case.adjustments, rounds_to_rupee=case.rounds_to_rupee)


def without_discounts(case: Case) -> TaxedDocument:
    return tax_document([replace(line, discount=Decimal(0)) for line in case.lines], case.kind)


def taxes(row: TaxedLine) -> Decimal:
    return row.cgst_amount + row.sgst_amount + row.igst_amount + row.cess_amount


def expected_tax(line: LineInput, share: Decimal, rate: Fraction) -> Fraction:
    exact = Fraction(line.quantity) * Fraction(line.rate) - Fraction(line.discount) - Fraction(share)
    included = Fraction(line.tax_rate_percent) + Fraction(line.cess_rate_percent)
    whole = 100 + included if line.is_price_inclusive else Fraction(100)
    return at_paisa(max(exact, Fraction(0)) * rate / whole)


@given(cases())
def test_every_total_is_the_sum_of_its_parts(case: Case) -> None:
    document = worked_out(case)
    rows = document.lines
    before_tax = document.sub_total - document.discount_total
    tax = document.cgst_total + document.sgst_total + document.igst_total + document.cess_total
    assert document.total == before_tax + tax + document.adjustment_amount + document.round_off
    assert sum(row.taxable_amount for row in rows) == before_tax
    assert sum(row.cgst_amount for row in rows) == document.cgst_total
    assert sum(row.sgst_amount for row in rows) == document.sgst_total
    assert sum(row.igst_amount for row in rows) == document.igst_total
    assert sum(row.cess_amount for row in rows) == document.cess_total
    assert sum(row.discount_share for row in rows) == document.document_discount_amount
    assert all(row.total == row.taxable_amount + taxes(row) for row in rows)


@given(cases())
def test_every_tax_is_worked_out_on_the_exact_value_and_the_taxable_amount_is_the_rest(case: Case) -> None:
    for line, row in zip(case.lines, worked_out(case).lines, strict=True):
        kind = case.kind if line.is_taxable else TaxKind.NONE
        whole, cess = Fraction(line.tax_rate_percent), Fraction(line.cess_rate_percent)
        half = expected_tax(line, row.discount_share, whole / 2) if kind is TaxKind.INTRA else 0
        full = expected_tax(line, row.discount_share, whole) if kind is TaxKind.INTER else 0
        over = expected_tax(line, row.discount_share, cess) if kind is not TaxKind.NONE else 0
        assert (row.cgst_amount, row.sgst_amount) == (half, half)
        assert (row.igst_amount, row.cess_amount) == (full, over)
        included = half + half + full + over if line.is_price_inclusive else 0
        assert row.taxable_amount == value(line) - Fraction(row.discount_share) - included


@given(cases())
def test_a_price_that_includes_tax_and_cess_stays_the_price(case: Case) -> None:
    for line, row in zip(case.lines, worked_out(case).lines, strict=True):
        if line.is_price_inclusive:
            assert row.total == value(line) - Fraction(row.discount_share)


@given(cases())
def test_a_line_that_is_not_taxable_bears_neither_tax_nor_cess(case: Case) -> None:
    exempt = case._replace(lines=[replace(line, is_taxable=False) for line in case.lines])
    document = worked_out(exempt)
    assert [taxes(row) for row in document.lines] == [0] * len(case.lines)
    assert document == worked_out(case._replace(kind=TaxKind.NONE))


@given(cases())
def test_on_prices_without_tax_the_discount_total_is_the_discounts_given(case: Case) -> None:
    plain = case._replace(lines=[replace(line, is_price_inclusive=False) for line in case.lines])
    document = worked_out(plain)
    given_off = sum(line.discount for line in case.lines) + document.document_discount_amount
    assert document.discount_total == given_off


@given(cases())
def test_discounts_move_the_sub_total_by_a_paisa_a_tax_inclusive_line_at_most(case: Case) -> None:
    undiscounted = without_discounts(case)
    assert undiscounted.discount_total == 0
    moved = worked_out(case).sub_total - undiscounted.sub_total
    assert 0 <= moved <= Decimal("0.01") * sum(line.is_price_inclusive for line in case.lines)


@given(cases())
def test_figures_have_two_places_and_only_a_round_off_of_half_a_rupee_may_be_negative(case: Case) -> None:
    document = worked_out(case)
    figures = [getattr(document, name) for name in document.__slots__ if name not in {"lines", "round_off"}]
    for row in document.lines:
        figures += [getattr(row, name) for name in row.__slots__]
    assert all(figure.as_tuple().exponent == -2 and not figure.is_signed() for figure in figures)
    assert Decimal("-0.50") < document.round_off <= Decimal("0.50")
    assert document.total == int(document.total) if case.rounds_to_rupee else document.round_off == 0


@given(cases(), scaled(2_000_000, 2))
def test_no_deduction_makes_a_total_negative(case: Case, deduction: Decimal) -> None:
    adjustments = replace(case.adjustments, adjustment_amount=-deduction)
    try:
        assert worked_out(case._replace(adjustments=adjustments)).total >= 0
    except TaxError as refused:
        assert refused.field == "adjustments.adjustmentAmount"
