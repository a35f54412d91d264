"""The day up to which a demonstration is written."""

from datetime import date, datetime, timedelta, timezone

# India has had this offset since 1945.
_INDIA = timezone(timedelta(hours=5, minutes=30))


def today_in_india() -> date:
    """Return the day in India, where the demonstration trades."""
    return datetime.now(_INDIA).date()
