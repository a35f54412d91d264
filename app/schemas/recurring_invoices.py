"""The body of an invoice that comes again, and the rules between its fields."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from app.recurring.due_days import BY_MONTHS, FREQUENCIES, LAST
from app.schemas.compound import Object, Rows
from app.schemas.fields import Choice, StrictBoolean, StrictDate
from app.schemas.invoices import InvoiceBody, InvoiceLineBody
from app.schemas.numbers import Percent, Price, Quantity, StrictInteger
from app.schemas.strict import Strict, messages, optional

THEN = ("DRAFT", "SEND", "SEND_AND_MAIL")
MOST_OCCURRENCES = 9_999
LONGEST_MONTH = 31


class DayOfMonth(Strict, fields.Field[Any]):
    """A day of the month, 1 to 31, or LAST; null for that of `startDate`."""

    default_error_messages = messages(invalid="Must be a whole number from 1 to 31, or LAST.")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int | str:
        if value == LAST:
            return LAST
        if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= LONGEST_MONTH:
            raise self.make_error("invalid")
        if int(value) != value:
            raise self.make_error("invalid")
        return int(value)


class RecurringInvoiceLineBody(InvoiceLineBody):
    """A line of every invoice. What is null is as if it were left out, so that it can be sent back as it was read."""

    quantity = Quantity(above=0, load_default=None)
    rate = Price(load_default=None)
    tax_rate_percent = Percent(load_default=None)


class RecurringInvoiceBody(InvoiceBody):
    """An invoice without its dates, and when it comes again."""

    class Meta(InvoiceBody.Meta):
        # They are each invoice's own.
        exclude = ("invoice_date", "due_date", "status", "external_reference")

    lines = Rows(Object(RecurringInvoiceLineBody), min=1, required=True)
    frequency = Choice(*FREQUENCIES, required=True)
    interval = StrictInteger(min=1, max=99, load_default=1)
    start_date = StrictDate(required=True)
    end_date = StrictDate(**optional({}))
    occurrences = StrictInteger(min=1, max=MOST_OCCURRENCES, **optional({}))
    day_of_month = DayOfMonth(**optional({}))
    due_days = StrictInteger(min=0, max=365, **optional({}))
    then = Choice(*THEN, load_default="DRAFT")
    is_paused = StrictBoolean(load_default=False)

    @validates_schema
    def comes_again_as_it_says(self, body: dict[str, Any], **_: Any) -> None:
        """Apply `contradictions`, which also hold for a schedule that was changed in part. Raise ValidationError."""
        errors = contradictions(body)
        if errors:
            raise ValidationError({name: [message] for name, message in errors.items()})


def contradictions(schedule: dict[str, Any]) -> dict[str, str]:
    """Return the contradictions between the fields of a schedule: a sentence for each field, by its name on the
    wire."""
    errors = {}
    if schedule["end_date"] and schedule["occurrences"]:
        errors["occurrences"] = "Cannot go with endDate: send one of the two."
    if schedule["end_date"] and schedule["end_date"] < schedule["start_date"]:
        errors["endDate"] = "Must not be before startDate."
    if schedule["day_of_month"] and schedule["frequency"] not in BY_MONTHS:
        errors["dayOfMonth"] = f"Only for {', '.join(BY_MONTHS)}."
    return errors
