"""The format INV-01, version 1.1, of the invoice registration portal: fields, lengths, patterns and arithmetic. Pure.

Fields are those of the schema notified as Form GST INV-01 (notification 60/2020 Central Tax) and published by the
portal for its version 1.1. The arithmetic is that of the portal's validation rules: values of items and sums of the
document are compared, the round off lies within 99.99, and the taxes of credit notes are not compared with their rates.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from app.money import HUNDRED, ZERO
from app.returns.answers import FilingProblem
from app.returns.format_rules import DAY, GSTIN, NumberRule, Rules, TextRule, faults_of_section
from app.tax.codes import rate_warnings
from app.wire import Row

# A rupee: no publication says how exactly sums must fit (docs/e-invoices.md, "The tolerance").
TOLERANCE = Decimal(1)
MOST_ROUND_OFF = Decimal("99.99")
MOST_ITEMS = 1000
_MOST_AMOUNT = Decimal("999999999999.99")


_GSTIN = TextRule(15, 15, GSTIN)
_STATE = TextRule(1, 2, r"(?!0+$)[0-9]{1,2}")
_DAY = TextRule(10, 10, DAY)
_YES = TextRule(1, 1, "[YN]")
_PIN = NumberRule(Decimal(999999), Decimal(100000), 0)
_NUMBER = TextRule(1, 16, r"[A-Z1-9][A-Z0-9/-]{0,15}")


def _optional(least: int, most: int, pattern: str = "") -> TextRule:
    return TextRule(least, most, pattern, required=False)


_PARTY: Rules = {
    "LglNm": TextRule(3, 100),
    "TrdNm": _optional(3, 100),
    "Addr1": TextRule(1, 100),
    "Addr2": _optional(3, 100),
    "Pin": _PIN,
    "Stcd": _STATE,
    "Ph": _optional(6, 12, "[0-9]{6,12}"),
    "Em": _optional(6, 100, r"[^@\s]+@[^@\s]+"),
}
_AMOUNT = NumberRule(_MOST_AMOUNT)

# A section of the form, its fields, and whether each is required where the section is there.
FIELDS: Mapping[str, Rules] = {
    "TranDtls": {
        "TaxSch": TextRule(3, 3, "GST"),
        "SupTyp": TextRule(3, 6, "B2B|SEZWP|SEZWOP|EXPWP|EXPWOP|DEXP"),
        "RegRev": _YES,
        "IgstOnIntra": _YES,
    },
    "DocDtls": {"Typ": TextRule(3, 3, "INV|CRN|DBN"), "No": _NUMBER, "Dt": _DAY},
    "SellerDtls": {"Gstin": _GSTIN, "Loc": TextRule(3, 50), **_PARTY},
    "BuyerDtls": {
        "Gstin": TextRule(3, 15, f"{GSTIN}|URP"),
        "Pos": _STATE,
        "Loc": TextRule(3, 100),
        **_PARTY,
    },
    "ShipDtls": {"Gstin": _optional(3, 15, f"{GSTIN}|URP"), "Loc": TextRule(3, 100), **_PARTY},
    "ItemList": {
        "SlNo": TextRule(1, 6, "[0-9]{1,6}"),
        "PrdDesc": _optional(3, 300),
        "IsServc": _YES,
        "HsnCd": TextRule(4, 8, r"(?!0+$)([0-9]{4}|[0-9]{6}|[0-9]{8})"),
        "Qty": NumberRule(Decimal("9999999999.999"), places=3),
        "Unit": TextRule(3, 8, "[A-Z]{3,8}"),
        "UnitPrice": NumberRule(Decimal("999999999999.999"), places=3),
        "TotAmt": _AMOUNT,
        "Discount": _AMOUNT,
        "AssAmt": _AMOUNT,
        "GstRt": NumberRule(Decimal("999.999"), places=3),
        "IgstAmt": _AMOUNT,
        "CgstAmt": _AMOUNT,
        "SgstAmt": _AMOUNT,
        "CesRt": NumberRule(Decimal("999.999"), places=3),
        "CesAmt": _AMOUNT,
        "TotItemVal": _AMOUNT,
    },
    "ValDtls": {
        "AssVal": _AMOUNT,
        "CgstVal": _AMOUNT,
        "SgstVal": _AMOUNT,
        "IgstVal": _AMOUNT,
        "CesVal": _AMOUNT,
        "Discount": _AMOUNT,
        "OthChrg": _AMOUNT,
        "RndOffAmt": NumberRule(MOST_ROUND_OFF, -MOST_ROUND_OFF),
        "TotInvVal": _AMOUNT,
        "TotInvValFc": NumberRule(_MOST_AMOUNT, required=False),
    },
    "PrecDocDtls": {"InvNo": _NUMBER, "InvDt": _DAY},
    "ExpDtls": {
        "ShipBNo": _optional(1, 20),
        "ShipBDt": TextRule(10, 10, DAY, required=False),
        "Port": _optional(2, 10, "[0-9A-Za-z]{2,10}"),
        "RefClm": _YES,
        "ForCur": _optional(3, 16),
        "CntCode": TextRule(2, 2, "[A-Z]{2}"),
    },
}
_REQUIRED_SECTIONS = ("TranDtls", "DocDtls", "SellerDtls", "BuyerDtls", "ItemList", "ValDtls")
_ABROAD = ("EXPWP", "EXPWOP")
_WITHOUT_PAYMENT = ("SEZWOP", "EXPWOP")


def faults_of(document: Row) -> list[FilingProblem]:
    """Return the problems for which the portal refuses a document of INV-01; `field` is the path in the file."""
    malformed = list(_of_fields(document))
    return malformed or [*_of_parties(document), *_of_items(document), *_of_sums(document)]


def _problem(code: str, field: str, message: str) -> FilingProblem:
    return FilingProblem(code, field, message)


def _of_fields(document: Row) -> Iterator[FilingProblem]:
    if document.get("Version") != "1.1":
        yield _problem("field_invalid", "Version", "Must be 1.1.")
    for path, section in _sections(document):
        name = path.split(".")[-2] if path.split(".")[-1].isdigit() else path.split(".")[-1]
        yield from faults_of_section(path, section, FIELDS[name])


def _sections(document: Row) -> Iterator[tuple[str, Row]]:
    for name in _REQUIRED_SECTIONS:
        if name != "ItemList":
            yield name, document.get(name) or {}
    for name in ("ShipDtls", "ExpDtls"):
        if name in document:
            yield name, document[name]
    yield from ((f"ItemList.{place}", item) for place, item in enumerate(document.get("ItemList") or ()))
    originals = (document.get("RefDtls") or {}).get("PrecDocDtls") or ()
    yield from ((f"RefDtls.PrecDocDtls.{place}", row) for place, row in enumerate(originals))


def _of_parties(document: Row) -> Iterator[FilingProblem]:
    """Yield problems of codes of states and GSTINs that do not fit together (errors 2265, 3028 and 3029 of the
    portal)."""
    seller, buyer = document["SellerDtls"], document["BuyerDtls"]
    if seller["Gstin"][:2] != seller["Stcd"].zfill(2):
        yield _problem("state_mismatch", "SellerDtls.Stcd", "Is not the state of the seller's GSTIN.")
    if buyer["Gstin"] == seller["Gstin"]:
        yield _problem("buyer_is_seller", "BuyerDtls.Gstin", "Buyer and seller have the same GSTIN.")
    if document["TranDtls"]["SupTyp"] in _ABROAD:
        wanted = {"Gstin": "URP", "Pos": "96", "Pin": 999999, "Stcd": "96"}
        for field, value in wanted.items():
            if buyer[field] != value:
                yield _problem("export_mismatch", f"BuyerDtls.{field}", f"Must be {value} of an export.")
    elif buyer["Gstin"] == "URP" or buyer["Gstin"][:2] != buyer["Stcd"].zfill(2):
        yield _problem("state_mismatch", "BuyerDtls.Stcd", "Is not the state of the buyer's GSTIN.")


def _of_items(document: Row) -> Iterator[FilingProblem]:
    items: Sequence[Row] = document["ItemList"]
    if not 1 <= len(items) <= MOST_ITEMS:
        yield _problem("items_out_of_range", "ItemList", f"Must have 1 to {MOST_ITEMS} items.")
    if len({item["SlNo"] for item in items}) < len(items):
        yield _problem("serial_number_twice", "ItemList", "Serial numbers must differ.")
    for place, item in enumerate(items):
        path = f"ItemList.{place}"
        if (item["IsServc"] == "Y") != item["HsnCd"].startswith("99"):
            yield _problem("service_mismatch", f"{path}.IsServc", "Is Y where the HSN begins with 99.")
        if rate_warnings(item["GstRt"]):
            yield _problem("rate_unknown", f"{path}.GstRt", f"{item['GstRt']} is no rate of GST.")
        yield from _of_arithmetic(path, item, document["TranDtls"]["RegRev"] == "Y")
        yield from _of_taxes(path, item, document)


def _of_arithmetic(path: str, item: Row, is_reverse_charge: bool) -> Iterator[FilingProblem]:
    if _differ(item["AssAmt"], item["TotAmt"] - item["Discount"]):
        yield _problem("sum_mismatch", f"{path}.AssAmt", "Must be TotAmt less Discount.")
    taxes = sum((item[name] for name in ("IgstAmt", "CgstAmt", "SgstAmt", "CesAmt")), ZERO)
    if _differ(item["TotItemVal"], item["AssAmt"] + (ZERO if is_reverse_charge else taxes)):
        yield _problem("sum_mismatch", f"{path}.TotItemVal", "Must be AssAmt with taxes and cess.")


def _of_taxes(path: str, item: Row, document: Row) -> Iterator[FilingProblem]:
    """Yield the problems of an item's taxes: kinds that the supply does not bear, and amounts that differ from the
    rate.

    A document without payment bears no tax. The amounts of notes are not compared.
    """
    kind, buyer = document["TranDtls"], document["BuyerDtls"]
    across = kind["IgstOnIntra"] == "Y" or document["SellerDtls"]["Stcd"] != buyer["Pos"]
    unwanted: tuple[str, ...] = ("CgstAmt", "SgstAmt") if across else ("IgstAmt",)
    if kind["SupTyp"] in _WITHOUT_PAYMENT:
        unwanted = ("CgstAmt", "SgstAmt", "IgstAmt", "CesAmt")
    for name in unwanted:
        if item[name]:
            yield _problem("tax_of_another_kind", f"{path}.{name}", "Must be 0 for this supply.")
    if document["DocDtls"]["Typ"] != "INV" or kind["SupTyp"] in _WITHOUT_PAYMENT:
        return
    tax = item["AssAmt"] * item["GstRt"] / HUNDRED
    expected = {"IgstAmt": tax} if across else {"CgstAmt": tax / 2, "SgstAmt": tax / 2}
    expected["CesAmt"] = item["AssAmt"] * item["CesRt"] / HUNDRED
    for name, amount in expected.items():
        if _differ(item[name], amount):
            yield _problem("tax_mismatch", f"{path}.{name}", f"The rate gives {amount:.2f}.")


def _of_sums(document: Row) -> Iterator[FilingProblem]:
    totals, items = document["ValDtls"], document["ItemList"]
    for name in ("Ass", "Cgst", "Sgst", "Igst", "Ces"):
        if _differ(totals[f"{name}Val"], sum((item[f"{name}Amt"] for item in items), ZERO)):
            yield _problem("sum_mismatch", f"ValDtls.{name}Val", "Must be the sum of the items.")
    asked = sum((item["TotItemVal"] for item in items), totals["OthChrg"] + totals["RndOffAmt"])
    if _differ(totals["TotInvVal"], asked - totals["Discount"]):
        yield _problem("sum_mismatch", "ValDtls.TotInvVal", "Must be the values of the items with charges.")


def _differ(told: Decimal, worked_out: Decimal) -> bool:
    return abs(told - worked_out) > TOLERANCE
