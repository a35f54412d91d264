"""The type of a supply under GST, and the taxes that it bears, for all sellers and buyers."""

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from app.tax.gst import TaxKind
from app.tax.states import EXPORT, same_state, state_number
from app.tax.supplies import CATEGORIES, SUPPLY_TYPES, Supply, Undertaking, with_payment_of

GSTIN = "27AAPFU0939F1ZV"
STATES = st.sampled_from(["27", "MH", "mh", "Maharashtra", "29", "KA", "7", "25", "26", "97"])
PLACES = STATES | st.just(EXPORT)
SUPPLIES = st.builds(
    Supply,
    seller_gstin=st.sampled_from([GSTIN, GSTIN, GSTIN, None, " "]),
    seller_state=STATES,
    place=PLACES,
    category=st.sampled_from(CATEGORIES),
    seller_is_composition=st.sampled_from([False, False, True]),
    reverse_charge=st.sampled_from([False, False, True]),
    with_payment=st.booleans(),
)
DAYS = st.dates(date(2017, 7, 1), date(2099, 12, 31))


def bears_tax(supply: Supply) -> bool:
    return supply.tax_kind is not TaxKind.NONE


@given(SUPPLIES)
def test_a_seller_who_may_not_collect_tax_never_does(supply: Supply) -> None:
    assert not bears_tax(replace(supply, seller_gstin=None))
    assert not bears_tax(replace(supply, seller_is_composition=True))


@given(SUPPLIES)
def test_a_document_under_reverse_charge_bears_no_tax(supply: Supply) -> None:
    assert not bears_tax(replace(supply, reverse_charge=True))


@given(SUPPLIES)
def test_central_and_state_tax_stay_within_the_sellers_state(supply: Supply) -> None:
    within = same_state(supply.seller_state, supply.place) and supply.category != "SEZ"
    if bears_tax(supply):
        assert (supply.tax_kind is TaxKind.INTRA) == within


@given(SUPPLIES)
def test_what_leaves_india_or_goes_to_an_sez_bears_integrated_tax_or_none(supply: Supply) -> None:
    if state_number(supply.place) == EXPORT or supply.category == "SEZ":
        assert supply.tax_kind is not TaxKind.INTRA
        assert not bears_tax(replace(supply, with_payment=False))


@given(SUPPLIES)
def test_payment_changes_nothing_of_what_stays_in_india(supply: Supply) -> None:
    other = replace(supply, with_payment=not supply.with_payment)
    if not supply.is_zero_rated:
        assert (supply.tax_kind, supply.type) == (other.tax_kind, other.type)


@given(SUPPLIES)
def test_a_type_is_one_of_the_list_and_says_whether_there_is_payment(supply: Supply) -> None:
    assert supply.type in SUPPLY_TYPES
    stated = with_payment_of(supply.type, None)
    assert stated == (supply.with_payment if supply.is_zero_rated else None)


@given(SUPPLIES)
def test_a_type_depends_on_place_category_and_payment_alone(supply: Supply) -> None:
    other = replace(supply, seller_gstin=None, seller_is_composition=True, reverse_charge=True)
    assert other.type == supply.type


@given(SUPPLIES, SUPPLIES)
def test_an_export_is_an_export_whoever_buys(supply: Supply, other: Supply) -> None:
    abroad = replace(supply, place=EXPORT)
    assert abroad.type == replace(abroad, category=other.category).type
    assert abroad.tax_kind == replace(abroad, category=other.category).tax_kind


@given(DAYS, st.none() | DAYS, st.none() | DAYS)
def test_a_letter_covers_its_first_and_last_day_and_none_beside_them(
    day: date, begins: date | None, ends: date | None
) -> None:
    letter = Undertaking("AD27", begins, ends)
    has_begun, has_ended = begins is None or begins <= day, ends is not None and ends < day
    assert letter.covers(day) == (has_begun and not has_ended)
    if begins:
        assert not letter.covers(begins - timedelta(days=1))
    if ends:
        assert not letter.covers(ends + timedelta(days=1))


@given(DAYS)
def test_days_without_a_letter_cover_nothing(day: date) -> None:
    assert not Undertaking(None, day, day).covers(day)
    assert Undertaking("AD27", day, day).covers(day)
    assert Undertaking("AD27").covers(day)
