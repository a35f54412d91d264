"""Values that an invoice takes from elsewhere when the body leaves them out (decisions on tax and documents)."""

from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import DAY, Books, body, customer, invoice, item, line, tax_rate
from tests.service import Client, Service


def only_line(org: Client, customer_id: str, **given: Any) -> Any:
    (row,) = invoice(org, customer_id, {"quantity": 1} | given)["lines"]
    return row


# Lines


def test_a_line_takes_what_it_leaves_out_from_its_item(org: Client) -> None:
    bolt = item(
        org, description="Zinc", unit="BOX", sellingPrice=12.5, hsnOrSac="7318", taxRateId=tax_rate(org, 12)
    )
    row = only_line(org, customer(org), itemId=bolt["id"])
    taken = {"description": "Zinc", "unit": "BOX", "rate": 12.5, "hsnOrSac": "7318", "taxRatePercent": 12}
    assert taken.items() <= row.items()
    assert (row["itemId"], row["itemVariantId"]) == (bolt["id"], None)


@pytest.mark.parametrize(
    "given",
    [
        {"description": "Mine"},
        {"unit": "KG"},
        {"rate": 7},
        {"rate": 0},
        {"hsnOrSac": "9999"},
        {"taxRatePercent": 5},
        {"taxRatePercent": 0},
    ],
)
def test_what_a_line_says_itself_stands(org: Client, given: Any) -> None:
    bolt = item(
        org, description="Zinc", unit="BOX", sellingPrice=12.5, hsnOrSac="7318", taxRateId=tax_rate(org, 12)
    )
    taken = {"description": "Zinc", "unit": "BOX", "rate": 12.5, "hsnOrSac": "7318", "taxRatePercent": 12}
    assert (taken | given).items() <= only_line(org, customer(org), itemId=bolt["id"], **given).items()


def test_an_item_without_description_gives_its_name_and_without_tax_rate_none(org: Client) -> None:
    row = only_line(org, customer(org), itemId=item(org, name="Nut")["id"])
    assert (row["description"], row["taxRatePercent"], row["hsnOrSac"], row["unit"]) == (
        "Nut",
        0,
        None,
        "PCS",
    )


def test_a_line_without_an_item_needs_no_unit_and_no_tax_rate(org: Client) -> None:
    row = only_line(org, customer(org), description="Work", rate=5)
    assert (row["unit"], row["taxRatePercent"], row["hsnOrSac"], row["discount"]) == ("PCS", 0, None, 0)


def test_the_tax_rate_of_an_item_counts_also_after_it_was_deleted(org: Client) -> None:
    rate = tax_rate(org, 18)
    bolt = item(org, taxRateId=rate)
    assert org.delete(f"/tax-rates/{rate}").status_int == 200
    assert only_line(org, customer(org), itemId=bolt["id"])["taxRatePercent"] == 18


def test_the_variants_price_comes_before_the_items(org: Client) -> None:
    bolt = item(org, sellingPrice=10, variants=[{"size": "M", "sellingPrice": 11}, {"size": "L"}])
    medium, large = ({row["size"]: row["id"] for row in bolt["variants"]}[size] for size in ("M", "L"))
    customer_id = customer(org)
    row = only_line(org, customer_id, itemId=bolt["id"], itemVariantId=medium)
    assert (row["rate"], row["itemVariantId"]) == (11, medium)
    assert only_line(org, customer_id, itemId=bolt["id"], itemVariantId=large)["rate"] == 10
    assert only_line(org, customer_id, itemId=bolt["id"])["rate"] == 10


# Price lists


def price_list(org: Client, *entries: Any, **fields: Any) -> str:
    given = {"name": "Wholesale", "type": "SELLING", "entries": list(entries)} | fields
    return str(org.make("/price-lists", given)["id"])


def test_the_customers_price_list_comes_first(org: Client) -> None:
    bolt = item(org, sellingPrice=10, variants=[{"size": "M", "sellingPrice": 11}, {"size": "L"}])
    medium, large = ({row["size"]: row["id"] for row in bolt["variants"]}[size] for size in ("M", "L"))
    entries = [{"itemId": bolt["id"], "rate": 8}, {"itemId": bolt["id"], "itemVariantId": medium, "rate": 7}]
    customer_id = customer(org, priceListId=price_list(org, *entries))
    assert only_line(org, customer_id, itemId=bolt["id"])["rate"] == 8
    assert only_line(org, customer_id, itemId=bolt["id"], itemVariantId=large)["rate"] == 8
    assert only_line(org, customer_id, itemId=bolt["id"], itemVariantId=medium)["rate"] == 7
    assert only_line(org, customer_id, itemId=bolt["id"], rate=9)["rate"] == 9
    assert only_line(org, customer(org), itemId=bolt["id"])["rate"] == 10
    assert only_line(org, customer_id, itemId=item(org, sellingPrice=3)["id"])["rate"] == 3


def test_an_entry_for_one_variant_prices_no_other(org: Client) -> None:
    bolt = item(org, sellingPrice=10, variants=[{"size": "M"}, {"size": "L"}])
    medium, large = ({row["size"]: row["id"] for row in bolt["variants"]}[size] for size in ("M", "L"))
    entry = {"itemId": bolt["id"], "itemVariantId": medium, "rate": 7}
    customer_id = customer(org, priceListId=price_list(org, entry))
    assert only_line(org, customer_id, itemId=bolt["id"], itemVariantId=large)["rate"] == 10
    assert only_line(org, customer_id, itemId=bolt["id"])["rate"] == 10


@pytest.mark.parametrize(
    ("days", "day", "rate"),
    [
        (("2026-05-01", "2026-05-31"), "2026-04-30", 10),
        (("2026-05-01", "2026-05-31"), "2026-05-01", 8),
        (("2026-05-01", "2026-05-31"), "2026-05-31", 8),
        (("2026-05-01", "2026-05-31"), "2026-06-01", 10),
        (("2026-05-01", "2026-05-01"), "2026-05-01", 8),
        ((None, "2026-05-31"), "1999-01-01", 8),
        ((None, "2026-05-31"), "2026-06-01", 10),
        (("2026-05-01", None), "2099-01-01", 8),
        (("2026-05-01", None), "2026-04-30", 10),
        ((None, None), "2026-05-01", 8),
    ],
)
def test_a_price_list_is_in_force_on_the_invoice_date_ends_included(
    org: Client, days: tuple[str | None, str | None], day: str, rate: float
) -> None:
    bolt = item(org, sellingPrice=10)
    terms = {"effectiveFrom": days[0], "effectiveTo": days[1]}
    customer_id = customer(org, priceListId=price_list(org, {"itemId": bolt["id"], "rate": 8}, **terms))
    made = invoice(org, customer_id, {"itemId": bolt["id"], "quantity": 1}, invoiceDate=day)
    assert made["lines"][0]["rate"] == rate


def test_a_list_that_is_off_or_for_purchases_or_deleted_gives_no_price(org: Client) -> None:
    bolt = item(org, sellingPrice=10)
    entry = {"itemId": bolt["id"], "rate": 8}
    deleted = price_list(org, entry)
    lists = [price_list(org, entry, isActive=False), price_list(org, entry, type="PURCHASE"), deleted]
    customers = [customer(org, priceListId=id) for id in lists]
    assert org.delete(f"/price-lists/{deleted}").status_int == 200
    assert [only_line(org, id, itemId=bolt["id"])["rate"] for id in customers] == [10, 10, 10]


def test_a_price_list_may_give_an_item_away(org: Client) -> None:
    bolt = item(org, sellingPrice=10)
    customer_id = customer(org, priceListId=price_list(org, {"itemId": bolt["id"], "rate": 0}))
    assert only_line(org, customer_id, itemId=bolt["id"])["rate"] == 0


# Seller


def test_the_seller_is_the_default_registration_unless_another_is_named(
    service: Service, org: Client
) -> None:
    books = Books(service, org)
    branch = books.registration("29", "Bengaluru Branch")
    customer_id = customer(org, placeOfSupplyStateCode="29")
    made = invoice(org, customer_id, line(taxRatePercent=18))
    assert (made["sellerGstin"], made["sellerStateCode"], made["igstTotal"]) == ("27AAPFU0939F1ZV", "27", 18)
    made = invoice(org, customer_id, line(taxRatePercent=18), sellerRegistrationId=branch)
    assert made["sellerRegistrationId"] == branch
    assert (made["sellerLegalName"], made["sellerStateCode"]) == ("Bengaluru Branch", "29")
    assert made["sellerGstin"].startswith("29")
    assert (made["cgstTotal"], made["sgstTotal"], made["igstTotal"]) == (9, 9, 0)


def test_an_organization_without_a_default_registration_may_name_one(service: Service) -> None:
    org = service.organization(gstin=None)
    branch = Books(service, org).registration("27")
    customer_id = customer(org)
    assert invoice(org, customer_id, line(taxRatePercent=18))["total"] == 100
    made = invoice(org, customer_id, line(taxRatePercent=18), sellerRegistrationId=branch)
    assert (made["cgstTotal"], made["sgstTotal"]) == (9, 9)


# Place of supply


GOA_GSTIN = "30AAPFU0939F1Z8"


@pytest.mark.parametrize(
    ("stated", "facts", "place"),
    [
        ("33", {"placeOfSupplyStateCode": "29", "gstin": GOA_GSTIN, "state": "32"}, "33"),
        (None, {"placeOfSupplyStateCode": "29", "gstin": GOA_GSTIN, "state": "32"}, "29"),
        ("", {"placeOfSupplyStateCode": "29", "gstin": GOA_GSTIN, "state": "32"}, "29"),
        ("  ", {"placeOfSupplyStateCode": "29"}, "29"),
        (None, {"placeOfSupplyStateCode": None, "gstin": GOA_GSTIN, "state": "32"}, "30"),
        (None, {"placeOfSupplyStateCode": "", "gstin": GOA_GSTIN, "state": "32"}, "30"),
        (None, {"state": "32"}, "32"),
        (None, {"state": "KL"}, "KL"),
        (None, {}, "27"),
        (None, {"placeOfSupplyStateCode": "Tamil Nadu"}, "33"),
    ],
)
def test_the_place_of_supply_is_the_first_that_is_known(
    org: Client, stated: str | None, facts: dict[str, Any], place: str
) -> None:
    fields = {name: value for name, value in facts.items() if name != "state"}
    address = {"billingAddress": {"stateCode": facts["state"]}} if "state" in facts else {}
    made = invoice(
        org, customer(org, **fields, **address), line(taxRatePercent=18), placeOfSupplyStateCode=stated
    )
    assert made["placeOfSupplyStateCode"] == place
    assert (made["cgstTotal"], made["igstTotal"]) == ((9, 0) if place == "27" else (0, 18))


@pytest.mark.parametrize(
    ("code", "seller", "intra"),
    [
        ("MH", "27", True),
        ("mh", "27", True),
        ("KA", "27", False),
        ("OR", "21", True),
        ("OD", "21", True),
        ("TS", "36", True),
        ("TG", "36", True),
        ("UA", "05", True),
        ("25", "26", True),
        ("DD", "26", True),
        ("28", "37", True),
        ("AP", "37", True),
        ("28", "36", False),
        ("97", "27", False),
        ("96", "27", False),
    ],
)
def test_codes_are_compared_by_what_they_mean_and_echoed_as_they_were_written(
    service: Service, code: str, seller: str, intra: bool
) -> None:
    org = service.organization(state_code=seller, gstin=f"{seller}AAPFU0939F1ZV")
    made = invoice(org, customer(org), line(taxRatePercent=18), placeOfSupplyStateCode=code)
    assert made["placeOfSupplyStateCode"] == code
    assert (made["cgstTotal"], made["sgstTotal"], made["igstTotal"]) == ((9, 9, 0) if intra else (0, 0, 18))


@pytest.mark.parametrize("code", ["ZZ", "00", "99", "NY", "Maharastra", "270", 98])
def test_a_code_that_is_no_place_is_refused_on_the_document(org: Client, code: Any) -> None:
    assert refused(org.post("/invoices", body(customer(org), placeOfSupplyStateCode=code))) == {
        "placeOfSupplyStateCode"
    }


# Due date


@pytest.mark.parametrize(("days", "due"), [(0, "2026-05-04"), (30, "2026-06-03"), (365, "2027-05-04")])
def test_the_due_date_left_out_is_the_payment_terms_days_after_the_invoice_date(
    org: Client, days: int, due: str
) -> None:
    term = org.make("/payment-terms", {"name": "Net", "days": days})["id"]
    assert invoice(org, customer(org, paymentTermId=term), dueDate=None)["dueDate"] == f"{due}T00:00:00Z"


def test_without_a_payment_term_an_invoice_is_due_on_its_day(org: Client) -> None:
    given = body(customer(org))
    del given["dueDate"]
    made = org.make("/invoices", given)
    assert org.read(f"/invoices/{made['id']}")["dueDate"] == f"{DAY}T00:00:00Z"


def test_the_days_of_a_term_deleted_since_still_count(org: Client) -> None:
    term = org.make("/payment-terms", {"name": "Net", "days": 30})["id"]
    customer_id = customer(org, paymentTermId=term)
    assert org.delete(f"/payment-terms/{term}").status_int == 200
    assert invoice(org, customer_id, dueDate=None)["dueDate"].startswith("2026-06-03")


def test_the_last_day_and_the_longest_term_fit(org: Client) -> None:
    term = org.make("/payment-terms", {"name": "Year", "days": 365})["id"]
    made = invoice(org, customer(org, paymentTermId=term), invoiceDate="2999-12-31", dueDate=None)
    assert made["dueDate"] == "3000-12-31T00:00:00Z"


def test_a_due_date_before_the_invoice_date_is_refused(org: Client) -> None:
    assert refused(org.post("/invoices", body(customer(org), dueDate="2026-05-03"))) == {"dueDate"}


def test_timestamps_are_cut_to_their_utc_date(org: Client) -> None:
    made = invoice(
        org, customer(org), invoiceDate="2026-05-04T02:00:00+05:30", dueDate="2026-05-05T23:59:59.999Z"
    )
    assert (made["invoiceDate"], made["dueDate"]) == ("2026-05-03T00:00:00Z", "2026-05-05T00:00:00Z")


# Currency


def test_the_currency_is_inr_unless_the_body_says_otherwise(org: Client) -> None:
    customer_id = customer(org, currencyCode="USD")
    assert invoice(org, customer_id)["currencyCode"] == "INR"
    made = invoice(org, customer_id, currencyCode="usd", exchangeRate=83.25)
    assert (made["currencyCode"], made["exchangeRate"], made["total"]) == ("USD", 83.25, 100)
