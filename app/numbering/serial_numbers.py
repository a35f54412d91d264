"""Warnings about serial numbers of invoices and credit notes (CGST Rules 2017, rules 46(b) and 53). Pure.

Portals refuse a number that begins with 0, a hyphen or a slash as well.
"""

import re
from collections.abc import Iterator
from datetime import date

from app.errors import Warned
from app.numbering.counting import DocumentNumber
from app.wire import camel

# Kinds of documents whose numbers the law describes; receipt vouchers among them (rule 50).
NUMBERED_BY_LAW = frozenset({"INVOICE", "CREDIT_NOTE", "PAYMENT_RECEIVED"})
_SERIAL_NUMBER = re.compile(r"[A-Za-z1-9][A-Za-z0-9/-]{0,15}")


def text_warnings(text: str, field: str) -> list[Warned]:
    """Return warnings about the text of a number."""
    if _SERIAL_NUMBER.fullmatch(text):
        return []
    message = (
        f"{text} is no serial number of an invoice: at most 16 letters, digits, hyphens and slashes, "
        "of which the first is a letter or a digit above 0."
    )
    return [Warned("number_not_rule_46", field, message)]


def order_warnings(before: date | None, day_column: str, day: date) -> Iterator[Warned]:
    """Yield a warning about a document's day if an earlier number of its series has a later one; `before` is the
    latest."""
    if before and before > day:
        message = f"Is before {before}, which an earlier number of the series has."
        yield Warned("date_before_last_number", camel(day_column), message)


def taking_warnings(
    doc_type: str, column: str, number: DocumentNumber, day_column: str, day: date
) -> Iterator[Warned]:
    """Yield warnings about a number that a document takes on a day; the columns name number and day."""
    if doc_type not in NUMBERED_BY_LAW:
        return
    yield from text_warnings(number.text, camel(column))
    yield from order_warnings(number.latest_day, day_column, day)
