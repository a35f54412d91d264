"""The format of an e-way bill in the portal's bulk file, version 1.0.0621: fields, lengths, bounds, arithmetic. Pure.

Lengths, patterns and places are those of the JSON Schema that the portal publishes for its bills
(docs.ewaybillgst.gov.in, apidocs, version 1.03, "Generate E-Way Bill"). The bulk file has the same fields by other
keys: `transType`, `actualFromStateCode`, `actualToStateCode`, `TotNonAdvolVal`, `OthValue`, and numbers where the
schema has codes as text. Amounts are Decimal(18,2). What that schema leaves open is of the portal's notes beside it: a
party without GSTIN is URP, a distance has 4,000 km at most, a text has neither double quotes nor backslashes.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from app.money import ZERO
from app.returns.answers import FilingProblem
from app.returns.format_rules import DAY, GSTIN, NumberRule, Rules, TextRule, faults_of_section
from app.wire import Row

VERSION = "1.0.0621"
MOST_ITEMS = 250
LONGEST_PLACE = 50
# Rupees by which the parts of a bill may exceed its total ("grace value").
GRACE = Decimal(2)
_MOST_AMOUNT = Decimal("9999999999999999.99")
_PLAIN = r'[^"\\]*'


def _text(least: int, most: int, pattern: str = _PLAIN) -> TextRule:
    return TextRule(least, most, pattern)


def _whole(least: int, most: int) -> NumberRule:
    return NumberRule(Decimal(most), Decimal(least), places=0)


_AMOUNT, _SIGNED = NumberRule(_MOST_AMOUNT), NumberRule(_MOST_AMOUNT, -_MOST_AMOUNT)
_RATE = NumberRule(Decimal("999.999"), places=3)
# Numbers have no leading zero: 0101 is 101.
_HSN, _STATE, _PIN = _whole(101, 99_999_999), _whole(1, 99), _whole(100_000, 999_999)

BILL: Rules = {
    "userGstin": _text(15, 15, GSTIN),
    "supplyType": _text(1, 1, "O|I"),
    "subSupplyType": _whole(1, 12),
    "subSupplyDesc": _text(0, 20),
    "docType": _text(3, 3, "INV|CHL|BIL|BOE|OTH"),
    "docNo": _text(1, 16, "[A-Za-z1-9][A-Za-z0-9/-]*"),
    "docDate": _text(10, 10, DAY),
    "transType": _whole(1, 4),
    "fromGstin": _text(15, 15, GSTIN),
    "fromTrdName": _text(1, 100),
    "fromAddr1": _text(1, 120),
    "fromAddr2": _text(0, 120),
    "fromPlace": _text(1, LONGEST_PLACE),
    "fromPincode": _PIN,
    "fromStateCode": _STATE,
    "actualFromStateCode": _STATE,
    "toGstin": _text(3, 15, f"{GSTIN}|URP"),
    "toTrdName": _text(1, 100),
    "toAddr1": _text(1, 120),
    "toAddr2": _text(0, 120),
    "toPlace": _text(1, LONGEST_PLACE),
    "toPincode": _PIN,
    "toStateCode": _STATE,
    "actualToStateCode": _STATE,
    "totalValue": _AMOUNT,
    "cgstValue": _AMOUNT,
    "sgstValue": _AMOUNT,
    "igstValue": _AMOUNT,
    "cessValue": _AMOUNT,
    "TotNonAdvolVal": _AMOUNT,
    # The portal takes discounts here (github.com/resilient-tech/india-compliance/pull/2317).
    "OthValue": _SIGNED,
    "totInvValue": _AMOUNT,
    "transMode": NumberRule(Decimal(4), Decimal(1), places=0, required=False),
    "transDistance": _whole(0, 4000),
    "transporterName": _text(0, 100),
    "transporterId": _text(0, 15, f"({GSTIN})?"),
    "transDocNo": _text(0, 15, "[A-Za-z0-9/-]*"),
    "transDocDate": _text(0, 10, f"({DAY})?"),
    "vehicleNo": _text(0, 15, "([A-Z0-9]{7,15})?"),
    "vehicleType": _text(1, 1, "R|O"),
    "mainHsnCode": _HSN,
}
ITEM: Rules = {
    "itemNo": _whole(1, MOST_ITEMS),
    "productName": _text(0, 100),
    "productDesc": _text(0, 100),
    "hsnCode": _HSN,
    "quantity": _AMOUNT,
    "qtyUnit": _text(3, 3, "[A-Z]{3}"),
    "taxableAmount": _AMOUNT,
    "sgstRate": _RATE,
    "cgstRate": _RATE,
    "igstRate": _RATE,
    "cessRate": _RATE,
    "cessNonAdvol": _AMOUNT,
}
_PARTS = ("totalValue", "cgstValue", "sgstValue", "igstValue", "cessValue", "TotNonAdvolVal", "OthValue")


def faults_of(bill: Row) -> list[FilingProblem]:
    """Return the problems for which the portal refuses a bill of `billLists`; `field` is the path in it."""
    items: Sequence[Row] = bill.get("itemList") or ()
    malformed = list(faults_of_section("", {name: bill[name] for name in bill if name != "itemList"}, BILL))
    for place, item in enumerate(items):
        malformed += faults_of_section(f"itemList.{place}", item, ITEM)
    if not 1 <= len(items) <= MOST_ITEMS:
        message = f"Must have 1 to {MOST_ITEMS} lines of goods."
        malformed.append(FilingProblem("items_out_of_range", "itemList", message))
    return malformed or [*_of_sums(bill, items), *_of_taxes(bill)]


def _of_sums(bill: Row, items: Sequence[Row]) -> Iterator[FilingProblem]:
    if len({item["itemNo"] for item in items}) < len(items):
        yield FilingProblem("serial_number_twice", "itemList", "Numbers of items must differ.")
    if bill["totalValue"] != sum((item["taxableAmount"] for item in items), ZERO):
        yield FilingProblem("sum_mismatch", "totalValue", "Must be the sum of the items.")
    if sum((bill[name] for name in _PARTS), ZERO) > bill["totInvValue"] + GRACE:
        yield FilingProblem("sum_mismatch", "totInvValue", "Must not be less than its parts.")


def _of_taxes(bill: Row) -> Iterator[FilingProblem]:
    """Yield problems of taxes: a bill bears IGST, or CGST and SGST in equal halves (the portal's errors 218, 219 and
    251)."""
    if bill["igstValue"] and bill["cgstValue"]:
        yield FilingProblem("tax_of_another_kind", "igstValue", "Must be 0 beside central tax.")
    if bill["cgstValue"] != bill["sgstValue"]:
        yield FilingProblem("halves_differ", "sgstValue", "Must be the central tax.")
