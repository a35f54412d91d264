"""A valid body for every kind of master data, with every field that it takes."""

import itertools
from typing import Any

from tests.api.sold import own_reference
from tests.bodies import LEAST
from tests.service import Client

Body = dict[str, Any]

_codes = itertools.count(1)
_letters = itertools.product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=3)

ADDRESS = {
    "line1": "1 Main Road",
    "line2": "Fort",
    "city": "Mumbai",
    "state": "Maharashtra",
    "stateCode": "27",
    "pincode": "400001",
    "country": "India",
}


def customer(org: Client) -> Body:
    return {
        "displayName": "Acme",
        "legalName": "Acme Private Limited",
        "email": "acme@example.com",
        "phone": "+91 22 1234 5678",
        "gstin": "27AAPFU0939F1ZV",
        "pan": "AAPFU0939F",
        "currencyCode": "INR",
        "paymentTermId": reference(org, "/payment-terms"),
        "priceListId": reference(org, "/price-lists"),
        "salespersonId": org.user_id,
        "placeOfSupplyStateCode": "27",
        "billingAddress": ADDRESS,
        "shippingAddress": {"city": "Pune"},
        # Whom something is open with cannot be deleted.
        "openingBalance": 0,
        "notes": "Pays late",
        "isActive": True,
        "gstCategory": "REGISTERED",
        "externalReference": own_reference(),
    }


def contact(org: Client) -> Body:
    return {
        "customerId": reference(org, "/customers"),
        "name": "Asha",
        "email": "asha@example.com",
        "phone": "12345",
        "roleLabel": "Buyer",
    }


def vendor(org: Client) -> Body:
    return {
        "displayName": "Supplies",
        "vendorCode": "V1",
        "legalName": "Supplies LLP",
        "email": "sales@example.com",
        "phone": "12345",
        "gstin": "27AAPFU0939F1ZV",
        "pan": "AAPFU0939F",
        "placeOfSupplyStateCode": "27",
        "notes": "Fast",
        "currencyCode": "INR",
        "paymentTermsDays": 30,
        "openingBalance": 0,
        "billingAddress": ADDRESS,
        "shippingAddress": {"city": "Pune"},
        "isActive": True,
        "leadTimeDays": 7,
        "msmeType": "MICRO",
        "udyamNumber": "UDYAM-MH-00-0000001",
        "msmeAgreedCreditDays": 30,
        "msmeHasAgreement": True,
        "gstCategory": "REGISTERED",
        "externalReference": own_reference(),
    }


def core(org: Client) -> Body:
    return {
        "name": "Shirt",
        "sku": "SH",
        "hsnOrSac": "6105",
        "barcode": "8901234567890",
        "description": "Cotton",
        "type": "GOODS",
        "unit": "PCS",
        "sellingPrice": 500,
        "purchasePrice": 300.25,
        "trackInventory": True,
    }


def item(org: Client) -> Body:
    return core(org) | {
        "groupId": reference(org, "/item-groups"),
        "sizeModuleId": "letters",
        "masterUnit": "BOX",
        "piecesPerMaster": 12,
        "isPriceInclusive": "inherit",
        "taxRateId": reference(org, "/tax-rates"),
        "primaryVendorId": reference(org, "/vendors"),
        "reorderQuantity": 5,
        "isActive": True,
        "pricingMode": "PCS",
        "defaultLengthUnit": "CM",
        "variants": [
            {
                "size": "M",
                "sku": "SH-M",
                "barcode": "8901234567891",
                "sellingPrice": 510,
                "purchasePrice": 310,
                "isActive": True,
                "sortOrder": 1,
            }
        ],
        "axes": [{"name": "size", "values": ["M", "L"]}],
        "taxability": "TAXABLE",
        "cessRatePercent": 12.5,
        "externalReference": own_reference(),
    }


def group(org: Client) -> Body:
    parent = reference(org, "/item-groups")
    return {"name": "Shirts", "parentGroupId": parent, "sortOrder": 1, "description": "All of them"}


def tax_rate(org: Client) -> Body:
    return {"name": "GST 18%", "ratePercent": 18, "isGST": True, "isDefault": True}


def currency(org: Client) -> Body:
    return {
        "code": "".join(next(_letters)),
        "name": "US Dollar",
        "symbol": "$",
        "exchangeRate": 83.25,
        "isBase": True,
        "isActive": True,
    }


def payment_term(org: Client) -> Body:
    return {"name": "Net 30", "days": 30, "isDefault": True}


def account(org: Client) -> Body:
    return {
        "accountName": "Current",
        "accountType": "BANK",
        "bankName": "SBI",
        "accountNumber": "000123",
        "ifscCode": "SBIN0000001",
        "isDefault": True,
        "isActive": True,
    }


def price_list(org: Client) -> Body:
    listed = goods(org)
    return {
        "name": "Wholesale",
        "type": "SELLING",
        "description": "By the dozen",
        "effectiveFrom": "2026-04-01",
        "effectiveTo": "2027-03-31",
        "isActive": True,
        "isDefault": True,
        "entries": [{"itemId": listed["id"], "itemVariantId": listed["variants"][0]["id"], "rate": 450.5}],
    }


def number_series(org: Client) -> Body:
    return {
        "docType": "QUOTE",
        "registrationId": None,
        "prefix": "Q/{FY}/",
        "suffix": "/M",
        "padding": 4,
        "nextNumber": 17,
        "resetYearly": True,
    }


def expense(org: Client) -> Body:
    return {
        "vendorId": reference(org, "/vendors"),
        "category": "Travel",
        "expenseDate": "2026-05-01",
        "paidThroughAccount": "Cash",
        "amount": 1180,
        "taxRatePercent": 18,
        "taxAmount": 180,
        "itcEligible": True,
        "notes": "Taxi",
        "externalReference": own_reference(),
        "currencyCode": "INR",
        "exchangeRate": 1,
    }


def goods(org: Client) -> Body:
    """An item with every field; the same at each call."""
    return org.once("goods", lambda: org.make("/items", item(org)))


def party(org: Client, collection: str) -> str:
    """The id of a customer or vendor with every field; the same at each call."""
    full = {"/customers": customer, "/vendors": vendor}[collection]
    return str(org.once(f"a full record of {collection}", lambda: org.make(collection, full(org)))["id"])


def reference(org: Client, collection: str) -> str:
    """The id of a record that samples name, of which no more is told than it needs; the same at each call."""
    made = org.once(collection, lambda: org.make(collection, LEAST[collection[1:].replace("-", "_")]))
    return str(made["id"])


def warehouse(org: Client) -> Body:
    return {
        "code": f"W{next(_codes)}",
        "name": "Godown",
        "isDefault": True,
        "address": {"line1": "2 Dock Road", "city": "Pune", "stateCode": "27"},
    }
