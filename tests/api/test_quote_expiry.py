"""A quote that was sent is EXPIRED after its expiry date, where the organization is."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.selling import customer
from tests.service import Client, Service

LINE = {"description": "Work", "quantity": 1, "rate": 100}
PAST = "2026-05-05"


def quote(org: Client, **fields: object) -> str:
    body = {"customerId": customer(org), "quoteDate": "2026-01-01", "lines": [LINE], "status": "SENT"}
    return str(org.make("/quotes", body | fields)["id"])


@pytest.mark.parametrize("zone", ["Etc/GMT+12", "Etc/GMT-14", "Asia/Kolkata"])
def test_the_last_day_is_the_organizations(service: Service, zone: str) -> None:
    org = service.organization(time_zone=zone)
    today = datetime.now(UTC).astimezone(ZoneInfo(zone)).date()
    last, over = (quote(org, expiryDate=day.isoformat()) for day in (today, today - timedelta(days=1)))
    assert org.read(f"/quotes/{last}")["status"] == "SENT"
    assert org.read(f"/quotes/{over}")["status"] == "EXPIRED"


def test_lists_show_it_and_are_narrowed_by_it(org: Client) -> None:
    over, stored, out, endless = (
        quote(org, expiryDate=PAST),
        quote(org, status="EXPIRED"),
        quote(org, expiryDate="2998-01-01"),
        quote(org),
    )
    shown = {row["id"]: row["status"] for row in org.read("/quotes")}
    assert shown == {over: "EXPIRED", stored: "EXPIRED", out: "SENT", endless: "SENT"}
    for status, found in (("EXPIRED", {over, stored}), ("SENT", {out, endless})):
        answer = org.get(f"/quotes?status={status}").json
        assert {row["id"] for row in answer["data"]} == found
        assert answer["meta"]["total"] == 2


@pytest.mark.parametrize("status", ["DRAFT", "ACCEPTED", "DECLINED"])
def test_only_what_is_out_expires(org: Client, status: str) -> None:
    assert org.read(f"/quotes/{quote(org, status=status, expiryDate=PAST)}")["status"] == status


@pytest.mark.parametrize(("word", "status"), [("accept", "ACCEPTED"), ("decline", "DECLINED")])
def test_it_may_still_be_answered(org: Client, word: str, status: str) -> None:
    id = quote(org, expiryDate=PAST)
    assert org.post(f"/quotes/{id}/{word}").json["data"] == {"id": id, "status": status}
    assert org.read(f"/quotes/{id}")["status"] == status


def test_it_may_still_be_converted(org: Client) -> None:
    id = quote(org, expiryDate=PAST)
    assert org.post(f"/quotes/{id}/convert", {"type": "INVOICE"}).status_int == 201
    assert org.read(f"/quotes/{id}")["status"] == "ACCEPTED"
