"""The format of GSTR-1: patterns, lengths and arithmetic. Pure.

Facts of the returns' offline tool and of the API specification of GSTN (developer.gst.gov.in, GSTR-1 save): documents
have numbers of rule 46(b), places are states of the portal's list, rates are those of the schedules, an amount has at
most 13 digits and 2 places, and a value bears either IGST or CGST and SGST in equal halves.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from app.errors import Warned
from app.money import HUNDRED, MONEY_MAX, ZERO
from app.returns.answers import FilingProblem
from app.returns.format_rules import GSTIN, TextRule
from app.returns.supplies_of_month import CREDIT_NOTE, RateSum, Supplied, Taxes
from app.tax.codes import hsn_warnings, rate_warnings
from app.tax.gstin import gstin_warnings

_GSTIN = TextRule(15, 15, GSTIN)
_NUMBER = re.compile(r"[A-Za-z0-9/-]{1,16}")
_PORT = re.compile(r"[A-Za-z0-9]{6}")
_SHIPPING_BILL = re.compile(r"[0-9]{3,7}")
# Taxes are rounded line by line, in other currencies before they are rupees: rupees, and a part of the value.
_LEEWAY, _LEEWAY_PART = Decimal(1), Decimal("0.01")


def filer_problems(gstin: str, registration_id: str) -> list[FilingProblem]:
    """Return the problems for which the portal refuses every file of a registration."""
    fault = _GSTIN.fault(gstin)
    return [FilingProblem("field_invalid", "gstin", fault, registration_id)] if fault else []


def document_problems(supplied: Supplied, seller_gstin: str, *, is_registered: bool) -> list[FilingProblem]:
    """Return the problems that keep a document out of every section.

    `is_registered`: the section of the document names the buyer's GSTIN.
    """
    noun = "creditNote" if supplied.kind == CREDIT_NOTE else "invoice"
    return [
        FilingProblem(*fault, supplied.id) for fault in _faults(supplied, noun, seller_gstin, is_registered)
    ]


def _faults(
    supplied: Supplied, noun: str, seller_gstin: str, is_registered: bool
) -> Iterator[tuple[str, str, str]]:
    if supplied.of_composition:
        yield (
            "bill_of_supply",
            "sellerGstin",
            "Was issued by a composition taxable person, who files no GSTR-1.",
        )
        return
    if not _NUMBER.fullmatch(supplied.number):
        message = "Must be at most 16 letters, digits, - and / (CGST Rules, rule 46(b))."
        yield "number_not_rule_46", f"{noun}Number", message
    if not supplied.place:
        yield "place_unknown", "placeOfSupplyStateCode", "Is no place of supply of the portal's list."
    if is_registered:
        yield from _gstin_faults(supplied.buyer_gstin, seller_gstin)
    if supplied.reverses and (supplied.is_export or supplied.supply_type == "B2C"):
        message = "A buyer without GSTIN cannot owe the tax of a supply under reverse charge."
        yield "reverse_charge_unregistered", "reverseCharge", message
    if supplied.is_export:
        yield from _export_faults(supplied)
    if abs(supplied.value) > MONEY_MAX:
        yield "value_too_large", "total", "Has more digits in rupees than the portal takes."
    yield from _rate_faults(supplied.rates, is_taxed=not supplied.supply_type.endswith("WOP"))


def _gstin_faults(gstin: str, seller_gstin: str) -> Iterator[tuple[str, str, str]]:
    if not gstin:
        yield "gstin_missing", "buyer.gstin", "The buyer's GSTIN is missing."
    elif gstin == seller_gstin:
        yield "gstin_of_seller", "buyer.gstin", "Is the seller's own GSTIN."
    else:
        for warned in _warnings_of_gstin(gstin):
            yield warned.code, "buyer.gstin", warned.message


# Few buyers and codes stand on many documents.
@lru_cache(maxsize=4096)
def _warnings_of_gstin(gstin: str) -> Sequence[Warned]:
    return gstin_warnings(gstin, None)


@lru_cache(maxsize=4096)
def _warnings_of_hsn(code: str, above_5_crore: bool) -> Sequence[Warned]:
    return hsn_warnings(code, above_5_crore=above_5_crore)


def _export_faults(supplied: Supplied) -> Iterator[tuple[str, str, str]]:
    if supplied.port and not _PORT.fullmatch(supplied.port):
        yield "port_malformed", "portCode", "Must be 6 letters and digits."
    if supplied.shipping_bill and not _SHIPPING_BILL.fullmatch(supplied.shipping_bill):
        yield "shipping_bill_malformed", "shippingBillNumber", "Must be 3 to 7 digits."


def _rate_faults(rates: Sequence[RateSum], *, is_taxed: bool) -> Iterator[tuple[str, str, str]]:
    for percent, taxes in rates:
        for warned in rate_warnings(percent):
            yield warned.code, "lines.taxRatePercent", warned.message
        if not follows_rate(taxes, percent if is_taxed else ZERO):
            yield "tax_not_of_rate", "lines.taxRatePercent", f"Its tax is not {percent:f} % of its value."


def follows_rate(taxes: Taxes, rate: Decimal) -> bool:
    """Return whether taxes are those of a rate, up to rounding, as IGST or as CGST and SGST."""
    whole = taxes.taxable * rate / HUNDRED
    borne = taxes.igst + taxes.cgst + taxes.sgst
    return not (taxes.igst and taxes.cgst) and abs(borne - whole) <= _LEEWAY + _LEEWAY_PART * abs(
        taxes.taxable
    )


def hsn_problems(supplied: Supplied, *, above_5_crore: bool) -> dict[str, FilingProblem]:
    """Return a problem for each code whose lines cannot stand in the summary by HSN; the document stands in its
    section."""
    found: dict[str, FilingProblem] = {}
    for share in supplied.shares:
        if share.hsn in found:
            continue
        if not share.hsn:
            found[""] = FilingProblem(
                "hsn_missing", "lines.hsnOrSac", "A line has no HSN or SAC.", supplied.id
            )
        for warned in _warnings_of_hsn(share.hsn, above_5_crore):
            found[share.hsn] = FilingProblem(warned.code, "lines.hsnOrSac", warned.message, supplied.id)
    return found
