"""Bills and payments to vendors in few words."""

from typing import Any

from tests.selling import DAY, LATER, Body, line, vendor
from tests.service import Client


def bill_body(vendor_id: str, *lines: Body, **fields: Any) -> Body:
    """The body of a bill that falls due in the far future."""
    return {
        "vendorId": vendor_id,
        "billDate": DAY,
        "dueDate": LATER,
        "lines": list(lines) or [line()],
    } | fields


def bill(org: Client, vendor_id: str | None = None, *lines: Body, **fields: Any) -> Body:
    """A new bill as it reads, a draft unless `status` says otherwise; of a new vendor where none is named."""
    made = org.make("/bills", bill_body(vendor_id or vendor(org), *lines, **fields))
    return read_bill(org, made["id"])


def open_bill(org: Client, vendor_id: str | None = None, *lines: Body, **fields: Any) -> Body:
    """A new bill, made OPEN, as it reads."""
    return bill(org, vendor_id, *lines, **fields | {"status": "OPEN"})


def read_bill(org: Client, id: str) -> Body:
    """A bill that must be there."""
    record: Body = org.read(f"/bills/{id}")
    return record


def state(org: Client, id: str) -> tuple[str, float, float]:
    """Status, what is paid and what is open of a bill."""
    record = read_bill(org, id)
    return record["status"], record["amountPaid"], record["balanceDue"]


def paid_body(vendor_id: str, amount: float, *allocations: tuple[str, float], **fields: Any) -> Body:
    """The body of a payment to a vendor; `allocations` are (bill id, amount)."""
    return {
        "vendorId": vendor_id,
        "paymentDate": DAY,
        "amount": amount,
        "allocations": [{"billId": id, "amount": part} for id, part in allocations],
    } | fields


def paid(org: Client, vendor_id: str, amount: float, *allocations: tuple[str, float], **fields: Any) -> Body:
    """A new payment to a vendor as it reads."""
    made = org.make("/payments-made", paid_body(vendor_id, amount, *allocations, **fields))
    record: Body = org.read(f"/payments-made/{made['id']}")
    return record
