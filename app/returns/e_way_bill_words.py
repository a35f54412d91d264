"""Names that the API gives to the fields of an e-way bill. Pure."""

from collections.abc import Sequence

from app.returns.answers import FilingProblem
from app.wire import Row

# The source of a field of the file: of the registration, of the invoice, of the request, of the line.
_BUYER = "buyer.billingAddress"
_OF_SELLER = {
    "userGstin": "gstin",
    "fromGstin": "gstin",
    "fromTrdName": "tradeName",
    "fromAddr1": "addressLine1",
    "fromAddr2": "addressLine2",
    "fromPlace": "city",
    "fromPincode": "pincode",
}
_OF_INVOICE = {
    "docNo": "invoiceNumber",
    "toGstin": "buyer.gstin",
    "toTrdName": "buyer.legalName",
    "toAddr1": f"{_BUYER}.line1",
    "toAddr2": f"{_BUYER}.line2",
    "toPlace": f"{_BUYER}.city",
    "toPincode": f"{_BUYER}.pincode",
    "totInvValue": "total",
}
_OF_REQUEST = {
    "transMode": "mode",
    "transDistance": "distanceKm",
    "transporterName": "transporterName",
    "transporterId": "transporterId",
    "transDocNo": "documentNumber",
    "transDocDate": "documentDate",
    "vehicleNo": "vehicleNumber",
    "vehicleType": "vehicleType",
}
_OF_LINE = {
    "productName": "description",
    "productDesc": "description",
    "hsnCode": "hsnOrSac",
    "qtyUnit": "unit",
}
_OF_LINE |= {"quantity": "quantity", "taxableAmount": "taxableAmount", "cessRate": "cessRatePercent"}


def in_words_of_the_api(fault: FilingProblem, document: Row, goods: Sequence[int]) -> FilingProblem:
    """Return the fault with the field and the id of the record that a caller can change; the id is None for a field
    of the request."""
    path, id = fault.field or "", document["id"]
    if path.startswith("itemList."):
        _, place, name = path.split(".")
        field = f"lines.{goods[int(place)]}.{_OF_LINE.get(name, 'taxRatePercent')}"
        return FilingProblem(fault.code, field, fault.message, id)
    if path in _OF_SELLER:
        return FilingProblem(fault.code, _OF_SELLER[path], fault.message, document["registration_id"] or id)
    if path in _OF_REQUEST:
        return FilingProblem(fault.code, _OF_REQUEST[path], fault.message)
    return FilingProblem(fault.code, _OF_INVOICE.get(path, path), fault.message, id)
