"""The vendor ledger: bills and debit notes are credits, payments are debits."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest

from tests.api.ledgers import figures
from tests.elsewhere import Elsewhere
from tests.refusals import refused
from tests.selling import DAY, PAST, Body
from tests.service import Client, Service

LISTED = {"vendorId", "displayName", "openingBalance", "currencyCode"}
MSME = {"msmeType": "MICRO", "udyamNumber": "UDYAM-MH-00-0000001", "msmeAgreedCreditDays": 30}


def vendor(org: Client, **fields: Any) -> str:
    """A new vendor's id."""
    return str(org.make("/vendors", {"displayName": "Supplies", "leadTimeDays": 1} | MSME | fields)["id"])


def ledger(org: Client, vendor_id: str, window: str = "") -> Body:
    data: Body = org.read(f"/vendor-ledger/{vendor_id}{window}")
    return data


@pytest.fixture
def elsewhere(service: Service, org: Client) -> Elsewhere:
    return Elsewhere(service, org)


def test_a_vendor_is_listed_with_exactly_these_keys(org: Client) -> None:
    id = vendor(org, openingBalance=10.5)
    answer = org.get("/vendor-ledger").json
    assert answer["data"] == [
        {"vendorId": id, "displayName": "Supplies", "openingBalance": 10.5, "currencyCode": "INR"}
    ]
    assert answer["data"][0].keys() == LISTED
    assert answer["meta"] == {"page": 1, "limit": 50, "total": 1, "hasMore": False, "nextCursor": None}


@pytest.mark.parametrize("q", ["ROOF", "29aapfu", "98765", "asha@", "%", "_"])
def test_q_looks_into_name_gstin_phone_and_email(q: str, org: Client) -> None:
    facts = {"gstin": "29AAPFU0939F1ZR", "phone": "+91 98765 1", "email": "asha@roofs.in"}
    id = vendor(org, displayName="100%_Roofs", **facts)
    vendor(org, displayName="Other", legalName="Roof 29AAPFU 98765 asha@")
    answer = org.get(f"/vendor-ledger?q={quote(q)}").json
    assert [row["vendorId"] for row in answer["data"]] == [id]
    assert answer["meta"]["total"] == 1


def test_a_deleted_vendor_has_left_the_ledgers(org: Client) -> None:
    id = vendor(org)
    assert org.delete(f"/vendors/{id}").status_int == 200
    assert org.read("/vendor-ledger") == []
    assert org.get(f"/vendor-ledger/{id}").status_int == 404


def test_a_ledger_has_exactly_these_keys(org: Client, elsewhere: Elsewhere) -> None:
    id = vendor(org, openingBalance=50)
    elsewhere.bill(id, 100, number="B-1")
    assert ledger(org, id) == {
        "vendor": {"id": id, "displayName": "Supplies"},
        "openingBalance": 50,
        "outstanding": 150,
        "entries": [
            {
                "date": f"{DAY}T00:00:00Z",
                "type": "bill",
                "number": "B-1",
                "debit": 0,
                "credit": 100,
                "status": "OPEN",
                "balance": 150,
            }
        ],
    }


def test_a_vendor_without_documents_is_owed_the_opening_balance(org: Client) -> None:
    read = ledger(org, vendor(org, openingBalance=12.34))
    assert (read["openingBalance"], read["outstanding"], read["entries"]) == (12.34, 12.34, [])


def test_bills_and_debit_notes_credit_the_balance_and_payments_debit_it(
    org: Client, elsewhere: Elsewhere
) -> None:
    id = vendor(org, openingBalance=10)
    elsewhere.debit_note(id, 25, day="2026-05-07")
    elsewhere.bill(id, 300, day="2026-05-10")
    elsewhere.payment_made(id, 60.5, day="2026-05-05", mode="CHEQUE")
    elsewhere.bill(id, 100, day="2026-05-01")
    read = ledger(org, id)
    assert figures(read) == [
        ("bill", 0, 100, 110),
        ("payment", 60.5, 0, 49.5),
        ("debit_note", 0, 25, 74.5),
        ("bill", 0, 300, 374.5),
    ]
    assert read["outstanding"] == 374.5
    assert [e["status"] for e in read["entries"]] == ["OPEN", "CHEQUE", "OPEN", "OPEN"]


def test_drafts_and_void_documents_do_not_stand_in_it(org: Client, elsewhere: Elsewhere) -> None:
    id = vendor(org)
    for status in ("DRAFT", "VOID"):
        elsewhere.bill(id, 10, status=status)
        elsewhere.debit_note(id, 10, status=status)
    assert (ledger(org, id)["entries"], ledger(org, id)["outstanding"]) == ([], 0)


def test_statuses_follow_what_was_paid_and_the_due_date(org: Client, elsewhere: Elsewhere) -> None:
    id = vendor(org)
    bills = [elsewhere.bill(id, 100, due_date=due) for due in ("2999-12-31", PAST, PAST, PAST)]
    payment, note = elsewhere.payment_made(id, 140), elsewhere.debit_note(id, 50)
    elsewhere.apply("payment_made", payment, bills[2], 40)
    elsewhere.apply("payment_made", payment, bills[3], 50)
    elsewhere.apply("debit_note", note, bills[3], 50)
    shown = [e["status"] for e in ledger(org, id)["entries"]]
    assert shown == ["OPEN", "OVERDUE", "PARTIALLY_PAID", "PAID", "UPI", "CLOSED"]


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "Pacific/Honolulu"])
def test_overdue_begins_the_day_after_the_due_date_where_the_organization_is(
    zone: str, service: Service
) -> None:
    org = service.organization(time_zone=zone)
    id, today = vendor(org), datetime.now(ZoneInfo(zone)).date()
    for days in (0, 1):
        Elsewhere(service, org).bill(id, 100, due_date=today - timedelta(days=days))
    assert [e["status"] for e in ledger(org, id)["entries"]] == ["OPEN", "OVERDUE"]


def test_a_document_in_another_currency_is_converted_at_its_own_rate(
    org: Client, elsewhere: Elsewhere
) -> None:
    id = vendor(org)
    elsewhere.bill(id, 10.01, currency_code="USD", exchange_rate=83.1234)
    elsewhere.payment_made(id, 1, currency_code="USD", exchange_rate=84)
    elsewhere.debit_note(id, 0.33, currency_code="USD", exchange_rate=90)
    assert figures(ledger(org, id)) == [
        ("bill", 0, 832.07, 832.07),
        ("payment", 84, 0, 748.07),
        ("debit_note", 0, 29.7, 777.77),
    ]


def test_a_document_in_the_vendors_own_currency_is_taken_as_it_is(org: Client, elsewhere: Elsewhere) -> None:
    id = vendor(org, currencyCode="USD")
    elsewhere.bill(id, 10.01, currency_code="USD", exchange_rate=83.1234)
    assert ledger(org, id)["outstanding"] == 10.01


@pytest.mark.parametrize(
    ("window", "balances"),
    [
        ("", [1001, 1003, 1007]),
        ("?from=2026-05-01", [1003, 1007]),
        ("?to=2026-05-01", [1001, 1003]),
        ("?from=2026-05-02&to=2026-06-01", [1007]),
        ("?from=2026-05-02&to=2026-05-31", []),
    ],
)
def test_a_window_narrows_the_entries_and_nothing_else(
    window: str, balances: list[float], org: Client, elsewhere: Elsewhere
) -> None:
    id = vendor(org, openingBalance=1000)
    for month, total in ((4, 1), (5, 2), (6, 4)):
        elsewhere.bill(id, total, day=f"2026-0{month}-01")
    read = ledger(org, id, window)
    assert [entry["balance"] for entry in read["entries"]] == balances
    assert (read["openingBalance"], read["outstanding"]) == (1000, 1007)


def test_a_window_that_is_none_is_refused_by_name(org: Client) -> None:
    path = f"/vendor-ledger/{vendor(org)}"
    assert refused(org.get(f"{path}?from=x&to=2026-13-01")) == {"from", "to"}
    assert refused(org.get(f"{path}?from=2026-05-02&to=2026-05-01")) == {"from"}
