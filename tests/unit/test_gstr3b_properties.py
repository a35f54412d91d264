"""GSTR-3B of any month adds up to what was sold and bought, and the portal takes it."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.returns.gstr1_advances import Advance, taxes_of
from app.returns.gstr3b import Bought, Gstr3b
from app.returns.gstr3b_format import SUPPLIES as ROWS
from app.returns.gstr3b_format import TAXES, faults_of
from app.returns.periods import period_of
from app.returns.supplies_of_month import NOTHING, Supplied, Taxes
from tests.unit.filed_documents import ADVANCES, BILLS, SELLER, SUPPLIES, halves_of

pytestmark = pytest.mark.slow

MONTHS = st.sampled_from(["2017-07", "2022-12", "2024-06", "2026-05"])


def made(
    sold: list[Supplied],
    bought: list[Bought],
    received: list[Advance] | None = None,
    used: list[Advance] | None = None,
    month: str = "2026-05",
) -> tuple[dict[str, Any], Gstr3b]:
    filed = Gstr3b(SELLER, period_of(month))
    for each in sold:
        filed.add(each)
    filed.add_advances(received or [], used or [])
    for bill in bought:
        filed.buy(bill)
    return filed.document(), filed


def sum_of(rows: list[dict[str, Any]]) -> list[Decimal]:
    return [sum((row[tax] for row in rows), Decimal(0)) for tax in TAXES]


@given(SUPPLIES, BILLS, ADVANCES, ADVANCES)
@settings(max_examples=100, deadline=None)
def test_table_3_1_comes_to_what_was_sold_received_and_is_owed(
    sold: list[Supplied], bought: list[Bought], received: list[Advance], used: list[Advance]
) -> None:
    document, _ = made(sold, bought, received, used)
    expected = NOTHING
    for supply in sold:
        for share in supply.shares:
            taxes = Taxes(share.taxes.taxable) if supply.reverses else share.taxes
            expected = expected.plus(taxes, supply.sign)
    for advances, sign in ((received, 1), (used, -1)):
        for advance in advances:
            expected = expected.plus(taxes_of(advance), sign)
    for bill in bought:
        if bill.taxability == "TAXABLE" and bill.vendor_category != "COMPOSITION" and bill.reverses:
            expected = expected.plus(bill.taxes, bill.sign)
    rows = document["sup_details"]
    assert set(rows) == set(ROWS)
    for name, amount in zip(("txval", *TAXES), expected, strict=True):
        assert sum((row.get(name, Decimal(0)) for row in rows.values()), Decimal(0)) == amount


@given(BILLS)
@settings(max_examples=100, deadline=None)
def test_each_bill_is_in_one_place_of_tables_4_and_5(bought: list[Bought]) -> None:
    document, filed = made([], bought)
    credit, untaxed = document["itc_elg"], document["inward_sup"]["isup_details"]
    taxed = [
        each for each in bought if each.taxability == "TAXABLE" and each.vendor_category != "COMPOSITION"
    ]
    rest = sum((each.signed.taxable for each in bought if each not in taxed), Decimal(0))
    for is_eligible, rows in ((True, credit["itc_avl"]), (False, credit["itc_inelg"])):
        signed = [each.signed for each in taxed if each.is_eligible is is_eligible]
        assert sum_of(rows) == [sum((taxes[place] for taxes in signed), Decimal(0)) for place in range(1, 5)]
    assert [credit["itc_net"][tax] for tax in TAXES] == sum_of(credit["itc_avl"])
    if not filed.problems:
        assert sum((row["inter"] + row["intra"] for row in untaxed), Decimal(0)) == rest


@given(SUPPLIES, BILLS, ADVANCES, MONTHS)
@settings(max_examples=150, deadline=None)
def test_the_portal_takes_the_return_of_any_month_and_what_is_not_in_it_is_told(
    sold: list[Supplied], bought: list[Bought], received: list[Advance], month: str
) -> None:
    document, filed = made(sold, bought, received, month=month)
    assert faults_of(document) == []
    for problem in filed.problems:
        assert problem.message
        held: Any = document
        for part in (problem.field or "").split("."):
            held = held[int(part) if part.isdigit() else part]
        assert held == 0


@given(SUPPLIES, BILLS, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_documents_changes_nothing(
    sold: list[Supplied], bought: list[Bought], dice: Any
) -> None:
    before, _ = made(sold, bought)
    mixed, moved = list(sold), list(bought)
    dice.shuffle(mixed)
    dice.shuffle(moved)
    assert made(mixed, moved)[0] == before


@given(SUPPLIES, st.decimals("0", "1", places=2))
@settings(max_examples=60, deadline=None)
def test_documents_in_two_come_to_the_same(sold: list[Supplied], part: Decimal) -> None:
    halves = [half for each in sold for half in halves_of(each, part)]
    assert made(halves, [])[0] == made(sold, [])[0]


@given(SUPPLIES)
@settings(max_examples=60, deadline=None)
def test_a_document_and_the_note_that_takes_all_of_it_back_leave_nothing(sold: list[Supplied]) -> None:
    kinds = {"invoice": "credit note", "credit note": "invoice"}
    back = [replace(each, kind=kinds[each.kind]) for each in sold]
    assert made([*sold, *back], [])[0] == made([], [])[0]


@given(SUPPLIES)
@settings(max_examples=60, deadline=None)
def test_table_3_2_has_the_supplies_between_states_to_buyers_without_credit(sold: list[Supplied]) -> None:
    document, _ = made(sold, [])
    expected: dict[str, Decimal] = {}
    for supply in sold:
        to = {"B2C": "unreg_details"}.get(supply.supply_type) or {
            "COMPOSITION": "comp_details",
            "UIN_HOLDER": "uin_details",
        }.get(supply.category)
        if to and supply.is_inter:
            value = sum(
                (each.taxes.taxable for each in supply.shares if each.taxability == "TAXABLE"), Decimal(0)
            )
            expected[to] = expected.get(to, Decimal(0)) + supply.sign * value
    for name, rows in document["inter_sup"].items():
        assert sum((row["txval"] for row in rows), Decimal(0)) == expected.get(name, 0)
