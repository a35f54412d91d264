"""The customers and vendors of the demonstration as request bodies. People, firms and numbers are made up.

A value `@name` stands for the id of the record made before under that name.
"""

from decimal import Decimal
from typing import Any

from app.errors import REFUSE
from app.tax.gstin import check_digit
from app.wire import Json

ORGANIZATION: Json = {
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
    "checks": REFUSE,
    "trade_name": "Sahyadri",
    "address_line1": "Shop 14, Laxmi Road",
    "city": "Pune",
    "pincode": "411030",
    "turnover_above_5_crore": True,
}
BRANCH: Json = {
    "gstin": "29AAQFS4821K1ZK",
    "state_code": "29",
    "legal_name": "Sahyadri Traders",
    "address": "7 Avenue Road\nBengaluru 560002, Karnataka",
    "trade_name": "Sahyadri Bengaluru",
    "address_line1": "7 Avenue Road",
    "city": "Bengaluru",
    "pincode": "560002",
    "turnover_above_5_crore": True,
}
WAREHOUSES = (("MAIN", "Laxmi Road, Pune"), ("GODOWN", "Market Yard, Pune"), ("STALL", "Winter fair, Pune"))

# The tax that a customer deducts from what it pays: section of the Income-tax Act 1961, percent.
DEDUCTED = {"textiles": ("194Q", Decimal("0.1")), "builder": ("194C", Decimal(2))}
TERMS_DAYS = {
    "retailer": 30,
    "boutique": 15,
    "stores": 45,
    "walk-in": 0,
    "builder": 45,
    "hotel": 30,
    "textiles": 30,
    "emporium": 15,
    "bazaar": 45,
    "kirana": 15,
    "neighbour": 0,
    "importer": 30,
    "canteen": 15,
    "park": 30,
    "works": 30,
    "consulate": 30,
}
_TERMS = {0: "@on receipt", 15: "@net 15", 30: "@net 30", 45: "@net 45"}


def registered(state_code: str, pan: str) -> Json:
    """Return the fields of a party with a GST registration: GSTIN, PAN and place of supply."""
    first = f"{state_code}{pan}1Z"
    return {"gstin": first + check_digit(first), "pan": pan, "placeOfSupplyStateCode": state_code}


def address(line1: str, city: str, state: str, state_code: str, pincode: str) -> Json:
    """Return a billing address in India."""
    place = {"city": city, "state": state, "stateCode": state_code, "pincode": pincode}
    return {"billingAddress": {"line1": line1, **place, "country": "India"}}


def _customer(name: str, display_name: str, *facts: Json, **more: Any) -> tuple[str, Json]:
    body = {"displayName": display_name, "paymentTermId": _TERMS[TERMS_DAYS[name]]} | more
    for fact in facts:
        body |= fact
    return name, body


def _vendor(name: str, display_name: str, days: int, *facts: Json, **more: Any) -> tuple[str, Json]:
    terms = {"paymentTermsDays": days, "leadTimeDays": 7}
    block = {"msmeType": None, "udyamNumber": None, "msmeAgreedCreditDays": None}
    body = {"displayName": display_name} | terms | block | more
    for fact in facts:
        body |= fact
    return name, body


def _msme(size: str, udyam_number: str, days: int) -> Json:
    return {
        "msmeType": size,
        "udyamNumber": udyam_number,
        "msmeAgreedCreditDays": days,
        "msmeHasAgreement": True,
    }


VENDORS: tuple[tuple[str, Json], ...] = (
    _vendor(
        "weaver",
        "Ichalkaranji Looms",
        45,
        registered("27", "ABDPK2217L"),
        _msme("MICRO", "UDYAM-MH-16-0000001", 45),
        address("22 Station Road", "Ichalkaranji", "Maharashtra", "27", "416115"),
        vendorCode="V-001",
        openingBalance=18000,
    ),
    _vendor(
        "mill",
        "Sabarmati Mills",
        30,
        registered("24", "AAECG6642H"),
        address("9 Ashram Road", "Ahmedabad", "Gujarat", "24", "380009"),
        vendorCode="V-002",
    ),
    _vendor(
        "tiler",
        "Morbi Ceramics",
        30,
        registered("24", "AAFCM7719Q"),
        _msme("SMALL", "UDYAM-GJ-20-0000002", 30),
        address("8A National Highway", "Morbi", "Gujarat", "24", "363642"),
        vendorCode="V-003",
    ),
    _vendor(
        "maker",
        "Bhosari Appliances",
        15,
        registered("27", "AABCB3306D"),
        _msme("MEDIUM", "UDYAM-MH-26-0000003", 15),
        address("Plot 41, MIDC Bhosari", "Pune", "Maharashtra", "27", "411026"),
        vendorCode="V-004",
    ),
    _vendor(
        "growers",
        "Maval Growers",
        0,
        address("Market Yard", "Lonavala", "Maharashtra", "27", "410401"),
        vendorCode="V-005",
    ),
    _vendor(
        "carrier",
        "Deccan Roadways",
        15,
        registered("27", "AAGCD5128N"),
        address("Transport Nagar", "Pune", "Maharashtra", "27", "411044"),
        vendorCode="V-006",
    ),
    _vendor(
        "dyer",
        "Solapur Dye House",
        15,
        registered("27", "ACKPJ7730F"),
        address("MIDC Akkalkot Road", "Solapur", "Maharashtra", "27", "413006"),
        vendorCode="V-007",
        gstCategory="COMPOSITION",
    ),
    _vendor(
        "zone",
        "Hinjawadi Displays",
        30,
        registered("27", "AAICH9054B"),
        address("Plot 3, SEZ Phase III", "Pune", "Maharashtra", "27", "411057"),
        vendorCode="V-008",
        gstCategory="SEZ",
    ),
)
_REGULAR: tuple[tuple[str, Json], ...] = (
    _customer(
        "retailer",
        "Deccan Retail",
        registered("27", "AACCD7314M"),
        address("5 Link Road", "Mumbai", "Maharashtra", "27", "400053"),
        priceListId="@wholesale",
        email="purchase@deccanretail.example",
    ),
    _customer(
        "boutique",
        "Kaveri Boutique",
        registered("29", "AABCK5520R"),
        address("41 Commercial Street", "Bengaluru", "Karnataka", "29", "560001"),
    ),
    _customer(
        "stores",
        "Marina Stores",
        registered("33", "AAGFM9183P"),
        address("77 Mount Road", "Chennai", "Tamil Nadu", "33", "600002"),
        openingBalance=12500,
    ),
    _customer("walk-in", "Asha Patil", address("3 Tilak Road", "Pune", "Maharashtra", "27", "411002")),
    _customer(
        "builder",
        "Godavari Infra",
        registered("27", "AADCG8842B"),
        address("12 College Road", "Nashik", "Maharashtra", "27", "422005"),
        openingBalance=40000,
    ),
    _customer(
        "hotel",
        "Mandovi Residency",
        registered("30", "AAECM1475F"),
        address("18 June Road", "Panaji", "Goa", "30", "403001"),
    ),
    _customer(
        "textiles",
        "Charminar Textiles",
        registered("36", "AAHCC6093J"),
        address("Pathergatti", "Hyderabad", "Telangana", "36", "500002"),
        priceListId="@wholesale",
    ),
    _customer(
        "emporium",
        "Yamuna Emporium",
        registered("07", "AAJFY2561C"),
        address("Karol Bagh", "New Delhi", "Delhi", "07", "110005"),
    ),
    _customer(
        "bazaar",
        "Hooghly Bazaar",
        registered("19", "AAKCH4408E"),
        address("Burrabazar", "Kolkata", "West Bengal", "19", "700007"),
    ),
    _customer(
        "kirana", "Sangam Kirana", address("Civil Lines", "Prayagraj", "Uttar Pradesh", "09", "211001")
    ),
    _customer("neighbour", "Ravi Kulkarni", address("9 FC Road", "Pune", "Maharashtra", "27", "411004")),
    _customer(
        "importer",
        "Blue Harbor Imports",
        currencyCode="USD",
        placeOfSupplyStateCode="96",
        billingAddress={"line1": "200 Harbor Street", "city": "Boston", "state": "MA", "country": "USA"},
    ),
)
# Those to whom little is sold, so that every category occurs.
_OCCASIONAL: tuple[tuple[str, Json], ...] = (
    _customer(
        "canteen",
        "Shaniwar Canteen",
        registered("27", "AEFPD3318N"),
        address("2 Bajirao Road", "Pune", "Maharashtra", "27", "411002"),
        gstCategory="COMPOSITION",
    ),
    _customer(
        "park",
        "Whitefield Systems",
        registered("29", "AAICW2276L"),
        address("EPIP Zone, Whitefield", "Bengaluru", "Karnataka", "29", "560066"),
        gstCategory="SEZ",
    ),
    _customer(
        "works",
        "Noyyal Garments",
        registered("33", "AAJCN8841G"),
        address("Avinashi Road", "Tiruppur", "Tamil Nadu", "33", "641603"),
        gstCategory="DEEMED_EXPORT",
    ),
    _customer(
        "consulate",
        "Consulate of Ruritania",
        address("Chanakyapuri", "New Delhi", "Delhi", "07", "110021"),
        gstin="0717RUR00042UN7",
        placeOfSupplyStateCode="07",
        gstCategory="UIN_HOLDER",
    ),
)
CUSTOMERS = _REGULAR + _OCCASIONAL
AT_HOME = tuple(name for name, _ in _REGULAR if name != "importer")
