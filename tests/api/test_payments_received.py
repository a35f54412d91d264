"""Payments received: what they keep and refuse, how they are listed."""

import gc

import pytest

from app.schemas.payments_received import MODES
from tests.api.paying import post
from tests.refusals import refused
from tests.selling import DAY, customer, pay
from tests.service import Client

FIELDS = {
    "id",
    "organizationId",
    "paymentNumber",
    "customerId",
    "paymentDate",
    "mode",
    "referenceNumber",
    "depositAccount",
    "amount",
    "allocated",
    "openingBalanceApplied",
    "currencyCode",
    "exchangeRate",
    "gatewayPaymentId",
    "isGatewayAuto",
    "notes",
    "createdBy",
    "createdAt",
    "updatedAt",
    "tdsAmount",
    "tdsSectionCode",
    "allocations",
}
DEFAULTS = {
    "mode": "BANK_TRANSFER",
    "referenceNumber": None,
    "depositAccount": None,
    "allocated": 0,
    "openingBalanceApplied": 0,
    "currencyCode": "INR",
    "exchangeRate": 1,
    "gatewayPaymentId": None,
    "isGatewayAuto": False,
    "notes": None,
    "tdsAmount": 0,
    "tdsSectionCode": None,
    "allocations": [],
}


def test_creating_answers_the_id_alone(org: Client) -> None:
    answer = post(org, customer(org), 10)
    assert answer.status_int == 201
    assert answer.json == {"success": True, "data": {"id": answer.json["data"]["id"]}}


def test_a_minimal_payment_reads_with_its_defaults(org: Client) -> None:
    customer_id = customer(org)
    given = {"customerId": customer_id, "paymentDate": DAY, "amount": 10.5}
    record = org.read(f"/payments-received/{org.make('/payments-received', given)['id']}")
    assert record.keys() >= FIELDS
    assert DEFAULTS.items() <= record.items()
    assert (record["customerId"], record["amount"]) == (customer_id, 10.5)
    assert record["paymentDate"] == f"{DAY}T00:00:00Z"
    assert (record["organizationId"], record["createdBy"]) == (org.organization_id, org.user_id)
    assert record["paymentNumber"] == "PMT-00001"


def test_every_field_of_a_payment_is_kept(org: Client) -> None:
    fields = {
        "mode": "CHEQUE",
        "referenceNumber": "000123",
        "depositAccount": "Current",
        "notes": "Thanks ₹",
        "currencyCode": "USD",
        "exchangeRate": 83.125,
        "tdsAmount": 1.5,
        "tdsSectionCode": "194C",
    }
    assert fields.items() <= pay(org, customer(org), 10, **fields).items()


def test_every_mode_is_taken(org: Client) -> None:
    buyer = customer(org)
    assert [pay(org, buyer, 1, mode=mode)["mode"] for mode in MODES] == list(MODES)


# Lists and reads


def test_the_list_shows_payments_without_allocations_newest_first(org: Client) -> None:
    customer_id = customer(org)
    days = ["2026-05-02", "2026-05-03", "2026-05-01", "2026-05-02"]
    made = [pay(org, customer_id, 1, paymentDate=day) for day in days]
    alone = ("allocations", "emailSentAt")
    wanted = [{k: v for k, v in made[n].items() if k not in alone} for n in (1, 3, 0, 2)]
    answer = org.get("/payments-received?limit=3").json
    assert answer["data"] == wanted[:3]
    assert answer["meta"].pop("nextCursor")
    assert answer["meta"] == {"page": 1, "limit": 3, "total": 4, "hasMore": True}
    assert org.read("/payments-received?page=2&limit=3") == wanted[3:]


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("PMT-00002", ["PMT-00002"]),
        ("mt-0000", ["PMT-00003", "PMT-00002", "PMT-00001"]),
        ("utr", ["PMT-00001"]),
        ("50%", ["PMT-00002"]),
        ("%", ["PMT-00002"]),
        ("_", []),
        ("\\", ["PMT-00003"]),
        ("Nobody", []),
        ("", ["PMT-00003", "PMT-00002", "PMT-00001"]),
    ],
)
def test_q_searches_payment_numbers_and_reference_numbers(org: Client, q: str, found: list[str]) -> None:
    customer_id = customer(org)
    for reference in ("UTR9", "50%", "a\\b"):
        pay(org, customer_id, 1, referenceNumber=reference)
    answer = org.web.get(
        "/api/v1/payments-received", {"q": q}, headers={"Authorization": f"Bearer {org.token}"}
    ).json
    assert [row["paymentNumber"] for row in answer["data"]] == found
    assert answer["meta"]["total"] == len(found)


def test_a_payment_cannot_be_changed(org: Client) -> None:
    record = pay(org, customer(org), 10)
    assert org.patch(f"/payments-received/{record['id']}", {"amount": 1}).status_int == 405


@pytest.mark.slow
def test_nothing_stays_in_memory_of_payments_that_were_refused(org: Client) -> None:
    mark = "a payment of nobody"
    for _ in range(3):
        assert refused(post(org, "cus_nobody", 10, notes=mark)) == {"customerId"}
    gc.collect()
    bodies = [one for one in gc.get_objects() if type(one) is dict and one.get("notes") == mark]
    assert bodies == []
