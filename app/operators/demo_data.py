"""What the demonstration holds: bodies as the API takes them. People, firms and numbers are made up.

A value `@name` stands for the id of the record made before under that name.
"""

from typing import Any

ORGANIZATION: dict[str, Any] = {
    "name": "Sahyadri Traders",
    "legal_name": "Sahyadri Traders",
    "gstin": "27AAQFS4821K1ZO",
    "state_code": "27",
    "currency": "INR",
    "time_zone": "Asia/Kolkata",
    "round_off": False,
    "prices_include_tax": False,
    "address": "Shop 14, Laxmi Road\nPune 411030, Maharashtra",
    "phone": "+91 20 5550 1414",
    "email": "accounts@sahyadri.example",
    "upi_id": "sahyadri.traders@okexample",
    "logo": None,
    "bank": "Example Bank, Pune\nA/c 000012345678, IFSC EXMP0000411",
}
WAREHOUSE = ("MAIN", "Laxmi Road, Pune")


def _address(line1: str, city: str, state: str, state_code: str, pincode: str) -> dict[str, str]:
    place = {"city": city, "state": state, "stateCode": state_code, "pincode": pincode}
    return {"line1": line1, **place, "country": "India"}


# kind, name that `@` refers to, body
RECORDS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("tax_rates", "GST 0%", {"name": "GST 0%", "ratePercent": 0}),
    ("tax_rates", "GST 5%", {"name": "GST 5%", "ratePercent": 5}),
    ("tax_rates", "GST 18%", {"name": "GST 18%", "ratePercent": 18, "isDefault": True}),
    ("tax_rates", "GST 40%", {"name": "GST 40%", "ratePercent": 40}),
    ("payment_terms", "on receipt", {"name": "Due on receipt", "days": 0, "isDefault": True}),
    ("payment_terms", "net 15", {"name": "Net 15", "days": 15}),
    ("payment_terms", "net 30", {"name": "Net 30", "days": 30}),
    ("payment_terms", "net 45", {"name": "Net 45", "days": 45}),
    (
        "accounts",
        "bank",
        {
            "accountName": "Current account",
            "accountType": "BANK",
            "bankName": "Example Bank",
            "accountNumber": "000012345678",
            "ifscCode": "EXMP0000411",
            "isDefault": True,
        },
    ),
    (
        "accounts",
        "cash",
        {
            "accountName": "Cash in hand",
            "accountType": "CASH",
            "bankName": "",
            "accountNumber": "",
            "ifscCode": "",
        },
    ),
    ("number_series", "invoices", {"docType": "INVOICE", "prefix": "ST/{FY}/", "padding": 4}),
    ("number_series", "payments", {"docType": "PAYMENT_RECEIVED", "prefix": "RCT/{FY}/", "padding": 4}),
    (
        "vendors",
        "weaver",
        {
            "displayName": "Ichalkaranji Looms",
            "legalName": "Ichalkaranji Looms",
            "gstin": "27ABDPK2217L1ZQ",
            "pan": "ABDPK2217L",
            "vendorCode": "V-001",
            "paymentTermsDays": 45,
            "leadTimeDays": 7,
            "msmeType": "MICRO",
            "udyamNumber": "UDYAM-MH-16-0000001",
            "msmeAgreedCreditDays": 45,
            "msmeHasAgreement": True,
            "billingAddress": _address("22 Station Road", "Ichalkaranji", "Maharashtra", "27", "416115"),
        },
    ),
    (
        "vendors",
        "mill",
        {
            "displayName": "Sabarmati Mills",
            "legalName": "Sabarmati Mills Private Limited",
            "gstin": "24AAECG6642H1ZO",
            "pan": "AAECG6642H",
            "vendorCode": "V-002",
            "paymentTermsDays": 30,
            "leadTimeDays": 14,
            "msmeType": None,
            "udyamNumber": None,
            "msmeAgreedCreditDays": None,
            "billingAddress": _address("9 Ashram Road", "Ahmedabad", "Gujarat", "24", "380009"),
        },
    ),
    (
        "items",
        "shirt",
        {
            "name": "Cotton shirt",
            "sku": "SHIRT",
            "hsnOrSac": "6205",
            "sellingPrice": 899,
            "purchasePrice": 540,
            "taxRateId": "@GST 5%",
            "primaryVendorId": "@mill",
            "trackInventory": True,
            "variants": [
                {"size": "S", "sku": "SHIRT-S"},
                {"size": "M", "sku": "SHIRT-M"},
                {"size": "L", "sku": "SHIRT-L"},
                {"size": "XL", "sku": "SHIRT-XL", "sellingPrice": 949, "purchasePrice": 560},
            ],
        },
    ),
    (
        "items",
        "sari",
        {
            "name": "Handloom sari",
            "sku": "SARI",
            "hsnOrSac": "5208",
            "sellingPrice": 2450,
            "purchasePrice": 1600,
            "taxRateId": "@GST 5%",
            "primaryVendorId": "@weaver",
            "trackInventory": True,
        },
    ),
    (
        "items",
        "kettle",
        {
            "name": "Electric kettle 1.5 l",
            "sku": "KETTLE",
            "hsnOrSac": "8516",
            "sellingPrice": 1299.5,
            "purchasePrice": 910,
            "taxRateId": "@GST 18%",
            "trackInventory": True,
        },
    ),
    (
        "items",
        "rice",
        {
            "name": "Loose rice",
            "sku": "RICE",
            "hsnOrSac": "1006",
            "unit": "KG",
            "sellingPrice": 62,
            "purchasePrice": 51.25,
            "taxRateId": "@GST 0%",
        },
    ),
    (
        "items",
        "delivery",
        {
            "name": "Local delivery",
            "sku": "DELIVERY",
            "hsnOrSac": "9965",
            "type": "SERVICE",
            "unit": "TRIP",
            "sellingPrice": 250,
            "taxRateId": "@GST 18%",
        },
    ),
    (
        "price_lists",
        "wholesale",
        {
            "name": "Wholesale",
            "type": "SELLING",
            "description": "For customers who buy by the box.",
            "entries": [{"itemId": "@shirt", "rate": 749}, {"itemId": "@sari", "rate": 2100}],
        },
    ),
    (
        "customers",
        "retailer",
        {
            "displayName": "Deccan Retail",
            "legalName": "Deccan Retail Private Limited",
            "email": "purchase@deccanretail.example",
            "phone": "+91 22 5550 0101",
            "gstin": "27AACCD7314M1ZH",
            "pan": "AACCD7314M",
            "paymentTermId": "@net 30",
            "priceListId": "@wholesale",
            "placeOfSupplyStateCode": "27",
            "billingAddress": _address("5 Link Road", "Mumbai", "Maharashtra", "27", "400053"),
        },
    ),
    (
        "customers",
        "boutique",
        {
            "displayName": "Kaveri Boutique",
            "legalName": "Kaveri Boutique LLP",
            "email": "hello@kaveri.example",
            "phone": "+91 80 5550 0202",
            "gstin": "29AABCK5520R1Z1",
            "pan": "AABCK5520R",
            "paymentTermId": "@net 15",
            "placeOfSupplyStateCode": "29",
            "billingAddress": _address("41 Commercial Street", "Bengaluru", "Karnataka", "29", "560001"),
        },
    ),
    (
        "customers",
        "stores",
        {
            "displayName": "Marina Stores",
            "legalName": "Marina Stores",
            "phone": "+91 44 5550 0303",
            "gstin": "33AAGFM9183P1ZK",
            "pan": "AAGFM9183P",
            "paymentTermId": "@net 45",
            "placeOfSupplyStateCode": "33",
            "openingBalance": 12500,
            "billingAddress": _address("77 Mount Road", "Chennai", "Tamil Nadu", "33", "600002"),
        },
    ),
    (
        "customers",
        "walk-in",
        {
            "displayName": "Asha Patil",
            "phone": "+91 98 5550 0404",
            "paymentTermId": "@on receipt",
            "billingAddress": _address("3 Tilak Road", "Pune", "Maharashtra", "27", "411002"),
        },
    ),
)
