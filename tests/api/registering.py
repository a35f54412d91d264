"""Documents that the government's portals take, and what the portals answer, in few words."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.selling import customer, line, sent
from tests.service import Client

Body = dict[str, Any]

CARRIAGE = {
    "supplyType": "O",
    "transporterId": "29AAACT2727Q1ZW",
    "transporterName": "Deccan Roadways",
    "distanceKm": 840,
    "mode": 1,
    "vehicleNumber": "MH12AB1234",
    "vehicleType": "R",
    "documentNumber": "LR-77",
    "documentDate": "2026-11-21",
}
E_WAY_BILL = {"ewayBillNumber": "331012345678", "validUntil": "2026-11-25 23:59:00"}
WHY = {"reason": 2, "remark": "Wrong quantity"}
INDIA = timedelta(hours=5, minutes=30)
ADDRESS = {"line1": "12 MG Road", "city": "Bengaluru", "stateCode": "29", "pincode": "560001"}
BUYER = {"displayName": "Nandi Tools", "gstin": "29AAGCB7383J1Z4", "billingAddress": ADDRESS}
BOLTS = {
    "description": "Hex bolts",
    "hsnOrSac": "731815",
    "unit": "KGS",
    "quantity": 10,
    "rate": 100,
    "taxRatePercent": 18,
}
SELLER = {
    "address_line1": "1 Mill Lane",
    "city": "Pune",
    "pincode": "411001",
    "e_invoicing_since": "2026-04-01",
}


def registration(irn: str = "3f1b0c2e", **fields: Any) -> Body:
    """Return an answer of the portal, which acknowledged the document an hour ago."""
    an_hour_ago = datetime.now(UTC) + INDIA - timedelta(hours=1)
    return {
        "irn": (irn * 64)[:64],
        "ackNo": "112610000012345",
        "ackDate": an_hour_ago.strftime("%Y-%m-%d %H:%M:%S"),
        "signedQrCode": "eyJhbGciOiJSUzI1NiJ9.eyJkYXRhIjoiIn0.c2ln",
        "signedInvoice": "eyJhbGciOiJSUzI1NiJ9.eyJkYXRhIjoiIn0.c2ln",
    } | fields


def registered(org: Client, path: str, **fields: Any) -> Body:
    """A registration of the document at a path, which must work."""
    answer = org.put(f"{path}/e-invoice", registration(**fields))
    assert answer.status_int == 200, answer.text
    data: Body = answer.json["data"]
    return data


def sold(org: Client, **fields: Any) -> Body:
    return sent(org, customer(org, **BUYER), line(**BOLTS), **fields)


def noted(org: Client, about: Body, **fields: Any) -> Body:
    given = {"originalInvoiceItemId": about["lines"][0]["id"], "quantity": 4}
    body = {
        "customerId": about["customerId"],
        "creditNoteDate": "2026-05-20",
        "lines": [given],
        "status": "OPEN",
    }
    note: Body = org.read(f"/credit-notes/{org.make('/credit-notes', body | fields)['id']}")
    return note
