"""The worked places of docs/tax.md, row by row."""

from pathlib import Path

import pytest

from app.tax.gst import TaxError, TaxKind
from app.tax.place_of_supply import FIELD, PlaceOfSupply, Whereabouts, place_of_supply
from app.tax.supplies import CATEGORIES, Supply

DOCUMENTATION = (Path(__file__).parents[2] / "docs" / "tax.md").read_text(encoding="utf-8").splitlines()
HEADING = "| Document | Customer | GSTIN | Country | Code | State | Category | Besides | Place | Tax |"
REFUSED = "422"
SELLER = "27AAPFU0939F1ZV"
TAXES = {TaxKind.INTRA: "CGST, SGST", TaxKind.INTER: "IGST", TaxKind.NONE: "none"}
BESIDES = {
    "",
    "reverse charge",
    "without payment",
    "seller without GSTIN",
    "seller under composition",
}

Case = dict[str, str]


def worked_cases() -> list[Case]:
    start = DOCUMENTATION.index(HEADING)
    columns = cells(HEADING)
    return [dict(zip(columns, cells(row), strict=True)) for row in DOCUMENTATION[start + 2 :]]


def cells(row: str) -> list[str]:
    return [cell.strip().strip("`") for cell in row.removeprefix("|").removesuffix("|").split("|")]


CASES = worked_cases()


def told(case: Case) -> str:
    return ", ".join(f"{name} {text}" for name, text in case.items() if text)


def place(case: Case) -> PlaceOfSupply:
    address = {"country": case["Country"], "stateCode": case["Code"], "state": case["State"]}
    category = case["Category"] or "UNREGISTERED"
    customer = Whereabouts("Customer Acme", case["Customer"], case["GSTIN"], address, category)
    return place_of_supply(case["Document"], customer, "27")


def supply(case: Case) -> Supply:
    besides = case["Besides"]
    return Supply(
        seller_gstin=None if besides == "seller without GSTIN" else SELLER,
        seller_state="27",
        place=place(case).code,
        category=case["Category"] or "UNREGISTERED",
        seller_is_composition=besides == "seller under composition",
        reverse_charge=besides == "reverse charge",
        with_payment=besides != "without payment",
    )


@pytest.mark.parametrize("case", [case for case in CASES if case["Place"] != REFUSED], ids=told)
def test_a_case_has_the_place_and_the_taxes_that_the_documentation_says(case: Case) -> None:
    assert place(case).number == case["Place"]
    assert TAXES[supply(case).tax_kind] == case["Tax"]


@pytest.mark.parametrize("case", [case for case in CASES if case["Place"] == REFUSED], ids=told)
def test_a_case_is_refused_as_the_documentation_says(case: Case) -> None:
    with pytest.raises(TaxError) as refused:
        place(case)
    assert refused.value.field == FIELD
    assert case["Tax"] == ""


def test_the_documentation_has_many_cases_none_of_them_twice_and_every_category_is_known() -> None:
    assert len({told(case) for case in CASES}) == len(CASES) >= 60
    assert {case["Category"] for case in CASES} <= {"", *CATEGORIES}
    assert {case["Besides"] for case in CASES} == BESIDES
