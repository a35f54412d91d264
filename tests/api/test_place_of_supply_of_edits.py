"""The place of supply of an invoice that is edited: one that was stated stays, another follows the customer."""

from typing import Any

from tests.selling import (
    Books,
    body,
    customer,
    edited,
    invoice,
    line,
    sent,
)
from tests.service import Client, Service


def test_a_place_that_was_stated_stays_with_another_customer(org: Client) -> None:
    made = invoice(org, customer(org), placeOfSupplyStateCode="29")
    other = customer(org, placeOfSupplyStateCode="33")
    assert edited(org, made, customerId=other)["placeOfSupplyStateCode"] == "29"


def test_a_place_that_was_not_stated_follows_another_customer(org: Client) -> None:
    made = invoice(org, customer(org, placeOfSupplyStateCode="29"), line(taxRatePercent=18))
    assert (made["placeOfSupplyStateCode"], made["igstTotal"]) == ("29", 18)
    other = customer(org, placeOfSupplyStateCode="27")
    now = edited(org, made, customerId=other)
    assert (now["placeOfSupplyStateCode"], now["cgstTotal"], now["igstTotal"]) == ("27", 9, 0)
    third = customer(org, placeOfSupplyStateCode="33")
    assert edited(org, now, customerId=third)["placeOfSupplyStateCode"] == "33"


HERE, THERE = "27AAPFU0939F1ZV", "29AAPFU0939F1ZR"


def taxes(record: Any) -> tuple[str, float, float]:
    return record["placeOfSupplyStateCode"], record["cgstTotal"], record["igstTotal"]


def moved_customer(org: Client, customer_id: str) -> None:
    """The customer is corrected from Maharashtra to Karnataka."""
    facts = {"displayName": "Acme", "placeOfSupplyStateCode": "29", "gstin": THERE}
    assert org.patch(f"/customers/{customer_id}", facts).status_int == 200


def test_a_place_that_was_not_stated_follows_a_draft_s_customer_who_moved_since(org: Client) -> None:
    customer_id = customer(org, placeOfSupplyStateCode="27", gstin=HERE)
    made = invoice(org, customer_id, line(taxRatePercent=18))
    assert taxes(made) == ("27", 9, 0)
    moved_customer(org, customer_id)
    now = edited(org, made)
    assert taxes(now) == ("29", 0, 18)
    would_be = org.post("/invoices/calculate", body(customer_id, line(taxRatePercent=18)))
    assert taxes(would_be.json["data"]) == taxes(now)


def test_a_place_that_was_not_stated_is_decided_as_the_draft_is_edited_into_sent(org: Client) -> None:
    customer_id = customer(org, placeOfSupplyStateCode="27", gstin=HERE)
    made = invoice(org, customer_id, line(taxRatePercent=18))
    moved_customer(org, customer_id)
    assert taxes(edited(org, made, status="SENT")) == ("29", 0, 18)


def test_a_place_that_was_stated_stays_on_a_draft_whose_customer_moved_since(org: Client) -> None:
    customer_id = customer(org, placeOfSupplyStateCode="33")
    made = invoice(org, customer_id, line(taxRatePercent=18), placeOfSupplyStateCode="27")
    moved_customer(org, customer_id)
    assert taxes(edited(org, made)) == ("27", 9, 0)


def test_a_place_that_was_not_stated_stays_on_an_issued_invoice_whose_customer_moved_since(
    org: Client,
) -> None:
    customer_id = customer(org, placeOfSupplyStateCode="27", gstin=HERE)
    made = sent(org, customer_id, line(taxRatePercent=18))
    moved_customer(org, customer_id)
    assert taxes(edited(org, made)) == ("27", 9, 0)
    draft_again = edited(org, made, status="DRAFT")
    assert taxes(draft_again) == ("27", 9, 0)
    assert taxes(edited(org, draft_again)) == ("27", 9, 0)
    assert taxes(edited(org, made, placeOfSupplyStateCode=None)) == ("29", 0, 18)


def test_a_place_that_was_not_stated_follows_an_issued_invoice_to_another_customer(org: Client) -> None:
    made = sent(org, customer(org, placeOfSupplyStateCode="27"), line(taxRatePercent=18))
    other = customer(org, placeOfSupplyStateCode="29")
    assert taxes(edited(org, made, customerId=other)) == ("29", 0, 18)


def test_a_place_that_was_the_sellers_follows_another_registration(service: Service, org: Client) -> None:
    branch = Books(service, org).registration("29")
    made = invoice(org, customer(org), line(taxRatePercent=18))
    assert (made["placeOfSupplyStateCode"], made["cgstTotal"]) == ("27", 9)
    now = edited(org, made, sellerRegistrationId=branch)
    assert (now["placeOfSupplyStateCode"], now["cgstTotal"], now["igstTotal"]) == ("29", 9, 0)


def test_a_place_stated_by_an_edit_counts_as_stated_from_then_on(org: Client) -> None:
    made = invoice(org, customer(org))
    now = edited(org, made, placeOfSupplyStateCode="29")
    other = customer(org, placeOfSupplyStateCode="33")
    assert edited(org, now, customerId=other)["placeOfSupplyStateCode"] == "29"
    now = edited(org, now, placeOfSupplyStateCode=None)
    assert edited(org, now, customerId=other)["placeOfSupplyStateCode"] == "33"
