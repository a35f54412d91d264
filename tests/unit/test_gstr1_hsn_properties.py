"""Table 12 of any documents adds up to their lines."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.returns.gstr1_classes import is_to_gstin
from app.returns.gstr1_hsn import HsnSummary
from app.returns.supplies_of_month import Supplied
from app.tax.codes import unit_quantity_code
from tests.unit.filed_documents import SUPPLIES, halves_of

pytestmark = pytest.mark.slow

MAY = date(2026, 5, 1)
BEFORE = date(2025, 4, 1)
_TAXES = ("txval", "iamt", "camt", "samt", "csamt")


def lists(sold: list[Supplied], first: date = MAY) -> dict[str, list[dict[str, Any]]]:
    summary = HsnSummary(first)
    for each in sold:
        summary.add(each)
    told: dict[str, list[dict[str, Any]]] = summary.lists()
    return told


def sums(rows: list[dict[str, Any]]) -> list[Decimal]:
    return [sum((Decimal(str(row[name])) for row in rows), Decimal(0)) for name in _TAXES]


@given(SUPPLIES)
@settings(max_examples=100, deadline=None)
def test_each_list_comes_to_the_lines_of_its_buyers(sold: list[Supplied]) -> None:
    told = lists(sold)
    for name, of_gstin in (("hsn_b2b", True), ("hsn_b2c", False)):
        shares = [
            (each.sign, share) for each in sold if is_to_gstin(each) is of_gstin for share in each.shares
        ]
        expected = [sum((sign * share.taxes[i] for sign, share in shares), Decimal(0)) for i in range(5)]
        assert sums(told[name]) == expected
        goods = sum((sign * s.quantity for sign, s in shares if not s.hsn.startswith("99")), Decimal(0))
        assert sum((Decimal(str(row["qty"])) for row in told[name]), Decimal(0)) == goods


@given(SUPPLIES)
@settings(max_examples=60, deadline=None)
def test_each_code_unit_and_rate_has_one_row_and_services_no_quantity(sold: list[Supplied]) -> None:
    for rows in lists(sold).values():
        keys = [(row["hsn_sc"], row["uqc"], row["rt"]) for row in rows]
        assert keys == sorted(set(keys))
        assert [row["num"] for row in rows] == list(range(1, len(rows) + 1))
        for row in rows:
            is_service = row["hsn_sc"].startswith("99")
            assert (row["uqc"] == "NA") == is_service
            assert is_service or row["uqc"] == "OTH" or unit_quantity_code(row["uqc"]) == row["uqc"]
            assert not (is_service and row["qty"])


@given(SUPPLIES)
@settings(max_examples=60, deadline=None)
def test_until_april_2025_one_list_has_both(sold: list[Supplied]) -> None:
    both = lists(sold)
    assert sums(lists(sold, BEFORE)["data"]) == [
        b2b + b2c for b2b, b2c in zip(sums(both["hsn_b2b"]), sums(both["hsn_b2c"]), strict=True)
    ]


@given(SUPPLIES, st.randoms(use_true_random=False), st.decimals("0", "1", places=2))
@settings(max_examples=60, deadline=None)
def test_neither_order_nor_a_document_in_two_changes_a_value(
    sold: list[Supplied], dice: Any, part: Decimal
) -> None:
    mixed = [half for each in sold for half in halves_of(each, part)]
    dice.shuffle(mixed)
    before, after = lists(sold), lists(mixed)
    assert {name: sums(rows) for name, rows in before.items()} == {
        name: sums(rows) for name, rows in after.items()
    }
    dice.shuffle(sold)
    assert lists(sold) == before


@given(SUPPLIES)
@settings(max_examples=40, deadline=None)
def test_what_is_noted_in_full_leaves_no_row(sold: list[Supplied]) -> None:
    kinds = {"invoice": "credit note", "credit note": "invoice"}
    back = [replace(each, kind=kinds[each.kind]) for each in sold]
    assert lists([*sold, *back]) == {"hsn_b2b": [], "hsn_b2c": []}
