"""GSTR-1 worked out anew from what the interface tells of each document, by other means than the service's."""

from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

Record = dict[str, Any]
# The five amounts: value, IGST, CGST, SGST, cess.
Sums = dict[Any, list[Decimal]]
TAXES = ("taxableAmount", "igstAmount", "cgstAmount", "sgstAmount", "cessAmount")


def rupees(amount: float, document: Record) -> Decimal:
    """An amount of a document in rupees and paise."""
    exact = Decimal(str(amount)) * Decimal(str(document["exchangeRate"]))
    return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


def lines_of(document: Record) -> list[Record]:
    return document["lines"] if "lines" in document else document["items"]


def section_of(document: Record, original: Record | None) -> str:
    """Where a document stands, by its kind of supply and by what it is worth."""
    is_note, supply = "creditNoteNumber" in document, document["supplyType"]
    if supply[:3] not in ("EXP", "SEZ") and all(
        line["taxability"] != "TAXABLE" for line in lines_of(document)
    ):
        return "nil"
    if supply in ("B2B", "DEXP", "SEZWP", "SEZWOP"):
        return "cdnr" if is_note else "b2b"
    if supply in ("EXPWP", "EXPWOP"):
        return "cdnur" if is_note else "exp"
    about = original or document
    day = about.get("invoiceDate") or about["creditNoteDate"]
    limit = 100_000 if day >= "2024-08" else 250_000
    is_far = document["placeOfSupplyStateCode"] != document["sellerStateCode"]
    if is_far and rupees(about["total"], about) > limit:
        return "cdnur" if is_note else "b2cl"
    return "b2cs"


def sections(documents: list[Record], originals: dict[str, Record]) -> Sums:
    """What each section adds to the books, and with it under `nil` the lines that bear no tax."""
    sums: Sums = defaultdict(lambda: [Decimal(0)] * 5)
    for document in documents:
        section = section_of(document, originals.get(document.get("invoiceId") or ""))
        sign = -1 if "creditNoteNumber" in document else 1
        for line in lines_of(document):
            is_zero_rated = document["supplyType"][:3] in ("EXP", "SEZ")
            place = section if is_zero_rated or line["taxability"] == "TAXABLE" else "nil"
            amounts = [sign * rupees(line[name], document) for name in TAXES]
            sums[place] = [old + new for old, new in zip(sums[place], amounts, strict=True)]
    return sums


def by_hsn(documents: list[Record]) -> dict[tuple[str, str, float], Decimal]:
    """The value by list, code and rate."""
    sums: dict[tuple[str, str, float], Decimal] = defaultdict(Decimal)
    for document in documents:
        to = "hsn_b2c" if document["supplyType"] in ("B2C", "EXPWP", "EXPWOP") else "hsn_b2b"
        sign = -1 if "creditNoteNumber" in document else 1
        for line in lines_of(document):
            rate = line["taxRatePercent"] if line["taxability"] == "TAXABLE" else 0.0
            sums[to, line["hsnOrSac"], rate] += sign * rupees(line["taxableAmount"], document)
    return {key: value for key, value in sums.items() if value}


def filed(document: Record) -> dict[str, dict[str, Decimal]]:
    """The documents that a return names, with their values: section -> number -> value without tax."""
    named = {
        "b2b": [invoice for buyer in document["b2b"] for invoice in buyer["inv"]],
        "b2cl": [invoice for place in document["b2cl"] for invoice in place["inv"]],
        "exp": [invoice for kind in document["exp"] for invoice in kind["inv"]],
        "cdnr": [note for buyer in document["cdnr"] for note in buyer["nt"]],
        "cdnur": document["cdnur"],
    }
    return {section: {_number(each): _value(each) for each in found} for section, found in named.items()}


def _number(each: Record) -> str:
    return str(each.get("inum") or each["nt_num"])


def _value(each: Record) -> Decimal:
    return sum((Decimal(str(item.get("itm_det", item)["txval"])) for item in each["itms"]), Decimal(0))
