"""The place of supply: the first text in the chain decides, and a wrong one is never passed over."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tax.gst import TaxError
from app.tax.place_of_supply import FIELD, PlaceOfSupply, Whereabouts, place_of_supply
from app.tax.states import state_number

GUJARAT = "24AAAAA0000A1Z5"


def place(
    document: str | None = None,
    customer: str | None = None,
    gstin: str | None = None,
    billing: dict[str, Any] | None = None,
    seller: str | None = "27",
    category: str = "UNREGISTERED",
) -> PlaceOfSupply:
    party = Whereabouts("Customer Acme", customer, gstin, billing or {}, category)
    return place_of_supply(document, party, seller)


def refusal(**said: Any) -> str:
    with pytest.raises(TaxError) as refused:
        place(**said)
    assert refused.value.field == FIELD
    return refused.value.message


def test_the_documents_own_code_comes_first() -> None:
    assert place("KA", "33", GUJARAT, {"stateCode": "19"}) == PlaceOfSupply("KA", "29")


def test_the_customers_code_comes_second() -> None:
    assert place(None, "33", GUJARAT, {"stateCode": "19"}) == PlaceOfSupply("33", "33")


def test_the_first_two_digits_of_the_customers_gstin_come_third() -> None:
    assert place(None, None, GUJARAT, {"stateCode": "19"}) == PlaceOfSupply("24", "24")


def test_the_billing_address_comes_fourth() -> None:
    assert place(billing={"stateCode": "WB"}) == PlaceOfSupply("WB", "19")


def test_the_sellers_state_comes_last() -> None:
    assert place() == PlaceOfSupply("27", "27")


@pytest.mark.parametrize(
    ("written", "number"), [("mh", "27"), ("27", "27"), ("25", "26"), ("28", "37"), ("96", "96")]
)
def test_a_code_is_kept_as_it_was_written_beside_its_number(written: str, number: str) -> None:
    assert place(written) == PlaceOfSupply(written, number)


@pytest.mark.parametrize("name", ["Karnataka", "KARNATAKA", " karnataka "])
def test_the_name_of_a_state_stands_for_its_number(name: str) -> None:
    assert place(name) == place(customer=name) == place(billing={"state": name}) == PlaceOfSupply("29", "29")


@pytest.mark.parametrize("code", ["ZZ", "99", "00", "Karnatka", "२९"])
def test_an_unknown_text_on_the_document_is_refused_by_name(code: str) -> None:
    assert refusal(document=code, customer="33").endswith("or 96 for exports.")


@pytest.mark.parametrize("blank", [None, "", "  "])
def test_a_blank_text_counts_as_left_out(blank: str | None) -> None:
    assert place(blank, "33") == PlaceOfSupply("33", "33")
    assert place(None, blank, blank, {"stateCode": blank, "state": blank}) == PlaceOfSupply("27", "27")


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"customer": "Karnatka"}, "the placeOfSupplyStateCode 'Karnatka'"),
        ({"customer": "Karnatka", "gstin": GUJARAT}, "the placeOfSupplyStateCode 'Karnatka'"),
        ({"customer": "99"}, "the placeOfSupplyStateCode '99'"),
        ({"gstin": "40AAAAA0000A1Z5"}, "the gstin '40'"),
        ({"billing": {"state": "Bengaluru"}}, "the billingAddress 'Bengaluru'"),
        ({"billing": {"stateCode": "XX"}}, "the billingAddress 'XX'"),
    ],
)
def test_a_text_that_is_no_place_is_refused_and_told(said: dict[str, Any], named: str) -> None:
    message = refusal(**said)
    assert named in message
    assert message.startswith("Customer Acme")


@pytest.mark.parametrize("text", ["CA", "NY", "Bavaria"])
def test_texts_of_customers_abroad_are_abroad(text: str) -> None:
    assert place(customer=text, billing={"country": "Germany"}) == PlaceOfSupply("96", "96")
    assert place(customer=text, category="OVERSEAS") == PlaceOfSupply("96", "96")
    assert place(billing={"state": text}, category="OVERSEAS") == PlaceOfSupply("96", "96")
    assert place(category="OVERSEAS") == PlaceOfSupply("27", "27")


@pytest.mark.parametrize("country", ["Germany", "US", "Nepal"])
def test_an_address_abroad_is_an_export_whatever_its_state(country: str) -> None:
    assert place(billing={"country": country, "stateCode": "GA", "state": "Goa"}) == PlaceOfSupply("96", "96")


@pytest.mark.parametrize("country", ["India", "INDIA", "in", "IND", "", None])
def test_an_address_in_india_goes_by_its_state(country: str | None) -> None:
    assert place(billing={"country": country, "stateCode": "GA"}) == PlaceOfSupply("GA", "30")


def test_a_name_helps_where_the_code_of_an_address_is_none() -> None:
    assert place(billing={"stateCode": "KT", "state": "Karnataka"}) == PlaceOfSupply("29", "29")


@pytest.mark.parametrize("gstin", ["GA1234567", "", "9", "24AAAAA", "99AAAAA0000A1Z5", "००AAAAA0000A1Z5"])
def test_a_gstin_that_is_not_well_formed_or_the_centres_says_nothing(gstin: str) -> None:
    assert place(None, None, gstin, {"stateCode": "19"}) == PlaceOfSupply("19", "19")


def test_no_place_at_all_is_an_error_that_asks_for_one() -> None:
    assert refusal(seller=None) == "No place of supply is known: send one."


TEXTS = st.one_of(
    st.none(),
    st.text(max_size=12),
    st.sampled_from(["", " ", "27", "KA", "Tamil Nadu", "96", "XX", "Bavaria"]),
)
GSTINS = st.one_of(st.none(), st.just(GUJARAT), st.just("40AAAAA0000A1Z5"), st.text(max_size=15))
ADDRESSES = st.fixed_dictionaries({}, optional={"country": TEXTS, "stateCode": TEXTS, "state": TEXTS})


@pytest.mark.slow
@given(TEXTS, TEXTS, GSTINS, ADDRESSES, TEXTS, st.sampled_from(["UNREGISTERED", "OVERSEAS", "REGISTERED"]))
def test_a_place_is_one_of_the_list_or_the_refusal_names_the_field(
    document: str | None,
    customer: str | None,
    gstin: str | None,
    billing: dict[str, Any],
    seller: str | None,
    category: str,
) -> None:
    try:
        found = place(document, customer, gstin, billing, seller, category)
    except TaxError as refused:
        assert refused.field == FIELD
        return
    assert state_number(found.code) == found.number
    if document and document.strip():
        assert found.number == state_number(document)
    elif customer and state_number(customer):
        assert found.number == state_number(customer)


@pytest.mark.slow
@given(TEXTS, GSTINS, ADDRESSES, TEXTS)
def test_what_a_document_states_never_depends_on_the_customer(
    customer: str | None, gstin: str | None, billing: dict[str, Any], seller: str | None
) -> None:
    assert place("KA", customer, gstin, billing, seller).number == "29"


@pytest.mark.slow
@given(TEXTS, GSTINS, ADDRESSES)
def test_what_the_customer_says_never_depends_on_the_seller(
    customer: str | None, gstin: str | None, billing: dict[str, Any]
) -> None:
    try:
        found = place(None, customer, gstin, billing, None)
    except TaxError:
        return
    assert place(None, customer, gstin, billing, "27") == found
