"""Lines and adjustments of documents, from figures as they are read."""

from decimal import Decimal

from app.tax.gst import DocumentAdjustments, LineInput


def line(
    quantity: str, rate: str, percent: str, discount: str = "0", *, inclusive: bool = False
) -> LineInput:
    return LineInput(Decimal(quantity), Decimal(rate), Decimal(percent), Decimal(discount), inclusive)


def inclusive(rate: str, percent: str, discount: str = "0") -> LineInput:
    return line("1", rate, percent, discount, inclusive=True)


def amount_off(discount: str) -> DocumentAdjustments:
    return DocumentAdjustments(Decimal(discount))


def percent_off(discount: str) -> DocumentAdjustments:
    return DocumentAdjustments(Decimal(discount), document_discount_is_percent=True)


def adjusted(amount: str) -> DocumentAdjustments:
    return DocumentAdjustments(adjustment_amount=Decimal(amount))
