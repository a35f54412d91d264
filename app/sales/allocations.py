"""What a payment received may be allocated to. Pure."""

from collections.abc import Mapping
from typing import Any

from app.documents.allocations import INVOICES, faults_of
from app.errors import Invalid

Row = dict[str, Any]


def check_allocations(body: Row, invoices: Mapping[str, Row]) -> None:
    """Raise Invalid for each allocation to an invoice that is not there, not open, of another customer or
    currency, or owed less. `invoices` are the locked ones by id: status, customer, currency, balance_due."""
    details = faults_of(INVOICES, body, invoices)
    if details:
        raise Invalid(details)
