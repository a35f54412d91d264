"""From a stored schedule to the body of the invoice of one due day."""

from datetime import date, timedelta
from typing import Any

from app.postgres.database import Row
from app.recurring.due_days import Calendar, period_billed
from app.recurring.period_texts import filled
from app.schemas.invoices import InvoiceBody
from app.wire import camel, camel_keys, from_json, to_json

_BODY = InvoiceBody()
# Fields that each invoice has of its own, and fields that are stored as they are on the wire.
_OF_EACH = frozenset({"invoice_date", "due_date", "status", "external_reference"})
_KEPT = tuple(sorted(_BODY.fields.keys() - _OF_EACH - {"lines", "adjustments"}))


def as_stored(body: Row) -> Row:
    """Return the columns of a body that `app.schemas` loads: lines and adjustments in the form that they have on the
    wire."""
    columns = dict(body)
    if "lines" in body:
        columns["lines"] = _on_the_wire([camel_keys(line) for line in body["lines"]])
    if "adjustments" in body:
        columns["adjustments"] = _on_the_wire(camel_keys(body["adjustments"]))
    return columns


def calendar_of(schedule: Row) -> Calendar:
    """Return the due days of a stored schedule."""
    return Calendar(
        frequency=schedule["frequency"],
        interval=schedule["interval"],
        start_date=schedule["start_date"],
        end_date=schedule["end_date"],
        day_of_month=schedule["day_of_month"],
    )


def invoice_of(schedule: Row, due: date) -> Row:
    """Return the body of the invoice of a due day, as `app.schemas` loads it. Raise Invalid if an invoice refuses it.

    Notes and descriptions name the period that it bills.
    """
    period = period_billed(calendar_of(schedule), due)

    def fill(text: str | None) -> str | None:
        return text and filled(text, due, period)

    kept = {camel(name): schedule[name] for name in _KEPT if schedule[name] is not None}
    lines = [_given(line) | _given({"description": fill(line["description"])}) for line in schedule["lines"]]
    given = {
        **kept,
        **_given({"notes": fill(schedule["notes"])}),
        "invoiceDate": due,
        "status": "DRAFT" if schedule["then"] == "DRAFT" else "SENT",
        "adjustments": schedule["adjustments"],
        "lines": lines,
    }
    if schedule["due_days"] is not None:
        given["dueDate"] = due + timedelta(days=schedule["due_days"])
    return _BODY.create(_on_the_wire(given))


def _given(fields: Row) -> Row:
    return {name: value for name, value in fields.items() if value is not None}


def _on_the_wire(value: Any) -> Any:
    """Decimals as numbers and days as text, as a caller sends them."""
    return from_json(to_json(value))
