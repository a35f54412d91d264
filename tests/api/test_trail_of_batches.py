"""Invoices that requests create at the same moment: the trail tells which of them made what."""

from collections import Counter

from app.postgres.database import Row, Transaction
from tests.batches import INVOICES, Bus, made, rated
from tests.selling import body, customer, goods, pay
from tests.service import Client, Service

KEY, REPLAYED = "Idempotency-Key", "Idempotent-Replayed"


def trail(service: Service, org: Client) -> list[Row]:
    """All rows of the organization's trail, with their transactions."""

    def work(tx: Transaction) -> list[Row]:
        tx.enter(org.organization_id)
        return tx.all("guards.audit_of_organization")

    return service.owner.run_as_owner(work)


def test_they_are_written_in_one_transaction(service: Service, org: Client, buyer: str, bus: Bus) -> None:
    ids = {one["id"] for one in made(org, bus.ride(org, rated(buyer, 1, 2, 3)))}
    assert len({row["transaction"] for row in trail(service, org) if row["record_id"] in ids}) == 1


def test_the_trail_names_for_each_record_the_request_that_made_it(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    item = goods(org)["id"]
    bodies = [body(buyer, {"itemId": item, "quantity": n}, status="SENT") for n in (1, 2, 3)]
    headers = [{"X-Request-Id": f"r{n}", KEY: f"k{n}"} for n in (1, 2, 3)]
    answers = bus.ride(org, bodies, headers)
    rows = [
        row for row in trail(service, org) if (row["request_id"] or "").startswith("r") and row["user_id"]
    ]
    for n, answer in enumerate(answers, 1):
        own = [row for row in rows if row["request_id"] == f"r{n}"]
        assert Counter((row["table_name"], row["operation"]) for row in own) == {
            ("idempotency_keys", "INSERT"): 1,
            ("idempotency_keys", "UPDATE"): 1,
            ("invoices", "INSERT"): 1,
            ("invoice_lines", "INSERT"): 1,
            ("inventory_movements", "INSERT"): 1,
        }
        (invoice,) = [row for row in own if row["table_name"] == "invoices"]
        assert invoice["record_id"] == answer.json["data"]["id"]
        (key,) = {row["record_id"] for row in own if row["table_name"] == "idempotency_keys"}
        assert key == f"k{n}"
        (moved,) = [row["after"] for row in own if row["table_name"] == "inventory_movements"]
        assert moved["quantity"] == n


def test_the_trail_names_all_requests_for_what_they_change_together(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    item = goods(org)["id"]
    bodies = [body(buyer, {"itemId": item, "quantity": n}, status="SENT") for n in (1, 2)]
    bus.ride(org, bodies, [{"X-Request-Id": "one"}, {"X-Request-Id": "two"}])
    together = [
        row for row in trail(service, org) if set((row["request_id"] or "").split()) == {"one", "two"}
    ]
    changed = {row["table_name"] for row in together}
    assert {"number_counters", "stock_positions"} <= changed
    assert not changed & {"invoices", "invoice_lines", "inventory_movements", "idempotency_keys"}


def test_the_trail_names_all_requests_also_for_goods_and_credit_that_only_one_of_them_took(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    pay(org, buyer, 150)
    selling = body(buyer, {"itemId": goods(org)["id"], "quantity": 1}, status="SENT")
    (crediting,) = rated(buyer, 100, applyCustomerCredit=True)
    bus.ride(org, [selling, crediting], [{"X-Request-Id": "goods"}, {"X-Request-Id": "credit"}])
    named: dict[str, set[str]] = {}
    for row in trail(service, org):
        if {"goods", "credit"} & set((row["request_id"] or "").split()):
            named.setdefault(row["table_name"], set()).update(row["request_id"].split())
    assert named["inventory_movements"] == {"goods"}
    assert named["payment_allocations"] == {"credit"}
    assert named["stock_positions"] == named["payments_received"] == {"goods", "credit"}


def test_a_key_that_is_called_as_a_record_is_makes_nobody_the_maker_of_that(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    bus.ride(org, rated(buyer, 1, 2), [{"X-Request-Id": "one", KEY: "INVOICE"}, {"X-Request-Id": "two"}])
    (*_, counted) = [row for row in trail(service, org) if row["table_name"] == "number_counters"]
    assert counted["record_id"] == "INVOICE"
    assert set(counted["request_id"].split()) == {"one", "two"}


def test_requests_of_one_name_are_named_once(service: Service, org: Client, buyer: str, bus: Bus) -> None:
    bus.ride(org, rated(buyer, 1, 2), [{"X-Request-Id": "same"}] * 2)
    assert {row["request_id"] for row in trail(service, org) if "same" in (row["request_id"] or "")} == {
        "same"
    }


def test_the_trail_names_for_credit_the_request_whose_invoice_took_it(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    other = customer(org)
    pay(org, buyer, 150)
    pay(org, other, 10)
    bodies = [
        *rated(buyer, 100, 100, applyCustomerCredit=True),
        *rated(other, 10, applyCustomerCredit=True),
    ]
    names = ["one", "two", "three"]
    answers = bus.ride(org, bodies, [{"X-Request-Id": name} for name in names])
    rows = [row for row in trail(service, org) if set((row["request_id"] or "").split()) & set(names)]
    taken = {
        (row["after"]["invoice_id"], row["request_id"])
        for row in rows
        if row["table_name"] == "payment_allocations"
    }
    ids = [answer.json["data"]["id"] for answer in answers]
    assert taken == set(zip(ids, names, strict=True))
    settled = {
        row["request_id"] for row in rows if (row["table_name"], row["operation"]) == ("invoices", "UPDATE")
    }
    assert settled == set(names)
    spent = [row for row in rows if row["table_name"] == "payments_received"]
    assert [set(row["request_id"].split()) for row in spent] == [set(names)] * 2


def test_what_comes_after_a_batch_is_not_taken_for_part_of_it(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    bus.ride(org, rated(buyer, 1, 2), [{"X-Request-Id": "one"}, {"X-Request-Id": "two"}])
    for n in range(8):
        answer = org.post(INVOICES, rated(buyer, 1)[0], **{"X-Request-Id": f"after-{n}"})
        assert answer.status_int == 201
    after = [row["request_id"] for row in trail(service, org) if "after" in (row["request_id"] or "")]
    assert Counter(after) == {f"after-{n}": 3 for n in range(8)}
