"""The body of an expense."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from app.schemas.body import Body
from app.schemas.fields import AnyLongText, AnyText, CurrencyCode, Day, Flag, Key, Text
from app.schemas.numbers import ONE, ZERO, ExchangeRate, Money, Percent


class Expense(Body):
    """POST and PATCH /expenses."""

    vendor_id = Key()
    category = Text(min=1, max=100, required=True)
    expense_date = Day(required=True)
    paid_through_account = AnyText()
    amount = Money(min=0, required=True)
    tax_rate_percent = Percent(load_default=ZERO)
    tax_amount = Money(min=0, load_default=ZERO)
    itc_eligible = Flag(load_default=False)
    notes = AnyLongText()
    currency_code = CurrencyCode(load_default="INR")
    exchange_rate = ExchangeRate(load_default=ONE)

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def number_is_ours(self, _expense: dict[str, Any], sent: Any, **_: Any) -> None:
        """The number comes from the series, whatever the caller would like."""
        if isinstance(sent, dict) and "expenseNumber" in sent:
            raise ValidationError({"expenseNumber": ["Must not be sent: it comes from the number series."]})
