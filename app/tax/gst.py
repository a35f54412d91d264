"""GST on the lines and the total of a document (CGST Act 2017 s. 15, IGST Act 2017).

Pure functions over `Decimal`. Amounts are in the document's currency. The amounts of a line:

    gross           quantity x rate, exact; rounded to the paisa it is the line's part of `sub_total`
    value           rounded gross, less the line's discount; the document discount is shared in proportion to it
    taxable         exact gross, less the line's discount and its share of the document discount
    taxable_amount  value, less the same share, in whole paise
    tax             the rate on the exact taxable value, rounded per line and per tax

For a price that includes tax, gross, value and discounts include it too. The taxes are computed from the exact
amount and rounded first; `taxable_amount` is the rest. The totals of the document are sums over its lines.

Discounts are whole paise. So the rounded gross less discounts equals the exact taxable value, rounded: every
total adds up, and yet no tax is computed on a rounded amount.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from enum import StrEnum
from typing import NamedTuple, TypeVar

from app.money import EXACT, HUNDRED, MONEY_MAX, ZERO, paisa, rupee, share_out

S = TypeVar("S")
T = TypeVar("T")


class TaxError(ValueError):
    """An input that cannot be taxed. `field` is a dotted path of wire names, `message` is a sentence.

    `faults` are the (field, message) pairs of this error and of all `others`.
    """

    def __init__(self, field: str, message: str, *others: "TaxError") -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message
        self.faults: list[tuple[str, str]] = [(field, message)]
        for other in others:
            self.faults += other.faults


def of_each(lines: Sequence[S], work: Callable[[int, S], T]) -> list[T]:
    """Return `work(index, line)` for each line. Raises one TaxError with the faults of all lines."""
    results: list[T] = []
    errors: list[TaxError] = []
    for index, line in enumerate(lines):
        try:
            results.append(work(index, line))
        except TaxError as error:
            errors.append(error)
    if errors:
        first, *others = errors
        raise TaxError(first.field, first.message, *others)
    return results


class TaxKind(StrEnum):
    """INTRA: CGST and SGST at half the rate each. INTER: IGST at the full rate. NONE: no tax."""

    INTRA = "INTRA"
    INTER = "INTER"
    NONE = "NONE"


@dataclass(frozen=True, slots=True)
class LineInput:
    """A line before tax. `rate` is the price per unit, `discount` an amount, not a percentage.

    Valid are `quantity` > 0, `rate` >= 0, `tax_rate_percent` 0 to 100, `discount` 0 to the line's amount. A line that
    is not taxable (nil-rated, exempt, outside GST) bears no tax whatever its rates.
    """

    quantity: Decimal
    rate: Decimal
    tax_rate_percent: Decimal
    discount: Decimal = ZERO
    is_price_inclusive: bool = False
    is_taxable: bool = True
    cess_rate_percent: Decimal = ZERO


@dataclass(frozen=True, slots=True)
class DocumentAdjustments:
    """Changes to a document's total.

    `document_discount` is an amount, or a percentage if `document_discount_is_percent`. `adjustment_amount` may be
    negative and is not taxed.
    """

    document_discount: Decimal = ZERO
    document_discount_is_percent: bool = False
    adjustment_amount: Decimal = ZERO


NO_ADJUSTMENTS = DocumentAdjustments()


@dataclass(frozen=True, slots=True)
class TaxedLine:
    """The amounts of a line, at 2 places. `total` = `taxable_amount` + taxes.

    `gross_amount` is its part of `sub_total`, `discount_share` its part of the document discount.
    """

    gross_amount: Decimal
    discount_share: Decimal
    taxable_amount: Decimal
    cgst_amount: Decimal
    sgst_amount: Decimal
    igst_amount: Decimal
    cess_amount: Decimal
    total: Decimal


@dataclass(frozen=True, slots=True)
class TaxedDocument:
    """The totals of a document, at 2 places. These equations hold exactly:

    `total` = `sub_total` - `discount_total` + `cgst_total` + `sgst_total` + `igst_total` + `cess_total` +
    `adjustment_amount` + `round_off`. The lines' `taxable_amount` add up to `sub_total` - `discount_total`, their taxes
    to the taxes of the document, their `discount_share` to `document_discount_amount`, which is an amount even where
    the discount was given as a percentage.
    """

    lines: tuple[TaxedLine, ...]
    document_discount_amount: Decimal
    sub_total: Decimal
    discount_total: Decimal
    cgst_total: Decimal
    sgst_total: Decimal
    igst_total: Decimal
    cess_total: Decimal
    adjustment_amount: Decimal
    round_off: Decimal
    total: Decimal


class _Taxes(NamedTuple):
    cgst: Decimal
    sgst: Decimal
    igst: Decimal
    cess: Decimal


class _PricedLine(NamedTuple):
    line: LineInput
    gross: Decimal
    amount: Decimal
    discount: Decimal
    value: Decimal


def tax_document(
    lines: Sequence[LineInput],
    kind: TaxKind,
    adjustments: DocumentAdjustments = NO_ADJUSTMENTS,
    *,
    rounds_to_rupee: bool = False,
) -> TaxedDocument:
    """Return the amounts of every line and the totals.

    All numbers must be finite. Discounts and the adjustment are rounded to 2 places. `rounds_to_rupee` rounds the
    total to whole units of the currency.

    Raises one TaxError with the faults of all lines, on `lines.N.quantity`, `.rate`, `.taxRatePercent` or
    `.discount`. If there are none: on `adjustments.documentDiscount`; on `lines` for a total of more than 13 digits
    before the point; on `adjustments.adjustmentAmount` if it makes the total negative or longer than that.
    """
    with localcontext(EXACT):
        priced = of_each(lines, _price_line)
        values = [line.value for line in priced]
        discount = _document_discount(sum(values, ZERO), adjustments)
        shares = share_out(discount, values)
        taxed = tuple(_tax_line(line, share, kind) for line, share in zip(priced, shares, strict=True))
        return _document(taxed, discount, paisa(adjustments.adjustment_amount), rounds_to_rupee)


def tax_line(index: int, line: LineInput, kind: TaxKind) -> TaxedLine:
    """Return the amounts of a line by itself. Raise TaxError as `tax_document` does; `index` is its place."""
    with localcontext(EXACT):
        return _tax_line(_price_line(index, line), ZERO, kind)


def total_of(lines: Sequence[TaxedLine], *, rounds_to_rupee: bool) -> TaxedDocument:
    """Return the totals of lines that were taxed before, without adjustments. Raise TaxError as `tax_document` does."""
    with localcontext(EXACT):
        return _document(tuple(lines), ZERO, ZERO, rounds_to_rupee)


def _price_line(index: int, line: LineInput) -> _PricedLine:
    path = f"lines.{index}"
    _check_line(path, line)
    gross = line.quantity * line.rate
    if gross > MONEY_MAX:
        raise TaxError(f"{path}.quantity", "Quantity times rate has more than 13 digits before the point.")
    amount, discount = paisa(gross), paisa(line.discount)
    # Both are compared rounded, as they are printed: a gross of 10.005 is printed as 10.01 and allows that discount.
    if line.discount < 0 or discount > amount:
        raise TaxError(f"{path}.discount", f"Must be between 0 and the line's amount, {amount}.")
    return _PricedLine(line, gross, amount, discount, amount - discount)


def _check_line(path: str, line: LineInput) -> None:
    if line.quantity <= 0:
        raise TaxError(f"{path}.quantity", "Must be greater than 0.")
    if line.rate < 0:
        raise TaxError(f"{path}.rate", "Must be at least 0.")
    if not 0 <= line.tax_rate_percent <= HUNDRED:
        raise TaxError(f"{path}.taxRatePercent", "Must be between 0 and 100.")


def _document_discount(value: Decimal, adjustments: DocumentAdjustments) -> Decimal:
    given = adjustments.document_discount
    if adjustments.document_discount_is_percent:
        _check_discount(given, HUNDRED)
        return paisa(value * given / HUNDRED)
    discount = paisa(given)
    _check_discount(discount, value)
    return discount


def _check_discount(given: Decimal, limit: Decimal) -> None:
    if not 0 <= given <= limit:
        raise TaxError("adjustments.documentDiscount", f"Must be between 0 and {limit}.")


def _tax_line(priced: _PricedLine, share: Decimal, kind: TaxKind) -> TaxedLine:
    net = priced.value - share
    # The exact rest can be up to half a paisa below 0, if the gross is rounded up and discounted as a whole.
    base = max(priced.gross - priced.discount - share, ZERO)
    taxes = _taxes(kind, base, priced.line)
    tax = sum(taxes, ZERO)
    if not priced.line.is_price_inclusive:
        return TaxedLine(priced.amount, share, net, *taxes, net + tax)
    taxable = net - tax
    # A discount of one paisa can reduce the rounded taxes by some paise. The gross without tax would then be less
    # than the taxable amount, and the discount negative.
    gross = max(priced.amount - sum(_taxes(kind, priced.gross, priced.line), ZERO), taxable)
    return TaxedLine(gross, share, taxable, *taxes, net)


def _taxes(kind: TaxKind, base: Decimal, line: LineInput) -> _Taxes:
    """Return the rounded taxes on an exact amount, or those in it if the price includes tax."""
    if kind is TaxKind.NONE or not line.is_taxable:
        return _Taxes(ZERO, ZERO, ZERO, ZERO)
    rate, cess_rate = line.tax_rate_percent, line.cess_rate_percent
    whole = HUNDRED + rate + cess_rate if line.is_price_inclusive else HUNDRED
    cess = paisa(base * cess_rate / whole)
    if kind is TaxKind.INTER:
        return _Taxes(ZERO, ZERO, paisa(base * rate / whole), cess)
    half = paisa(base * rate / (2 * whole))
    return _Taxes(half, half, ZERO, cess)


def _document(
    lines: tuple[TaxedLine, ...], discount: Decimal, adjustment: Decimal, rounds_to_rupee: bool
) -> TaxedDocument:
    sub_total = sum((line.gross_amount for line in lines), ZERO)
    sum_of_lines = sum((line.total for line in lines), ZERO)
    exact_total = sum_of_lines + adjustment
    total = paisa(rupee(exact_total)) if rounds_to_rupee else exact_total
    _check_totals(sub_total, sum_of_lines, total)
    return TaxedDocument(
        lines=lines,
        document_discount_amount=discount,
        sub_total=sub_total,
        discount_total=sub_total - sum((line.taxable_amount for line in lines), ZERO),
        cgst_total=sum((line.cgst_amount for line in lines), ZERO),
        sgst_total=sum((line.sgst_amount for line in lines), ZERO),
        igst_total=sum((line.igst_amount for line in lines), ZERO),
        cess_total=sum((line.cess_amount for line in lines), ZERO),
        adjustment_amount=adjustment,
        round_off=total - exact_total,
        total=total,
    )


def _check_totals(sub_total: Decimal, sum_of_lines: Decimal, total: Decimal) -> None:
    if max(sub_total, sum_of_lines) > MONEY_MAX:
        raise TaxError("lines", "The document's total has more than 13 digits before the point.")
    if total > MONEY_MAX:
        raise TaxError("adjustments.adjustmentAmount", "The total has more than 13 digits before the point.")
    if total < 0:
        raise TaxError("adjustments.adjustmentAmount", "Must not make the document's total negative.")
