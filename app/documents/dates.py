"""When a document falls due. Pure."""

from datetime import date, timedelta

from app.errors import Invalid


def due_date(day: date, given: date | None, terms_days: int, *, day_field: str) -> date:
    """The due date that was given, else the document's day and the party's days of credit.

    Raises Invalid for one before the document's own date, whose name on the wire is `day_field`.
    """
    due = given or day + timedelta(days=terms_days)
    if due < day:
        raise Invalid([("dueDate", f"Must not be before {day_field}.")])
    return due
