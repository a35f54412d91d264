"""Sales and bills that reports tell of, in few words."""

from typing import Any

from tests.service import Client

MAY = "from=2026-05-01&to=2026-05-31"
Body = dict[str, Any]
LINES = [
    {
        "description": "Desk",
        "hsnOrSac": "9403",
        "unit": "PCS",
        "quantity": 2,
        "rate": 1000,
        "taxRatePercent": 18,
    },
    {"description": "Repair", "hsnOrSac": "998719", "quantity": 1, "rate": 500, "taxRatePercent": 5},
]
TAXES = ("taxableValue", "igst", "cgst", "sgst", "cess", "total")


def report(org: Client, path: str) -> Body:
    return dict(org.read(f"/reports/{path}"))


def customer(org: Client, name: str, **more: Any) -> str:
    return str(org.make("/customers", {"displayName": name, "placeOfSupplyStateCode": "27"} | more)["id"])


def invoice(org: Client, owner: str, day: str = "2026-05-04", **more: Any) -> Body:
    body = {"customerId": owner, "invoiceDate": day, "status": "SENT", "lines": LINES}
    return org.make("/invoices", body | more)


def note(org: Client, owner: str, of: Body, day: str, quantity: float = 1) -> Body:
    line = org.read(f"/invoices/{of['id']}")["lines"][0]
    lines = [{"originalInvoiceItemId": line["id"], "description": "Desk", "quantity": quantity}]
    body = {
        "customerId": owner,
        "invoiceId": of["id"],
        "creditNoteDate": day,
        "status": "OPEN",
        "lines": lines,
    }
    return org.make("/credit-notes", body)


def owe(org: Client) -> None:
    """Bills of 2,000 of 1 May: of a micro and a small vendor, of a medium one, and of one that is none."""
    registered = {"udyamNumber": "UDYAM-MH-16-0000001", "leadTimeDays": 1, "msmeAgreedCreditDays": 45}
    for name, more in {
        "Micro": registered | {"msmeType": "MICRO", "msmeHasAgreement": False},
        "Small": registered | {"msmeType": "SMALL", "msmeHasAgreement": True},
        "Medium": registered | {"msmeType": "MEDIUM", "msmeHasAgreement": True},
        "Large": dict.fromkeys(registered) | {"leadTimeDays": 1, "msmeType": None},
    }.items():
        vendor = org.make("/vendors", {"displayName": name, "placeOfSupplyStateCode": "27"} | more)["id"]
        body = {"vendorId": vendor, "billDate": "2026-05-01", "status": "OPEN", "vendorBillNumber": name}
        org.make("/bills", body | {"lines": LINES[:1]})
