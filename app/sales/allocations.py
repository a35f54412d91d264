"""What a payment may be allocated to (decisions on documents; spec 4.7). Pure."""

from collections.abc import Mapping

from app.database import Row
from app.errors import Invalid

_SETTLEABLE = ("SENT", "PARTIALLY_PAID")


def check_allocations(body: Row, invoices: Mapping[str, Row]) -> None:
    """Raise Invalid for each allocation to an invoice that is not there, not open, of another customer or
    currency, or owed less. `invoices` are the locked ones by id: status, customer, currency, balance_due."""
    details = [
        (f"allocations.{place}.{field}", message)
        for place, allocation in enumerate(body["allocations"])
        for field, message in _faults(body, allocation, invoices.get(allocation["invoice_id"]))
    ]
    if details:
        raise Invalid(details)


def _faults(body: Row, allocation: Row, invoice: Row | None) -> list[tuple[str, str]]:
    if invoice is None:
        return [("invoiceId", "Names no invoice of this organization.")]
    if invoice["customer_id"] != body["customer_id"]:
        return [("invoiceId", "Names an invoice of another customer.")]
    if invoice["status"] not in _SETTLEABLE:
        return [("invoiceId", f"The invoice is not open; it is {invoice['status']}.")]
    if invoice["currency_code"] != body["currency_code"]:
        return [("invoiceId", f"The invoice is in {invoice['currency_code']}.")]
    if allocation["amount"] > invoice["balance_due"]:
        return [("amount", f"Must be at most the invoice's balance, {invoice['balance_due']}.")]
    return []
