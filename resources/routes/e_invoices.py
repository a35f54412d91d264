"""The routes of e-invoices and e-way bills."""

from app.documents.creation import DocumentKind
from app.documents.e_invoices import Told
from app.sales.credit_notes import CREDIT_NOTES
from app.sales.invoices import INVOICES
from app.schemas.answers.e_invoices import EInvoiceRegistration, EWayBill, PortalFile
from resources.e_invoices import EInvoices, EWayBills
from resources.routes.operations import Answer, Operation, Route, a, title
from resources.serving.requests import Requests

_PATHS: tuple[tuple[str, str, Told, DocumentKind], ...] = (
    ("/invoices", "Invoices", "invoice", INVOICES),
    ("/credit-notes", "Credit notes", "credit_note", CREDIT_NOTES),
)
# A made-up answer of the portal. An IRN belongs to one document.
_IRNS = {"invoice": "3f1b0c2e" * 8, "credit note": "9d27a5b4" * 8}
_REGISTERED = {
    "ackNo": "112610000012345",
    "ackDate": "2026-11-20 11:30:00",
    "signedQrCode": "eyJhbGciOiJSUzI1NiJ9.eyJkYXRhIjoiLi4uIn0.c2lnbmVk",
}
_CARRIED = {
    "supplyType": "O",
    "transporterId": "29AAACT2727Q1ZW",
    "transporterName": "Deccan Roadways",
    "distanceKm": 840,
    "mode": 1,
    "vehicleNumber": "MH12AB1234",
    "vehicleType": "R",
}


def e_invoice_routes(requests: Requests) -> list[Route]:
    """Return the routes of the registration of invoices and credit notes, and of e-way bills."""
    bills = EWayBills(requests, INVOICES)
    return [
        *(
            _registration(path, heading, told.replace("_", " "), EInvoices(requests, kind, told))
            for path, heading, told, kind in _PATHS
        ),
        Route(
            "/invoices/{id}/e-way-bill",
            bills,
            None,
            {"POST": _make_bill(bills), "PUT": _store_bill(bills)},
        ),
    ]


def _registration(path: str, heading: str, noun: str, served: EInvoices) -> Route:
    read = Operation(
        id=f"get{title(noun)}EInvoice",
        tag=heading,
        summary=f"Read {a(noun)} as INV-01",
        permission="invoices.read",
        answer=Answer(PortalFile),
        says="The file of version 1.1 that the invoice registration portal takes, in rupees. With `problems`, which "
        "name what the portal would refuse, `document` is null.",
    )
    register = Operation(
        id=f"set{title(noun)}EInvoice",
        tag=heading,
        summary=f"Store the registration of {a(noun)}",
        permission="invoices.update",
        answer=Answer(EInvoiceRegistration),
        says="Stores the answer of the portal. The document can no longer be edited or voided then, and its paper has "
        "IRN, acknowledgement and the signed QR code. The same again changes nothing; another registration is a "
        "`conflict`. `ackDate` is Indian time, or a timestamp.",
        body=served.body,
        example={"irn": _IRNS[noun], **_REGISTERED},
        replaces=True,
        errors=("conflict",),
    )
    cancel = Operation(
        id=f"cancel{title(noun)}EInvoice",
        tag=heading,
        summary=f"Cancel the registration of {a(noun)}",
        permission="invoices.update",
        answer=Answer(EInvoiceRegistration),
        says="Marks what was cancelled at the portal, within 24 hours of `ackDate`. `reason` is 1 duplicate, 2 mistake "
        "in the data, 3 order cancelled, 4 other. The document can be voided then, and is not registered again.",
        body=served.why,
        example={"reason": 2, "remark": "Wrong quantity"},
        errors=("conflict",),
    )
    operations = {"GET": read, "PUT": register, "DELETE": cancel}
    return Route(f"{path}/{{id}}/e-invoice", served, None, operations)


def _make_bill(bills: EWayBills) -> Operation:
    return Operation(
        id="makeEWayBill",
        tag="Invoices",
        summary="Make the e-way bill of an invoice",
        permission="invoices.read",
        answer=Answer(PortalFile),
        says="The file of version 1.0.0621 that the e-way bill portal takes; nothing is written. `mode` is 1 road, "
        "2 rail, 3 air, 4 ship; `vehicleType` is R regular or O over-dimensional cargo. Left out or 0, the portal "
        "works out `distanceKm`. With `problems`, which name what the portal would refuse, `document` is null.",
        body=bills.carriage,
        example=_CARRIED,
        writes=False,
    )


def _store_bill(bills: EWayBills) -> Operation:
    return Operation(
        id="setEWayBill",
        tag="Invoices",
        summary="Store the e-way bill of an invoice",
        permission="invoices.update",
        answer=Answer(EWayBill),
        says="`ewayBillStatus` is `GENERATED` then. `validUntil` is Indian time, or a timestamp; a day is valid to its "
        "end. Another number takes the place of the one before.",
        body=bills.body,
        example={"ewayBillNumber": "331012345678", "validUntil": "2026-11-25 23:59:00"},
        replaces=True,
        errors=("conflict",),
    )
