"""Idempotency-Key on both POSTs: one effect, one answer, for 24 hours (decisions on HTTP)."""

from typing import Any

import pytest

from tests.api.keyed import HEADER, REPLAYED, answer_of, keyed, operations
from tests.refusals import refused
from tests.selling import Books, body, customer, goods, line, pay, payment_body, sent
from tests.service import Client, Service


def test_a_repeated_request_answers_the_same_and_does_nothing_more(org: Client) -> None:
    for path, given in operations(org):
        first, second, third = (keyed(org, path, given) for _ in range(3))
        assert first.status_int == 201
        assert answer_of(first) == answer_of(second) == answer_of(third)
        assert first.content_type == second.content_type == "application/json"
        assert REPLAYED not in first.headers
        assert second.headers[REPLAYED] == third.headers[REPLAYED] == "true"
        assert org.total(path) == 1


def test_a_replay_drains_no_stock_and_takes_no_number(service: Service, org: Client) -> None:
    given = body(customer(org), {"itemId": goods(org)["id"], "quantity": 2}, status="SENT")
    for _ in range(2):
        keyed(org, "/invoices", given)
    assert Books(service, org).moves() == [("SALES_OUT", 2)]
    assert sent(org, given["customerId"])["invoiceNumber"] == "INV-00002"


def test_a_replay_settles_nothing_twice(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)
    for _ in range(2):
        keyed(org, "/payments-received", payment_body(customer_id, 40, (made["id"], 40)))
    assert org.read(f"/invoices/{made['id']}")["amountPaid"] == 40


def test_a_replay_tells_what_was_answered_also_when_the_record_has_changed(org: Client) -> None:
    given = body(customer(org))
    first = keyed(org, "/invoices", given)
    assert org.delete(f"/invoices/{first.json['data']['id']}").status_int == 200
    assert answer_of(keyed(org, "/invoices", given)) == answer_of(first)
    assert org.total("/invoices") == 0


def test_without_a_key_every_request_counts(org: Client) -> None:
    for path, given in operations(org):
        answers = [org.post(path, given) for _ in range(2)]
        assert answers[0].body != answers[1].body
        assert not any(REPLAYED in answer.headers for answer in answers)
        assert org.total(path) == 2


def test_the_order_of_the_fields_makes_no_other_body(org: Client) -> None:
    given = body(customer(org))
    first = keyed(org, "/invoices", given)
    backwards = dict(reversed(given.items()))
    assert answer_of(keyed(org, "/invoices", backwards)) == answer_of(first)


def test_a_number_may_be_written_otherwise_in_the_repetition(org: Client) -> None:
    customer_id = customer(org)
    first = keyed(org, "/invoices", body(customer_id, line(quantity=2, rate=100)))
    again = keyed(org, "/invoices", body(customer_id, line(quantity=2.0, rate=1e2)))
    assert answer_of(again) == answer_of(first)
    assert refused(keyed(org, "/invoices", body(customer_id, line(quantity=2, rate=100.01)))) == {HEADER}


def test_with_a_key_a_body_that_is_too_deep_to_be_compared_is_refused(org: Client) -> None:
    for path, given in operations(org):
        for levels in (99, 300):
            deep: Any = []
            for _ in range(levels - 1):
                deep = [deep]
            answer = keyed(org, path, given | {"id": deep})
            assert answer.status_int == (201 if levels < 100 else 400), (path, levels)
        assert answer.json["error"]["code"] == "invalid_request"
        assert org.total(path) == 1


@pytest.mark.parametrize("change", [{"notes": "x"}, {"lines": [line(), line()]}, {"unknown": 1}])
def test_the_same_key_with_another_body_is_refused_and_does_nothing(org: Client, change: Any) -> None:
    given = body(customer(org))
    keyed(org, "/invoices", given)
    assert refused(keyed(org, "/invoices", given | change)) == {HEADER}
    assert org.total("/invoices") == 1


def test_another_body_is_refused_also_when_it_is_wrong_itself(org: Client) -> None:
    given = body(customer(org))
    keyed(org, "/invoices", given)
    assert refused(keyed(org, "/invoices", {})) == {HEADER}


# For whom a key counts


def test_another_key_is_another_request(org: Client) -> None:
    given = body(customer(org))
    assert keyed(org, "/invoices", given, "a").body != keyed(org, "/invoices", given, "A").body
    assert org.total("/invoices") == 2


def test_the_same_key_on_another_operation_is_another_request(org: Client) -> None:
    for path, given in operations(org):
        assert keyed(org, path, given, "same").status_int == 201
        assert org.total(path) == 1


def test_the_same_key_in_another_organization_is_another_request(service: Service, org: Client) -> None:
    other = service.organization()
    first = keyed(org, "/invoices", body(customer(org)), "same")
    second = keyed(other, "/invoices", body(customer(other)), "same")
    assert (first.status_int, second.status_int) == (201, 201)
    assert REPLAYED not in second.headers
    assert second.json["data"]["id"] != first.json["data"]["id"]


def test_a_colleague_with_the_same_key_gets_the_same_answer(service: Service, org: Client) -> None:
    given = body(customer(org))
    first = keyed(org, "/invoices", given)
    colleague = service.member(org.organization_id, role="SALES")
    assert answer_of(keyed(colleague, "/invoices", given)) == answer_of(first)
    assert org.total("/invoices") == 1


def test_a_key_opens_nothing_to_a_caller_who_may_not_create(service: Service, org: Client) -> None:
    given = body(customer(org))
    keyed(org, "/invoices", given)
    viewer = service.member(org.organization_id, role="VIEWER")
    assert keyed(viewer, "/invoices", given).status_int == 403
    reader = service.member(org.organization_id, scopes="read")
    assert keyed(reader, "/invoices", given).json["error"]["code"] == "insufficient_scope"


# What is remembered


def test_a_refused_request_is_not_remembered(service: Service, org: Client) -> None:
    customer_id = customer(org)
    wrong = body(customer_id, line(discount=101))
    assert refused(keyed(org, "/invoices", wrong)) == {"lines.0.discount"}
    assert refused(keyed(org, "/invoices", wrong)) == {"lines.0.discount"}
    assert Books(service, org).rows("keys") == []
    answer = keyed(org, "/invoices", body(customer_id))
    assert answer.status_int == 201
    assert REPLAYED not in answer.headers


def test_a_conflict_is_not_remembered(service: Service, org: Client) -> None:
    shirt = goods(org, variants=[{"size": "M"}, {"size": "L"}])
    given = body(customer(org), {"itemId": shirt["id"], "quantity": 1}, status="SENT")
    assert keyed(org, "/invoices", given).status_int in (409, 422)
    assert Books(service, org).rows("keys") == []
    large, *_ = shirt["variants"]
    kept = {"variants": [{"id": large["id"], "size": large["size"]}]}
    assert org.patch(f"/items/{shirt['id']}", {"name": "Shirt", **kept}).status_int == 200
    assert keyed(org, "/invoices", given).status_int == 201


def test_a_refused_payment_may_be_sent_again_once_it_is_right(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)
    given = payment_body(customer_id, 100, (made["id"], 100))
    blocking = pay(org, customer_id, 50, (made["id"], 50))
    assert refused(keyed(org, "/payments-received", given)) == {"allocations.0.amount"}
    org.delete(f"/payments-received/{blocking['id']}")
    assert keyed(org, "/payments-received", given).status_int == 201


def test_a_body_that_is_no_json_is_not_remembered(service: Service, org: Client) -> None:
    headers = {"Authorization": f"Bearer {org.token}", "Content-Type": "application/json", HEADER: "k1"}
    answer = org.web.post("/api/v1/invoices", "{", headers=headers, expect_errors=True)
    assert answer.status_int == 400
    assert Books(service, org).rows("keys") == []


# Keys


@pytest.mark.parametrize("key", ["x", "x" * 255, "a-b_c:d/e~!", '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])
def test_a_key_is_any_visible_characters(org: Client, key: str) -> None:
    given = body(customer(org))
    first = keyed(org, "/invoices", given, key)
    assert first.status_int == 201
    assert keyed(org, "/invoices", given, key).body == first.body


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "x" * 10_240, "é", "\x7f", "a\tb"])
def test_what_is_no_key_is_refused_and_does_nothing(org: Client, key: str) -> None:
    for path, given in operations(org):
        assert refused(keyed(org, path, given, key)) == {HEADER}
        assert org.total(path) == 0


def test_a_record_is_made_once(org: Client) -> None:
    given = {"displayName": "Twice"}
    first, again = keyed(org, "/customers", given), keyed(org, "/customers", given)
    assert first.status_int == again.status_int == 201
    assert first.body == again.body
    assert org.total("/customers") == 1


def test_a_key_of_an_action_holds_for_its_record_alone(org: Client) -> None:
    one, other = (org.make("/invoices", body(customer(org)))["id"] for _ in range(2))
    sent = keyed(org, f"/invoices/{one}/send", {})
    again = keyed(org, f"/invoices/{one}/send", {})
    assert sent.status_int == again.status_int == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert refused(keyed(org, f"/invoices/{other}/send", {})) == {HEADER}
