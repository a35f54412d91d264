"""One valid body for every endpoint that writes, with every field that it takes."""

import itertools
from collections.abc import Callable
from typing import Any

from tests.api.sold import invoice_of, payment_of
from tests.bodies import LEAST
from tests.service import Client

Body = dict[str, Any]

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
        "openingBalance": 100.5,
        "notes": "Pays late",
        "isActive": True,
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
        "openingBalance": 10,
        "billingAddress": ADDRESS,
        "shippingAddress": {"city": "Pune"},
        "isActive": True,
        "leadTimeDays": 7,
        "msmeType": "MICRO",
        "udyamNumber": "UDYAM-MH-00-0000001",
        "msmeAgreedCreditDays": 30,
        "msmeHasAgreement": True,
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
    }


def group(org: Client) -> Body:
    parent = org.make("/item-groups", {"name": "Clothes"})
    return {"name": "Shirts", "parentGroupId": parent["id"], "sortOrder": 1, "description": "All of them"}


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
    item = record(org, "/items")
    return {
        "name": "Wholesale",
        "type": "SELLING",
        "description": "By the dozen",
        "effectiveFrom": "2026-04-01",
        "effectiveTo": "2027-03-31",
        "isActive": True,
        "isDefault": True,
        "entries": [{"itemId": item["id"], "itemVariantId": item["variants"][0]["id"], "rate": 450.5}],
    }


def number_series(org: Client) -> Body:
    return {
        "docType": "QUOTE",
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
        "currencyCode": "INR",
        "exchangeRate": 1,
    }


def invoice(org: Client) -> Body:
    return invoice_of(record(org, "/customers")["id"], record(org, "/items"), org.user_id)


def payment(org: Client) -> Body:
    owed = org.make("/invoices", invoice(org) | {"status": "SENT"})["id"]
    return payment_of(org.read(f"/invoices/{owed}")["customerId"], owed)


#: What POST to a collection takes, PATCH of a member likewise; a path of its own where that differs.
BODIES: dict[str, Callable[[Client], Body]] = {
    "/customers": customer,
    "/customer-contacts": contact,
    "/vendors": vendor,
    "/items": item,
    "/items/{id}/core": core,
    "/item-groups": group,
    "/tax-rates": tax_rate,
    "/currencies": currency,
    "/payment-terms": payment_term,
    "/accounts": account,
    "/price-lists": price_list,
    "/number-series": number_series,
    "/expenses": expense,
    "/invoices": invoice,
    "/payments-received": payment,
}

#: What takes the body of a record and writes nothing.
CALCULATIONS = {"/invoices/calculate": invoice}
WRITES_NOTHING = {f"POST {path}" for path in CALCULATIONS}

#: Operations that write and read no body, and those whose bodies are forms (`test_oauth`).
WITHOUT_BODY = {"POST /invoices/{id}/send", "POST /invoices/{id}/void"}
FORMS = {"POST /oauth/token", "POST /oauth/revoke"}


def collection_of(path: str) -> str:
    """`/customers/{id}` -> `/customers`."""
    return path.split("/{id}", maxsplit=1)[0]


def body_of(org: Client, path: str) -> Body:
    """A valid body for a write to the path; raises LookupError for a path that has no sample."""
    bodies = BODIES | CALCULATIONS
    body = bodies.get(path) or bodies.get(collection_of(path))
    if body is None:
        raise LookupError(f"samples has no body for POST {path}: add one in tests/api/samples.py")
    return body(org)


def reference(org: Client, collection: str) -> str:
    """The id of a new record that a sample names, of which no more is told than it needs."""
    return str(org.make(collection, LEAST[collection[1:].replace("-", "_")])["id"])


def record(org: Client, collection: str) -> dict[str, Any]:
    """A new record of a collection, made from its sample."""
    return org.make(collection, body_of(org, collection))
