"""externalReference: what a record is called in the program that sends it, once among the live records of a kind."""

from typing import Any

import pytest

from tests.api import samples
from tests.api.shelf import Shelf
from tests.parallel import at_once
from tests.refusals import conflict, refused
from tests.selling import customer, line
from tests.service import Client, Service

Body = dict[str, Any]

MASTER_DATA = ("/customers", "/vendors", "/items", "/expenses")
COLLECTIONS = (*MASTER_DATA, "/invoices", "/payments-received")
CHANGED = (*MASTER_DATA, "/invoices")
DELETED = (*MASTER_DATA, "/payments-received")
CALLED = {"externalReference": "WEB-ORDER/7 №1"}

collections = pytest.mark.parametrize("path", COLLECTIONS)


def made(org: Client, path: str, **fields: Any) -> Body:
    """A record that was made with a reference, as it is read."""
    id = org.make(path, samples.body_of(org, path) | CALLED | fields)["id"]
    return dict(org.read(f"{path}/{id}"))


@collections
def test_a_record_shows_what_it_is_called_alone_and_in_lists(path: str, org: Client) -> None:
    record = made(org, path)
    assert record["externalReference"] == CALLED["externalReference"]
    (row,) = [row for row in org.read(path) if row["id"] == record["id"]]
    assert row["externalReference"] == CALLED["externalReference"]


@collections
def test_a_record_that_is_called_nothing_shows_null(path: str, org: Client) -> None:
    body = samples.body_of(org, path)
    del body["externalReference"]
    unnamed = org.make(path, body)["id"]
    null = org.make(path, samples.body_of(org, path) | {"externalReference": None})["id"]
    assert [org.read(f"{path}/{id}")["externalReference"] for id in (unnamed, null)] == [None, None]


@collections
def test_a_reference_is_text_of_1_to_100_characters_that_is_not_blank(path: str, org: Client) -> None:
    body = samples.body_of(org, path)
    for wrong in ("", "  ", "x" * 101, 7, True, ["x"], "a\0b"):
        assert refused(org.post(path, body | {"externalReference": wrong})) == {"externalReference"}
    assert made(org, path, externalReference="x" * 100)["externalReference"] == "x" * 100


@collections
def test_a_second_record_of_the_same_reference_is_a_conflict_that_names_the_field(
    path: str, org: Client
) -> None:
    made(org, path)
    answer = org.post(path, samples.body_of(org, path) | CALLED)
    assert conflict(answer) == "Another record of this kind has this externalReference."
    # Nothing but the very same text is the same.
    made(org, path, externalReference=CALLED["externalReference"].lower())


def test_records_of_two_kinds_and_of_two_organizations_may_be_called_the_same(
    org: Client, service: Service
) -> None:
    other = service.organization()
    for path in COLLECTIONS:
        made(org, path)
        made(other, path)


@pytest.mark.parametrize("path", DELETED)
def test_the_reference_of_a_deleted_record_is_free_again(path: str, org: Client) -> None:
    body = samples.body_of(org, path) | CALLED
    body |= {"allocations": [], "openingBalanceApplied": 0} if "allocations" in body else {}
    first = org.make(path, body)["id"]
    assert org.delete(f"{path}/{first}").status_int == 200
    org.make(path, body)
    assert conflict(org.post(path, body))


def test_the_reference_of_a_void_invoice_is_free_again_and_stays_on_it(org: Client) -> None:
    body = samples.invoice(org) | CALLED | {"status": "SENT"}
    void = org.make("/invoices", body)["id"]
    org.post(f"/invoices/{void}/void")
    second = org.make("/invoices", body)["id"]
    assert conflict(org.post("/invoices", body))
    org.post(f"/invoices/{second}/void")
    third = org.make("/invoices", body)["id"]
    found = org.get(
        "/invoices",
    ).json["data"]
    assert {row["id"] for row in found if row["externalReference"]} == {void, second, third}


def test_a_deleted_draft_frees_its_reference(org: Client) -> None:
    draft = made(org, "/invoices")
    assert org.delete(f"/invoices/{draft['id']}").status_int == 200
    made(org, "/invoices")


@pytest.mark.parametrize("path", CHANGED)
def test_a_change_keeps_the_reference_that_it_leaves_out_and_null_clears_it(path: str, org: Client) -> None:
    record = made(org, path)
    member = f"{path}/{record['id']}"
    body = samples.body_of(org, path)
    del body["externalReference"]
    assert org.patch(member, body).status_int == 200
    assert org.read(member)["externalReference"] == CALLED["externalReference"]
    assert org.patch(member, body | CALLED).status_int == 200
    assert org.patch(member, body | {"externalReference": None}).status_int == 200
    assert org.read(member)["externalReference"] is None
    made(org, path)
    assert conflict(org.patch(member, body | CALLED))
    assert org.read(member)["externalReference"] is None


def test_the_core_of_an_item_leaves_its_reference_alone(org: Client) -> None:
    item = made(org, "/items")
    assert org.patch(f"/items/{item['id']}/core", samples.core(org)).status_int == 200
    assert org.read(f"/items/{item['id']}")["externalReference"] == CALLED["externalReference"]


def test_a_calculation_takes_a_reference_that_is_taken(org: Client) -> None:
    made(org, "/invoices")
    answer = org.post("/invoices/calculate", samples.invoice(org) | CALLED)
    assert answer.json["data"]["externalReference"] == CALLED["externalReference"]


@collections
def test_of_32_requests_with_one_reference_at_once_one_makes_a_record(path: str, org: Client) -> None:
    bodies = [samples.body_of(org, path) | CALLED for _ in range(32)]
    answers = at_once(32, org, lambda client, n: client.post(path, bodies[n]))
    statuses = sorted(answer.status_int for answer in answers)
    assert statuses == [201, *[409] * 31]
    assert (
        len([row for row in org.read(f"{path}?limit=200") if row["externalReference"] in CALLED.values()])
        == 1
    )


@collections
def test_q_finds_a_part_of_the_reference(path: str, org: Client) -> None:
    record = made(org, path, externalReference="Shop-4711-x")
    for q in ("4711", "sHOP-47", "1-X"):
        assert [row["id"] for row in org.read(f"{path}?q={q}")] == [record["id"]]
    assert org.read(f"{path}?q=shop-4712") == []


@collections
def test_q_finds_a_part_of_a_long_number(path: str, org: Client) -> None:
    records = [made(org, path, externalReference=f"Shop-2026{n}1187-x") for n in range(3)]
    for q in ("202611187", "shop-20261", "-202611187-X", "11187", "26111"):
        assert [row["id"] for row in org.read(f"{path}?q={q}")] == [records[1]["id"]], q
    assert {row["id"] for row in org.read(f"{path}?q=-2026")} == {record["id"] for record in records}
    assert org.read(f"{path}?q=202631187") == org.read(f"{path}?q=202611187x") == []


SOLD = ("invoices", "payments_received", "quotes", "sales_orders", "credit_notes")
BOUGHT = ("bills", "debit_notes", "expenses")


@pytest.mark.parametrize("kind", [*SOLD, *BOUGHT])
def test_q_finds_documents_by_what_their_party_is_called(kind: str, shelf: Shelf) -> None:
    field, parties = ("customerId", shelf.customers) if kind in SOLD else ("vendorId", shelf.vendors)
    rows = shelf.rows(kind)
    for q, named in (("Name 1", parties[1]), ("naME 0", parties[0])):
        found = {row["id"] for row in shelf.rows(kind, f"q={q}")}
        assert found == {row["id"] for row in rows if row[field] == named} != set()


def test_q_looks_for_the_name_that_a_party_has_now_deleted_or_not(org: Client) -> None:
    buyer = customer(org, displayName="Old Mill")
    body = {"customerId": buyer, "invoiceDate": "2026-05-01", "lines": [line()], "status": "SENT"}
    sent = org.make("/invoices", body)["id"]
    org.patch(f"/customers/{buyer}", {"displayName": "New Mill"})
    assert org.read("/invoices?q=old") == []
    assert [row["id"] for row in org.read("/invoices?q=new+mill")] == [sent]
    org.post(f"/invoices/{sent}/void")
    assert org.delete(f"/customers/{buyer}").status_int == 200
    assert [row["id"] for row in org.read("/invoices?q=new+mill")] == [sent]


def test_q_finds_no_documents_of_another_organization_by_its_customers(org: Client, service: Service) -> None:
    other = service.organization()
    for one in (org, other):
        body = {
            "customerId": customer(one, displayName="Mill"),
            "invoiceDate": "2026-05-01",
            "lines": [line()],
        }
        one.make("/invoices", body)
    assert len(org.read("/invoices?q=mill")) == 1
