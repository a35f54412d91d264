"""Which place a document is supplied to: the first in the chain that is one."""

import pytest

from app.tax.gst import TaxError
from app.tax.place_of_supply import PlaceOfSupply, place_of_supply


def place(
    document: str | None = None,
    customer: str | None = None,
    gstin: str | None = None,
    billing: str | None = None,
    seller: str | None = "27",
) -> PlaceOfSupply:
    return place_of_supply(
        document=document, customer=customer, customer_gstin=gstin, billing_state=billing, seller_state=seller
    )


def test_the_documents_own_code_comes_first() -> None:
    assert place("KA", "33", "24AAAAA0000A1Z5", "19") == PlaceOfSupply("KA", "29")


def test_the_customers_code_comes_second() -> None:
    assert place(None, "33", "24AAAAA0000A1Z5", "19") == PlaceOfSupply("33", "33")


def test_the_first_two_digits_of_the_customers_gstin_come_third() -> None:
    assert place(None, None, "24AAAAA0000A1Z5", "19") == PlaceOfSupply("24", "24")


def test_the_billing_address_comes_fourth() -> None:
    assert place(None, None, None, "WB") == PlaceOfSupply("WB", "19")


def test_the_sellers_state_comes_last() -> None:
    assert place() == PlaceOfSupply("27", "27")


@pytest.mark.parametrize(
    ("written", "number"), [("mh", "27"), ("27", "27"), ("25", "26"), ("28", "37"), ("96", "96")]
)
def test_a_code_is_kept_as_it_was_written_beside_its_number(written: str, number: str) -> None:
    assert place(written) == PlaceOfSupply(written, number)


@pytest.mark.parametrize("code", ["ZZ", "99", "00", "Karnataka", "२९"])
def test_an_unknown_code_on_the_document_is_refused_by_name(code: str) -> None:
    with pytest.raises(TaxError) as refused:
        place(code, "33")
    assert refused.value.field == "placeOfSupplyStateCode"
    assert refused.value.message.endswith("or 96 for exports.")


@pytest.mark.parametrize("blank", [None, "", "  "])
def test_a_blank_code_on_the_document_counts_as_left_out(blank: str | None) -> None:
    assert place(blank, "33") == PlaceOfSupply("33", "33")


def test_codes_of_foreign_states_in_master_data_are_passed_over() -> None:
    assert place(None, "CA", "EU123456789", "NY") == PlaceOfSupply("27", "27")


@pytest.mark.parametrize("gstin", ["GA1234567", "", "9", "99AAAAA0000A1Z5", "००AAAAA0000A1Z5", " A24"])
def test_a_gstin_that_does_not_begin_with_a_states_digits_is_passed_over(gstin: str) -> None:
    assert place(None, None, gstin, "19") == PlaceOfSupply("19", "19")


def test_no_place_at_all_is_an_error_that_asks_for_one() -> None:
    with pytest.raises(TaxError) as refused:
        place(seller=None)
    assert (refused.value.field, refused.value.message) == (
        "placeOfSupplyStateCode",
        "No place of supply is known: send one.",
    )
