"""GST on the lines and the total of a document (CGST Act 2017 s. 15, IGST Act 2017).

Pure functions over `Decimal`; amounts are in the document's currency. How a line is worked out:

    gross           quantity x rate, exact; at the paisa it is what the line adds to `sub_total`
    value           gross at the paisa, less the line's discount; the document discount is shared out by it
    taxable         exact gross, less the line's discount and its share of the document discount
    taxable_amount  value less that share, at the paisa
    tax             the rate on the exact taxable value, rounded per line and per tax

A price that includes tax goes the other way: gross, value and discounts hold the tax; the taxes are taken out
of the exact amount and rounded first, and `taxable_amount` is what they leave. The document only adds up.

Discounts are whole paise, so rounding the gross first leaves the same paisa as rounding the exact taxable
value at the end would: every total adds up, and yet no tax is worked out on a rounded figure.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from enum import StrEnum
from typing import NamedTuple, TypeVar

from app.money import EXACT, HUNDRED, MONEY_MAX, ZERO, paisa, rupee, share_out
from app.tax.states import EXPORT, same_state, state_number

S = TypeVar("S")
T = TypeVar("T")


class TaxError(ValueError):
    """What the caller sent cannot be taxed. `field` is a dotted path in wire names, `message` a sentence.

    `faults` are these two, and those of the `others` that were found together with it.
    """

    def __init__(self, field: str, message: str, *others: "TaxError") -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message
        self.faults: list[tuple[str, str]] = [(field, message)]
        for other in others:
            self.faults += other.faults


def of_each(lines: Sequence[S], work: Callable[[int, S], T]) -> list[T]:
    """What the work makes of each line and its place; raises one TaxError of all lines that it cannot be done with."""
    made: list[T] = []
    errors: list[TaxError] = []
    for place, line in enumerate(lines):
        try:
            made.append(work(place, line))
        except TaxError as error:
            errors.append(error)
    if errors:
        first, *others = errors
        raise TaxError(first.field, first.message, *others)
    return made


class TaxKind(StrEnum):
    """INTRA: CGST and SGST at half the rate each. INTER: IGST at the whole rate. NONE: no tax."""

    INTRA = "INTRA"
    INTER = "INTER"
    NONE = "NONE"


@dataclass(frozen=True, slots=True)
class LineInput:
    """What is sold: `quantity` > 0, `rate` (price per unit) >= 0, tax rate 0..100, `discount` an amount."""

    quantity: Decimal
    rate: Decimal
    tax_rate_percent: Decimal
    discount: Decimal = ZERO
    is_price_inclusive: bool = False


@dataclass(frozen=True, slots=True)
class Adjustments:
    """What changes the document as a whole. `adjustment_amount` may be negative and bears no tax."""

    document_discount: Decimal = ZERO
    document_discount_is_percent: bool = False
    adjustment_amount: Decimal = ZERO


NO_ADJUSTMENTS = Adjustments()


@dataclass(frozen=True, slots=True)
class TaxedLine:
    """A line at 2 places. `total` = `taxable_amount` + taxes. `gross_amount` is its part of `sub_total`,
    `discount_share` its part of the document discount."""

    gross_amount: Decimal
    discount_share: Decimal
    taxable_amount: Decimal
    cgst_amount: Decimal
    sgst_amount: Decimal
    igst_amount: Decimal
    total: Decimal


@dataclass(frozen=True, slots=True)
class TaxedDocument:
    """The totals at 2 places, of which these hold exactly:

    `total` = `sub_total` - `discount_total` + `cgst_total` + `sgst_total` + `igst_total` +
    `adjustment_amount` + `round_off`; the lines' `taxable_amount` add up to `sub_total` - `discount_total`,
    their taxes to the document's, their `discount_share` to `document_discount_amount` (what a percentage
    came to).
    """

    lines: tuple[TaxedLine, ...]
    document_discount_amount: Decimal
    sub_total: Decimal
    discount_total: Decimal
    cgst_total: Decimal
    sgst_total: Decimal
    igst_total: Decimal
    adjustment_amount: Decimal
    round_off: Decimal
    total: Decimal


class _Taxes(NamedTuple):
    cgst: Decimal
    sgst: Decimal
    igst: Decimal


class _Priced(NamedTuple):
    line: LineInput
    gross: Decimal
    amount: Decimal
    discount: Decimal
    value: Decimal


def tax_kind(seller_gstin: str | None, seller_state: str | None, place: str) -> TaxKind:
    """Which taxes a supply bears; both states in any spelling. Without a GSTIN a seller charges none."""
    if not (seller_gstin or "").strip():
        return TaxKind.NONE
    if state_number(place) != EXPORT and same_state(seller_state, place):
        return TaxKind.INTRA
    return TaxKind.INTER


def tax_document(
    lines: Sequence[LineInput],
    kind: TaxKind,
    adjustments: Adjustments = NO_ADJUSTMENTS,
    *,
    rounds_to_rupee: bool = False,
) -> TaxedDocument:
    """Work out every line and the totals. Numbers are finite; discounts and adjustment are taken at 2 places.

    TaxError, the first of these that is found: on `lines.N.quantity`, `.rate`, `.taxRatePercent` or `.discount`, of
    every such line; on `adjustments.documentDiscount`; on `adjustments.adjustmentAmount` where it makes the total
    negative; on `lines` where a total has more than 13 digits before the point.
    """
    with localcontext(EXACT):
        priced = of_each(lines, _priced)
        values = [line.value for line in priced]
        discount = _document_discount(sum(values, ZERO), adjustments)
        shares = share_out(discount, values)
        taxed = tuple(_taxed(line, share, kind) for line, share in zip(priced, shares, strict=True))
        return _document(taxed, discount, paisa(adjustments.adjustment_amount), rounds_to_rupee)


def _priced(place: int, line: LineInput) -> _Priced:
    path = f"lines.{place}"
    _check_line(path, line)
    gross = line.quantity * line.rate
    if gross > MONEY_MAX:
        raise TaxError(f"{path}.quantity", "Quantity times rate has more than 13 digits before the point.")
    amount, discount = paisa(gross), paisa(line.discount)
    # Both at the paisa, as they are printed: a gross of 10.005 shows as 10.01, and 10.01 takes all of it off.
    if line.discount < 0 or discount > amount:
        raise TaxError(f"{path}.discount", f"Must be between 0 and the line's amount, {amount}.")
    return _Priced(line, gross, amount, discount, amount - discount)


def _check_line(path: str, line: LineInput) -> None:
    if line.quantity <= 0:
        raise TaxError(f"{path}.quantity", "Must be greater than 0.")
    if line.rate < 0:
        raise TaxError(f"{path}.rate", "Must be at least 0.")
    if not 0 <= line.tax_rate_percent <= HUNDRED:
        raise TaxError(f"{path}.taxRatePercent", "Must be between 0 and 100.")


def _document_discount(value: Decimal, adjustments: Adjustments) -> Decimal:
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


def _taxed(priced: _Priced, share: Decimal, kind: TaxKind) -> TaxedLine:
    net = priced.value - share
    # Where the gross was rounded up and all of it taken off, the exact remainder is half a paisa below 0.
    base = max(priced.gross - priced.discount - share, ZERO)
    taxes = _taxes(kind, base, priced.line)
    tax = sum(taxes, ZERO)
    if not priced.line.is_price_inclusive:
        return TaxedLine(priced.amount, share, net, *taxes, net + tax)
    taxable = net - tax
    # A discount of a paisa can take two paise of rounded tax with it. The gross without tax then is what is
    # left without tax, for a discount is never negative.
    gross = max(priced.amount - sum(_taxes(kind, priced.gross, priced.line), ZERO), taxable)
    return TaxedLine(gross, share, taxable, *taxes, net)


def _taxes(kind: TaxKind, base: Decimal, line: LineInput) -> _Taxes:
    """The rounded taxes on an exact amount: on top of it, or in it where the price includes them."""
    rate = line.tax_rate_percent
    whole = HUNDRED + rate if line.is_price_inclusive else HUNDRED
    if kind is TaxKind.NONE:
        return _Taxes(ZERO, ZERO, ZERO)
    if kind is TaxKind.INTER:
        return _Taxes(ZERO, ZERO, paisa(base * rate / whole))
    half = paisa(base * rate / (2 * whole))
    return _Taxes(half, half, ZERO)


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
