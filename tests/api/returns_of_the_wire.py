"""GSTR-1 worked out anew from what the interface tells of each document, by other means than the service's."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

Record = dict[str, Any]
ZERO = Decimal(0)
KINDS = {"B2B": "R", "DEXP": "DE", "SEZWP": "SEWP", "SEZWOP": "SEWOP"}
UNTAXED = {"NIL_RATED": "nil_amt", "EXEMPT": "expt_amt", "NON_GST": "ngsup_amt"}


class Amounts(NamedTuple):
    """A value and its taxes, in rupees."""

    value: Decimal = ZERO
    igst: Decimal = ZERO
    cgst: Decimal = ZERO
    sgst: Decimal = ZERO
    cess: Decimal = ZERO


class Line(NamedTuple):
    """A line; under reverse charge with the taxes that its recipient owes."""

    hsn: str
    rate: Decimal
    quantity: Decimal
    taxability: str
    amounts: Amounts


def exact(amount: float) -> Decimal:
    return Decimal(str(amount))


def paise(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)


def rupees(amount: float, document: Record) -> Decimal:
    """An amount of a document in rupees and paise."""
    return paise(exact(amount) * exact(document["exchangeRate"]))


def total(amounts: Iterable[Amounts]) -> Amounts:
    return Amounts(*map(sum, zip(Amounts(), *amounts, strict=True)))  # type: ignore[arg-type]


def is_note(document: Record) -> bool:
    return "creditNoteNumber" in document


def sign(document: Record) -> int:
    return -1 if is_note(document) else 1


def number(document: Record) -> str:
    return str(document["creditNoteNumber"] if is_note(document) else document["invoiceNumber"])


def day(document: Record) -> str:
    return str(document["creditNoteDate"] if is_note(document) else document["invoiceDate"])[:10]


def portal_day(text: str) -> str:
    year, month, of_month = text.split("-")
    return f"{of_month}-{month}-{year}"


def is_zero_rated(document: Record) -> bool:
    return str(document.get("supplyType"))[:3] in ("EXP", "SEZ")


def is_inter(document: Record) -> bool:
    far = document["sellerStateCode"] != document["placeOfSupplyStateCode"]
    return is_zero_rated(document) or bool(far)


def lines_of(document: Record) -> Iterator[Line]:
    for each in document["items"] if is_note(document) or "billNumber" in document else document["lines"]:
        taxable = each["taxability"] == "TAXABLE"
        value = rupees(each["taxableAmount"], document)
        if document["reverseCharge"] and taxable and document.get("supplyType") != "SEZWOP":
            percent, cess = exact(each["taxRatePercent"]), exact(each["cessRatePercent"])
            half = ZERO if is_inter(document) else paise(value * percent / 200)
            whole = paise(value * percent / 100) if is_inter(document) else ZERO
            amounts = Amounts(value, whole, half, half, paise(value * cess / 100))
        else:
            taxes = (rupees(each[f"{tax}Amount"], document) for tax in ("igst", "cgst", "sgst", "cess"))
            amounts = Amounts(value, *taxes)
        rate = exact(each["taxRatePercent"]) if taxable else ZERO
        yield Line(each["hsnOrSac"], rate, exact(each["quantity"]), each["taxability"], amounts)


def with_the_document(document: Record) -> list[Line]:
    """The lines that stand in its section; those of table 8 are left."""
    zero_rated = is_zero_rated(document)
    return [line for line in lines_of(document) if zero_rated or line.taxability == "TAXABLE"]


def section_of(document: Record, originals: dict[str, Record]) -> str:
    """Return the section of GSTR-1 that a document belongs to, by its kind of supply and its value."""
    supply = document["supplyType"]
    if not with_the_document(document):
        return "nil"
    if supply in KINDS:
        return "cdnr" if is_note(document) else "b2b"
    if supply != "B2C":
        return "cdnur" if is_note(document) else "exp"
    about = originals.get(document.get("invoiceId") or "", document)
    limit = 100_000 if day(about) >= "2024-08" else 250_000
    if is_inter(document) and rupees(about["total"], about) > limit:
        return "cdnur" if is_note(document) else "b2cl"
    return "b2cs"


def taxes(amounts: Amounts, inter: bool) -> Record:
    borne = {"iamt": amounts.igst} if inter else {"camt": amounts.cgst, "samt": amounts.sgst}
    return borne | {"csamt": amounts.cess}


def items(document: Record, inter: bool) -> list[Record]:
    lines = with_the_document(document)
    rates = sorted({line.rate for line in lines})
    sums = {rate: total(line.amounts for line in lines if line.rate == rate) for rate in rates}
    return [{"rt": rate, "txval": sums[rate].value} | taxes(sums[rate], inter) for rate in rates]


def worth(document: Record) -> Decimal:
    """Return the amount that a document asks for, in rupees."""
    lines = [line.amounts for line in lines_of(document)]
    asked = total(lines).value if document["reverseCharge"] else sum(total(lines), ZERO)
    adjusted = rupees(document.get("adjustmentAmount", 0), document)
    return asked + adjusted + rupees(document["roundOff"], document)


def entry(document: Record, section: str) -> Record:
    """A document as a section that names documents has it."""
    named = {"inum": number(document), "idt": portal_day(day(document))}
    if is_note(document):
        named = {"ntty": "C", "nt_num": number(document), "nt_dt": portal_day(day(document))}
    told = named | {"val": worth(document)}
    if section in ("b2b", "cdnr"):
        told |= {"pos": document["placeOfSupplyStateCode"], "inv_typ": KINDS[document["supplyType"]]}
        told |= {"rchrg": "Y" if document["reverseCharge"] else "N"}
    if section == "cdnur":
        is_large = document["supplyType"] == "B2C"
        told |= {"typ": "B2CL" if is_large else document["supplyType"]}
        told |= {"pos": document["placeOfSupplyStateCode"]} if is_large else {}
    rates = items(document, inter=is_inter(document))
    if section == "exp":
        return told | {"itms": rates}
    return told | {"itms": [{"num": n, "itm_det": rate} for n, rate in enumerate(rates, 1)]}


def group_of(document: Record, section: str) -> str:
    if section in ("b2b", "cdnr"):
        return str(document["buyer"]["gstin"])
    if section == "exp":
        return "WPAY" if document["supplyType"] == "EXPWP" else "WOPAY"
    return str(document["placeOfSupplyStateCode"]) if section == "b2cl" else ""


def named(documents: list[Record], originals: dict[str, Record]) -> dict[str, dict[str, list[Record]]]:
    """The documents of the sections that name them: section, what they are grouped by, entries by number."""
    found: dict[str, dict[str, list[Record]]] = {
        section: defaultdict(list) for section in ("b2b", "b2cl", "exp", "cdnr", "cdnur")
    }
    for document in sorted(documents, key=number):
        section = section_of(document, originals)
        if section in found:
            found[section][group_of(document, section)].append(entry(document, section))
    return {section: dict(groups) for section, groups in found.items()}


def small(documents: list[Record], originals: dict[str, Record]) -> list[Record]:
    """Return the rows of `b2cs`."""
    sums: dict[tuple[str, bool, Decimal], list[Amounts]] = defaultdict(list)
    for document in documents:
        if section_of(document, originals) != "b2cs":
            continue
        for line in with_the_document(document):
            key = (document["placeOfSupplyStateCode"], is_inter(document), line.rate)
            sums[key].append(Amounts(*(sign(document) * amount for amount in line.amounts)))
    return [
        {"sply_ty": "INTER" if inter else "INTRA", "pos": pos, "typ": "OE", "rt": rate}
        | {"txval": total(each).value}
        | taxes(total(each), inter)
        for (pos, inter, rate), each in sorted(sums.items())
        if any(total(each))
    ]


def untaxed(documents: list[Record]) -> dict[str, dict[str, Decimal]]:
    """Return the sums of `nil.inv` by `sply_ty`."""
    sums: dict[str, dict[str, Decimal]] = defaultdict(lambda: dict.fromkeys(UNTAXED.values(), ZERO))
    for document in documents:
        to = ("INTR" if is_inter(document) else "INTRA") + (
            "B2B" if document["supplyType"] in KINDS else "B2C"
        )
        for line in lines_of(document):
            if line.taxability != "TAXABLE" and not is_zero_rated(document):
                sums[to][UNTAXED[line.taxability]] += sign(document) * line.amounts.value
    return dict(sums)


def by_hsn(documents: list[Record]) -> dict[tuple[str, str, Decimal], tuple[Decimal, ...]]:
    """Quantity, value and taxes by list, code and rate."""
    sums: dict[tuple[str, str, Decimal], list[tuple[Decimal, ...]]] = defaultdict(list)
    for document in documents:
        to = "hsn_b2b" if document["supplyType"] in KINDS else "hsn_b2c"
        for line in lines_of(document):
            quantity = ZERO if line.hsn.startswith("99") else line.quantity
            told = tuple(sign(document) * amount for amount in (quantity, *line.amounts))
            sums[to, line.hsn, line.rate].append(told)
    added = {key: tuple(map(sum, zip(*each, strict=True))) for key, each in sums.items()}
    return {key: amounts for key, amounts in added.items() if any(amounts)}  # type: ignore[misc]


def in_books(documents: list[Record], originals: dict[str, Record]) -> dict[str, Amounts]:
    """Return the sum of each section in the books: under reverse charge the value alone."""
    sums: dict[str, list[Amounts]] = defaultdict(list)
    for document in documents:
        section = section_of(document, originals)
        for line in lines_of(document):
            plain = is_zero_rated(document) or line.taxability == "TAXABLE"
            told = line.amounts if not document["reverseCharge"] else Amounts(line.amounts.value)
            sums[section if plain else "nil"].append(Amounts(*(sign(document) * amount for amount in told)))
    return {section: total(each) for section, each in sums.items() if any(total(each))}
