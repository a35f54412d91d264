"""Advances and GSTR-3B worked out anew from what the interface tells, by other means than the service's."""

from collections import defaultdict
from decimal import Decimal
from typing import NamedTuple

from tests.api.returns_of_the_wire import (
    ZERO,
    Amounts,
    Record,
    day,
    exact,
    is_inter,
    is_zero_rated,
    lines_of,
    paise,
    sign,
    taxes,
    total,
)

Rows = dict[str, Amounts]


class Advance(NamedTuple):
    """An advance of one place and rate; `amounts` are without tax and the tax."""

    place: str
    inter: bool
    rate: Decimal
    amounts: Amounts


def advances(
    payments: list[Record], invoices: dict[str, Record], customers: dict[str, Record], month: str
) -> tuple[list[Advance], list[Advance]]:
    """Return the advances left open at the end of the month, and earlier ones that invoices of the month used up.

    All allocations were made with their payments, so that each is of the day of the later one.
    """
    received, used_up = [], []
    for payment in payments:
        if payment["advanceTaxRatePercent"] is None:
            continue
        paid_in, later = payment["paymentDate"][:7], ZERO
        settled = exact(payment["openingBalanceApplied"])
        for allocation in payment["allocations"]:
            of = max(day(invoices[allocation["invoiceId"]]), payment["paymentDate"][:10])[:7]
            settled += exact(allocation["amount"]) if of <= month else ZERO
            later += exact(allocation["amount"]) if of == month else ZERO
        left = exact(payment["amount"]) + exact(payment["tdsAmount"]) - settled
        if paid_in == month and left:
            received.append(_advance(payment, customers, left))
        if paid_in < month and later:
            used_up.append(_advance(payment, customers, later))
    return received, used_up


def _advance(payment: Record, customers: dict[str, Record], amount: Decimal) -> Advance:
    customer, rate = customers[payment["customerId"]], exact(payment["advanceTaxRatePercent"])
    known = (
        payment["advancePlaceOfSupplyStateCode"],
        customer["placeOfSupplyStateCode"],
        (customer["gstin"] or "")[:2],
        "96",
    )
    place = next(filter(None, known))
    inter = place != "27" or customer["gstCategory"] == "SEZ"
    value = paise(paise(amount * exact(payment["exchangeRate"])) * 100 / (100 + rate))
    half = ZERO if inter else paise(value * rate / 200)
    return Advance(
        place, inter, rate, Amounts(value, paise(value * rate / 100) if inter else ZERO, half, half)
    )


def table_11(told: list[Advance]) -> list[Record]:
    """Return the rows of table 11, which are `at` or `txpd`."""
    places: dict[tuple[str, bool], dict[Decimal, list[Amounts]]] = defaultdict(lambda: defaultdict(list))
    for advance in told:
        places[advance.place, advance.inter][advance.rate].append(advance.amounts)
    return [
        {
            "pos": place,
            "sply_ty": "INTER" if inter else "INTRA",
            "itms": [
                {"rt": rate, "ad_amt": total(each).value} | taxes(total(each), inter)
                for rate, each in sorted(rates.items())
            ],
        }
        for (place, inter), rates in sorted(places.items())
    ]


def outward(issued: list[Record], received: list[Advance], used_up: list[Advance]) -> Rows:
    """3.1 but for what is bought."""
    rows: dict[str, list[Amounts]] = defaultdict(list)
    for document in issued:
        for line in lines_of(document):
            plain = {"NIL_RATED": "osup_nil_exmp", "EXEMPT": "osup_nil_exmp", "NON_GST": "osup_nongst"}
            row = "osup_zero" if is_zero_rated(document) else plain.get(line.taxability, "osup_det")
            told = Amounts(line.amounts.value) if document["reverseCharge"] else line.amounts
            rows[row].append(signed(told, sign(document)))
    rows["osup_det"] += [advance.amounts for advance in received]
    rows["osup_det"] += [signed(advance.amounts, -1) for advance in used_up]
    return {row: total(each) for row, each in rows.items()}


def signed(amounts: Amounts, by: int) -> Amounts:
    return Amounts(*(by * amount for amount in amounts))


def apart(issued: list[Record]) -> dict[str, dict[str, tuple[Decimal, Decimal]]]:
    """3.2: value and IGST by list and place."""
    sums: dict[tuple[str, str], list[Amounts]] = defaultdict(list)
    lists = {"UIN_HOLDER": "uin_details", "COMPOSITION": "comp_details"}
    for document in issued:
        to = "unreg_details" if document["supplyType"] == "B2C" else lists.get(document["gstCategory"])
        if to is None or is_zero_rated(document) or not is_inter(document):
            continue
        for line in lines_of(document):
            if line.taxability == "TAXABLE":
                told = Amounts(line.amounts.value) if document["reverseCharge"] else line.amounts
                sums[to, document["placeOfSupplyStateCode"]].append(signed(told, sign(document)))
    found: dict[str, dict[str, tuple[Decimal, Decimal]]] = defaultdict(dict)
    for (to, place), each in sums.items():
        if any(total(each)):
            found[to][place] = total(each)[:2]
    return dict(found)


def bought(bills: list[Record]) -> tuple[Amounts, dict[str, Amounts]]:
    """3.1(d), and table 4: by place of 4(A), and `ineligible` of 4(D)."""
    owed: list[Amounts] = []
    credits: dict[str, list[Amounts]] = defaultdict(list)
    for bill in bills:
        tax = [line.amounts for line in lines_of(bill) if line.taxability == "TAXABLE"]
        if bill["reverseCharge"]:
            owed += tax
        place = "ISRC" if bill["reverseCharge"] else "OTH"
        credits[place if bill["itcEligible"] else "ineligible"] += tax
    return total(owed), {place: total(each) for place, each in credits.items()}
