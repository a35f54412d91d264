"""Constraints of the database, and the domain error that the caller is told when one is broken.

The constraint is the last word where two requests race past the same check. Names are matched, never
message texts. A constraint that is not listed answers `conflict`: it is a bug in a check of ours, and the
log says which one, but the books are safe and the caller may try again.
"""

from collections.abc import Callable

from app.errors import Conflict, Invalid, Problem

_BY_NAME: dict[str, Callable[[], Problem]] = {
    "number_series_one_per_doc_type": lambda: Conflict("There is already a number series for this docType."),
    "currencies_one_per_code": lambda: Invalid([("code", "There is already a currency with this code.")]),
    "customer_contacts_customer_fkey": lambda: Invalid([("customerId", "There is no such customer.")]),
    "number_counters_last_taken_check": lambda: Conflict("The number series is used up."),
    "invoices_one_per_number": lambda: Conflict("This invoice number is taken; set the series' nextNumber."),
    "customers_opening_balance_covers_what_was_applied": lambda: Invalid(
        [("openingBalance", "Must cover what payments have settled of it.")]
    ),
    "payments_received_one_per_number": lambda: Conflict(
        "This payment number is taken; set the series' nextNumber."
    ),
    "expenses_one_per_number": lambda: Conflict("This expense number is taken; set the series' nextNumber."),
}


def problem_of(constraint: str | None) -> Problem | None:
    """The domain error of a constraint by its name; None for one that no check should let through."""
    make = _BY_NAME.get(constraint or "")
    return make() if make else None
