"""GSTR-1 of any documents adds up to them, whatever sections they stand in."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.returns.gstr1 import Gstr1
from app.returns.gstr1_classes import SECTIONS
from app.returns.periods import Period, period_of
from app.returns.supplies_of_month import Taxes, sum_of, supplied
from app.tax.advances import without_tax

MAY = period_of("2026-05")
BUYER = "29AAGCB7383J1Z4"
AMOUNTS = st.decimals("0", "200000", places=2)


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A document and its lines as they are read: taxes follow the rates."""
    kind = draw(st.sampled_from(["invoice", "credit note"]))
    type = draw(st.sampled_from(["B2B", "B2C", "SEZWP", "SEZWOP", "EXPWP", "EXPWOP", "DEXP"]))
    place = "96" if type.startswith("EXP") else draw(st.sampled_from(["27", "29"]))
    is_inter = type not in ("B2B", "B2C", "DEXP") or place != "27"
    lines = draw(st.lists(line(is_inter, not type.endswith("WOP")), min_size=1, max_size=4))
    return {
        "id": "inv_1",
        "kind": kind,
        "number": "INV-1",
        "day": date(2026, 5, 4),
        "seller_state_code": "27",
        "place_of_supply_state_code": place,
        "supply_type": type,
        "reverse_charge": False,
        "seller_is_composition": False,
        "gst_category": "REGISTERED",
        "other_charges": Decimal("0.50"),
        "buyer_gstin": BUYER,
        "port_code": None,
        "shipping_bill_number": None,
        "shipping_bill_date": None,
        "original_day": None,
        "original_value": None,
    }, lines


@st.composite
def line(draw: st.DrawFn, is_inter: bool, is_taxed: bool) -> dict[str, Any]:
    taxability = draw(st.sampled_from(["TAXABLE", "TAXABLE", "NIL_RATED", "EXEMPT", "NON_GST"]))
    taxable, rate = draw(AMOUNTS), Decimal(draw(st.sampled_from([5, 18, 40])))
    whole = taxable * rate / 100 if is_taxed and taxability == "TAXABLE" else Decimal(0)
    half = Decimal(0) if is_inter else round(whole / 2, 2)
    return {
        "hsn_or_sac": draw(st.sampled_from(["6105", "998313"])),
        "unit": "PCS",
        "tax_rate_percent": rate,
        "taxability": taxability,
        "quantity": Decimal(1),
        "taxable_amount": taxable,
        "igst_amount": round(whole, 2) if is_inter else Decimal(0),
        "cgst_amount": half,
        "cess_amount": Decimal(0),
    }


@pytest.mark.slow
@given(st.lists(documents(), max_size=6))
@settings(max_examples=60)
def test_sections_add_up_to_the_documents_and_each_stands_in_one(
    rows: list[tuple[dict[str, Any], list[dict[str, Any]]]],
) -> None:
    made, books = Gstr1("27AAPFU0939F1ZV", MAY, above_5_crore=False), Taxes()
    for document, lines in rows:
        made.add(supplied(document, lines))
        sign = -1 if document["kind"] == "credit note" else 1
        for each in lines:
            half = each["cgst_amount"]
            books = books.plus(Taxes(each["taxable_amount"], each["igst_amount"], half, half), sign)
    assert made.problems == []
    assert sum(count for count, _ in made.totals.values()) == len(rows)
    assert sum_of([made.totals[section][1] for section in SECTIONS]) == books
    document = made.document()
    listed = document["hsn"]["hsn_b2b"] + document["hsn"]["hsn_b2c"]
    assert round(sum(row["txval"] for row in listed), 2) == float(books.taxable)


@given(st.lists(documents(), max_size=6), st.randoms(use_true_random=False), st.integers(0, 5))
@settings(max_examples=40, deadline=None)
def test_neither_order_nor_void_numbers_change_a_sum(
    rows: list[tuple[dict[str, Any], list[dict[str, Any]]]], dice: Any, void: int
) -> None:
    def filed(each: list[tuple[dict[str, Any], list[dict[str, Any]]]]) -> Gstr1:
        made = Gstr1("27AAPFU0939F1ZV", MAY, above_5_crore=False)
        for document, lines in each:
            made.add(supplied(document, lines))
        return made

    before, mixed = filed(rows), list(rows)
    dice.shuffle(mixed)
    after = filed(mixed)
    for number in range(void):
        after.take_number("invoice", f"INV-{number}", is_void=True)
    assert after.totals == before.totals
    one, other = before.document(), after.document()
    summed = ("b2cs", "nil", "hsn", "at", "txpd")
    assert {name: other[name] for name in summed} == {name: one[name] for name in summed}
    cancelled = [row["cancel"] for kind in other["doc_issue"]["doc_det"] for row in kind["docs"]]
    assert sum(cancelled) == void


def test_a_month_begins_on_its_first_day_and_ends_on_its_last() -> None:
    assert period_of("2024-02") == Period(date(2024, 2, 1), date(2024, 2, 29))
    assert period_of("2026-12").portal == "122026"


@pytest.mark.parametrize("text", ["2017-06", "1999-01", "2026-13", "2026-00", "2026-5", "202605", "", "May"])
def test_what_is_no_month_of_gst_is_no_period(text: str) -> None:
    with pytest.raises(ValueError, match="Must"):
        period_of(text)
    assert period_of("2017-07").first == date(2017, 7, 1)


@given(AMOUNTS, st.sampled_from([Decimal(5), Decimal(18), Decimal("0.25")]))
def test_the_value_in_an_advance_and_its_tax_make_the_advance(amount: Decimal, rate: Decimal) -> None:
    value = without_tax(amount, rate)
    assert abs(value * (100 + rate) / 100 - amount) <= Decimal("0.01")
