"""Property: however a line is split into parts, they come to its figures, to the paisa."""

from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.given_back import FIGURES, LineLeft
from app.tax.gst import DocumentAdjustments, LineInput, TaxKind, tax_document

ZERO = Decimal(0)
QUANTITIES = st.decimals(min_value="0.000001", max_value="999", places=6)
RATES = st.decimals(min_value=0, max_value="99999", places=6)
PERCENTS = st.sampled_from([Decimal(rate) for rate in ("0", "0.25", "3", "5", "12", "18", "28", "40")])


@dataclass(frozen=True)
class Split:
    """Parts of a line, and the line as a document stores it."""

    parts: list[Decimal]
    line: dict[str, object]


@st.composite
def splits(draw: st.DrawFn) -> Split:
    parts = draw(st.lists(QUANTITIES, min_size=1, max_size=8))
    quantity, rate = sum(parts, ZERO), draw(RATES)
    share = draw(st.decimals(min_value=0, max_value=1, places=4))
    inclusive = draw(st.booleans())
    gross = (quantity * rate).quantize(Decimal("0.01"), rounding="ROUND_DOWN")
    given = LineInput(
        quantity=quantity,
        rate=rate,
        tax_rate_percent=draw(PERCENTS),
        discount=(gross * share).quantize(Decimal("0.01"), rounding="ROUND_DOWN"),
        is_price_inclusive=inclusive,
        cess_rate_percent=draw(PERCENTS),
    )
    whole = DocumentAdjustments(draw(st.integers(0, 100).map(Decimal)), document_discount_is_percent=True)
    (taxed,) = tax_document([given], draw(st.sampled_from(TaxKind)), whole).lines
    return Split(parts, stored(given, taxed))


def stored(given: LineInput, taxed: object) -> dict[str, object]:
    amounts = {name: getattr(taxed, name) for name in FIGURES if hasattr(taxed, name)}
    return amounts | {
        "quantity": given.quantity,
        "is_price_inclusive": given.is_price_inclusive,
        "discount": given.discount,
        "document_discount_share": taxed.discount_share,  # type: ignore[attr-defined]
    }


def line(
    quantity: str, taxable: str, discount: str = "0.00", share: str = "0.00", tax: str = "0.00"
) -> LineLeft:
    figures = dict.fromkeys(FIGURES, Decimal("0.00"))
    figures |= {"discount": Decimal(discount), "document_discount_share": Decimal(share)}
    figures |= {"taxable_amount": Decimal(taxable), "cgst_amount": Decimal(tax), "sgst_amount": Decimal(tax)}
    return LineLeft(figures | {"quantity": Decimal(quantity), "is_price_inclusive": False})


@given(splits())
def test_parts_add_up_to_every_figure_of_the_line_and_leave_nothing(split: Split) -> None:
    left = LineLeft(split.line)
    taken = dict.fromkeys(FIGURES, ZERO)
    for quantity in split.parts:
        part = left.part(quantity)
        assert all(0 <= part[name] <= left.figures[name] for name in FIGURES)
        assert part["cgst_amount"] == part["sgst_amount"]
        left.take(quantity, part)
        taken = {name: taken[name] + part[name] for name in FIGURES}
    assert taken == {name: split.line[name] for name in FIGURES}
    assert left.quantity == 0
    assert not any(left.figures.values())


def test_the_last_part_takes_the_rest() -> None:
    left = line("3", "239.00", discount="1.00", tax="10.00")
    parts = []
    for _ in range(3):
        parts.append(left.part(Decimal(1)))
        left.take(Decimal(1), parts[-1])
    assert [(part["discount"], part["taxable_amount"], part["cgst_amount"]) for part in parts] == [
        (Decimal("0.33"), Decimal("79.67"), Decimal("3.33")),
        (Decimal("0.34"), Decimal("79.66"), Decimal("3.34")),
        (Decimal("0.33"), Decimal("79.67"), Decimal("3.33")),
    ]


def test_a_part_is_its_price_less_its_discounts() -> None:
    part = line("3", "2700.00", discount="100.00", share="200.00").part(Decimal(1))
    assert (part["discount"], part["document_discount_share"], part["taxable_amount"]) == (
        Decimal("33.33"),
        Decimal("66.67"),
        Decimal("900.00"),
    )


@pytest.mark.parametrize("more", ["4", "3.000001"])
def test_more_than_is_left_is_no_part(more: str) -> None:
    with pytest.raises(ValueError, match="left"):
        line("3", "3.00").part(Decimal(more))
