"""Many records in one request: what is right is written, what is wrong with one tells on that one alone."""

from typing import Any

import pytest

from tests.api import samples
from tests.api.noting import CREDIT
from tests.refusals import refused
from tests.selling import body, customer
from tests.service import Client

TERM = {"name": "Net 30", "days": 30}


def bulk(org: Client, collection: str, *records: Any, **more: Any) -> list[dict[str, Any]]:
    """The results of a bulk that is carried out."""
    answer = org.post(f"{collection}/bulk", {"records": list(records), **more})
    assert answer.status_int == 200, answer.text
    results: list[dict[str, Any]] = answer.json["data"]["results"]
    assert [result["index"] for result in results] == list(range(len(records)))
    return results


def test_each_record_is_answered_as_if_it_had_been_sent_alone(org: Client) -> None:
    good, bad = bulk(org, "/payment-terms", TERM, {"name": "x"})
    alone = org.post("/payment-terms", {"name": "x"})
    assert (good["status"], good["data"]["days"]) == (201, 30)
    assert good["data"] == org.read(f"/payment-terms/{good['data']['id']}")
    assert (bad["status"], bad["error"]) == (alone.status_int, alone.json["error"])
    assert "data" not in bad and "error" not in good


def test_what_is_wrong_with_one_leaves_the_others(org: Client) -> None:
    owner = customer(org)
    sent = body(owner, status="SENT")
    results = bulk(
        org, "/invoices", sent, sent | {"customerId": "cus_none"}, sent, 5, sent | {"lines": []}, sent
    )
    assert [result["status"] for result in results] == [201, 422, 201, 422, 422, 201]
    assert results[1]["error"]["details"] == [
        {"field": "customerId", "message": "Names no record of this organization."}
    ]
    numbers = [org.read(f"/invoices/{results[place]['data']['id']}")["invoiceNumber"] for place in (0, 2, 5)]
    assert [int(number[-5:]) for number in numbers] == [1, 2, 3]
    assert results[0]["data"] == {"id": results[0]["data"]["id"], "status": "SENT", "total": 100.0}


def test_what_postgresql_refuses_tells_on_that_one_alone(org: Client) -> None:
    codes = ["AAA", "BBB", "AAA", "CCC", "BBB"]
    results = bulk(org, "/currencies", *(samples.currency(org) | {"code": code} for code in codes))
    assert [result["status"] for result in results] == [201, 201, 422, 201, 422]
    assert org.total("/currencies") == 3


def test_books_that_are_closed_refuse_those_that_are_dated_in_them(org: Client) -> None:
    owner = customer(org)
    assert org.request("PUT", "/books-lock", {"lockedThrough": "2026-04-30"}).status_int == 200
    days = ["2026-05-01", "2026-04-30", "2026-05-02"]
    results = bulk(org, "/invoices", *(body(owner, invoiceDate=day) for day in days))
    assert [result["status"] for result in results] == [201, 409, 201]
    assert results[1]["error"] == {
        "code": "conflict",
        "message": "The books are closed through 2026-04-30.",
        "help": "/docs#description/conflict",
    }


def test_all_or_nothing_leaves_nothing_where_anything_is_wrong(org: Client) -> None:
    whole = {"records": [TERM, {"name": "x"}, TERM | {"days": -1}], "allOrNothing": True}
    answer = org.post("/payment-terms/bulk", whole)
    assert refused(answer) == {"records.1.days", "records.2.days"}
    assert org.total("/payment-terms") == 0
    assert bulk(org, "/payment-terms", TERM, TERM, allOrNothing=True)[1]["status"] == 201
    assert org.total("/payment-terms") == 2


def test_a_conflict_of_one_is_told_by_its_place_where_all_or_nothing_is_asked(org: Client) -> None:
    assert org.request("PUT", "/books-lock", {"lockedThrough": "2026-04-30"}).status_int == 200
    owner = customer(org)
    records = [body(owner, invoiceDate=day) for day in ("2026-05-01", "2026-04-30")]
    answer = org.post("/invoices/bulk", {"records": records, "allOrNothing": True})
    assert refused(answer) == {"records.1"}
    assert org.total("/invoices") == 0


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "records"),
        ({"records": []}, "records"),
        ({"records": {}}, "records"),
        ({"records": None}, "records"),
        ({"records": [TERM] * 201}, "records"),
        ({"records": [TERM], "allOrNothing": 1}, "allOrNothing"),
        ({"records": [TERM], "record": TERM}, "record"),
    ],
)
def test_a_bulk_that_is_none_is_refused(sent: dict[str, Any], field: str, org: Client) -> None:
    assert refused(org.post("/payment-terms/bulk", sent)) == {field}


def test_200_records_are_taken(org: Client) -> None:
    results = bulk(org, "/payment-terms", *[TERM] * 200)
    assert {result["status"] for result in results} == {201}


def test_what_looks_wrong_is_told_beside_its_record(org: Client) -> None:
    odd = samples.customer(org) | {"gstin": "27AAPFU0939F1ZX"}
    fine, told = bulk(org, "/customers", samples.customer(org), odd)
    assert "warnings" not in fine
    assert [warning["code"] for warning in told["warnings"]] == ["gstin_check_character"]
    owner = customer(org)
    first, second = bulk(
        org, "/invoices", *(body(owner, invoiceDate=day) for day in ("2026-05-01", "2026-05-02"))
    )
    assert "warnings" not in first and "warnings" not in second


def test_one_key_holds_for_the_whole(org: Client) -> None:
    sent = {"records": [TERM, {"name": "x"}]}
    first, again = (org.post("/payment-terms/bulk", sent, **{"Idempotency-Key": "k"}) for _ in range(2))
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"
    assert org.total("/payment-terms") == 1


def test_invoices_of_a_set_are_those_of_as_many_requests(org: Client) -> None:
    """Goods, credit and numbers of one depend on those before it."""
    sent = samples.invoice(org) | {"status": "SENT", "externalReference": None}
    (first, second), alone = bulk(org, "/invoices", sent, sent), org.make("/invoices", sent)
    assert first["data"]["total"] == second["data"]["total"] == alone["total"]
    (position,) = org.read("/inventory")
    assert position["quantityOnHand"] == -6


def test_a_record_that_is_refused_takes_nothing_from_those_after_it(org: Client) -> None:
    """The quantities and amounts that it named are left for the records after it."""
    side = CREDIT
    party = side.new_party(org)
    claim = side.claims(org, party)
    whole = side.body(party, side.part(claim, quantity=3), status="OPEN")
    beyond = whole | {"allocations": [{"invoiceId": claim["id"], "amount": claim["total"] + 1}]}
    results = bulk(org, "/credit-notes", beyond, whole, beyond, whole)
    assert [result["status"] for result in results] == [422, 201, 422, 422]
    assert results[1]["data"]["total"] == claim["total"]
    assert results[0]["error"]["details"][0]["field"] == "allocations.0.amount"
    assert results[3]["error"]["details"][0]["field"] == "lines.0.quantity"
