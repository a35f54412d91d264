"""Bills of a shop's vendor, and what settles them."""

from typing import Any

from tests.reliability.sales import DAY, DUE, Shop


def bill_body(vendor_id: str, total: Any = 100, **more: Any) -> dict[str, Any]:
    """An open bill of one line without tax."""
    return {
        "vendorId": vendor_id,
        "billDate": DAY,
        "dueDate": DUE,
        "status": "OPEN",
        "lines": [{"description": "Steel", "quantity": 1, "rate": total}],
        **more,
    }


def bill(shop: Shop, vendor_id: str, total: Any = 100, **more: Any) -> str:
    """A new bill, OPEN unless told otherwise; its id."""
    return str(shop.org.make("/bills", bill_body(vendor_id, total, **more))["id"])


def state(shop: Shop, bill_id: str) -> tuple[str, float]:
    """Status and balance of a bill."""
    record = shop.org.read(f"/bills/{bill_id}")
    return record["status"], record["balanceDue"]


def paid_body(vendor_id: str, amount: Any, *allocations: tuple[str, Any]) -> dict[str, Any]:
    """A payment to a vendor."""
    named = [{"billId": bill_id, "amount": part} for bill_id, part in allocations]
    return {"vendorId": vendor_id, "paymentDate": DAY, "amount": amount, "allocations": named}


def paid(shop: Shop, vendor_id: str, amount: Any, *allocations: tuple[str, Any]) -> str:
    """A new payment to a vendor; its id."""
    return str(shop.org.make("/payments-made", paid_body(vendor_id, amount, *allocations))["id"])
