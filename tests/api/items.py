"""Bodies of items, and what they refer to."""

from typing import Any

from tests.selling import VENDOR
from tests.service import Client

BOLT = {"name": "Bolt"}

FULL = {
    "name": "Steel bolt M8",
    "sku": "BLT-M8",
    "hsnOrSac": "7318",
    "type": "SERVICE",
    "sizeModuleId": "metric",
    "unit": "BOX",
    "pricingMode": "AREA",
    "defaultLengthUnit": "FT",
    "masterUnit": "CARTON",
    "piecesPerMaster": 12.5,
    "sellingPrice": 10.123456,
    "purchasePrice": 7.25,
    "isPriceInclusive": True,
    "description": "Zinc plated",
    "reorderQuantity": 40,
    "barcode": "8901234567890",
    "trackInventory": True,
    "isActive": False,
    "axes": ["Size", {"name": "Colour", "values": ["red", 1, None, True]}],
}

OTHER = {
    "name": "Nut",
    "sku": "NUT",
    "hsnOrSac": "7319",
    "type": "BUNDLE",
    "sizeModuleId": "imperial",
    "unit": "KG",
    "pricingMode": "PCS",
    "defaultLengthUnit": "MM",
    "masterUnit": "BAG",
    "piecesPerMaster": 1,
    "sellingPrice": 0,
    "purchasePrice": 9999999999999,
    "isPriceInclusive": False,
    "description": "Brass",
    "reorderQuantity": 0,
    "barcode": "1",
    "trackInventory": False,
    "isActive": True,
    "axes": [],
}

DEFAULTS = {
    "sku": None,
    "hsnOrSac": None,
    "type": "GOODS",
    "groupId": None,
    "sizeModuleId": None,
    "unit": "PCS",
    "pricingMode": "PCS",
    "defaultLengthUnit": None,
    "masterUnit": None,
    "piecesPerMaster": 1,
    "sellingPrice": 0,
    "purchasePrice": 0,
    "isPriceInclusive": False,
    "taxRateId": None,
    "description": None,
    "reorderQuantity": 0,
    "barcode": None,
    "trackInventory": False,
    "isActive": True,
    "primaryVendorId": None,
    "axes": [],
    "taxability": "TAXABLE",
    "cessRatePercent": 0,
    "variants": [],
    "updatedBy": None,
}

REFERENCES = {
    "groupId": ("/item-groups", {"name": "Hardware"}),
    "taxRateId": ("/tax-rates", {"name": "GST 18%", "ratePercent": 18}),
    "primaryVendorId": ("/vendors", {"displayName": "Mill"} | VENDOR),
}


def target(org: Client, field: str) -> str:
    """The id of a new record that the field may name."""
    return str(org.make(*REFERENCES[field])["id"])


def change(org: Client, item: dict[str, Any], **fields: Any) -> Any:
    return org.patch(f"/items/{item['id']}", {"name": item["name"]} | fields)
