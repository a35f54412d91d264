"""Expenses."""

import pytest

from tests.parallel import at_once
from tests.selling import vendor
from tests.service import Service

TAXI = {"category": "Travel", "expenseDate": "2026-05-04", "amount": 450}

FULL = {
    "category": "Office rent",
    "expenseDate": "2026-05-04T00:00:00Z",
    "paidThroughAccount": "HDFC current account",
    "amount": 1180.5,
    "taxRatePercent": 18,
    "taxAmount": 180.08,
    "itcEligible": True,
    "notes": "May",
    "currencyCode": "USD",
    "exchangeRate": 83.123456,
}


def test_an_expense_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/expenses", TAXI)
    assert made == {
        "externalReference": None,
        "id": made["id"],
        "organizationId": org.organization_id,
        "expenseNumber": "EXP-00001",
        "vendorId": None,
        "category": "Travel",
        "expenseDate": "2026-05-04T00:00:00Z",
        "paidThroughAccount": None,
        "amount": 450,
        "taxRatePercent": 0,
        "taxAmount": 0,
        "itcEligible": False,
        "notes": None,
        "currencyCode": "INR",
        "exchangeRate": 1,
        "createdBy": org.user_id,
        "updatedBy": None,
        "createdAt": made["createdAt"],
        "updatedAt": made["updatedAt"],
    }
    assert org.read(f"/expenses/{made['id']}") == made


def test_every_field_of_an_expense_is_kept(service: Service) -> None:
    org = service.organization()
    body = FULL | {"vendorId": vendor(org)}
    made = org.make("/expenses", body)
    assert body.items() <= made.items()
    other = {
        "vendorId": vendor(org),
        "category": "Power",
        "expenseDate": "2027-01-31T00:00:00Z",
        "paidThroughAccount": "cash",
        "amount": 1,
        "taxRatePercent": 5,
        "taxAmount": 0.05,
        "itcEligible": False,
        "notes": "June",
        "currencyCode": "EUR",
        "exchangeRate": 90,
    }
    changed = org.patch(f"/expenses/{made['id']}", other).json["data"]
    assert other.items() <= changed.items()
    assert changed["updatedBy"] == org.user_id
    assert org.read(f"/expenses/{made['id']}") == changed


@pytest.mark.parametrize("day", ["1900-01-01", "2999-12-31"])
def test_the_first_and_the_last_day_are_kept(service: Service, day: str) -> None:
    made = service.organization().make("/expenses", TAXI | {"expenseDate": day})
    assert made["expenseDate"] == f"{day}T00:00:00Z"


@pytest.mark.parametrize("field", ["vendorId", "paidThroughAccount", "notes"])
def test_null_clears_a_field(service: Service, field: str) -> None:
    org = service.organization()
    made = org.make("/expenses", FULL | {"vendorId": vendor(org)})
    assert made[field] is not None
    assert org.patch(f"/expenses/{made['id']}", TAXI | {field: None}).json["data"][field] is None


def test_an_expense_keeps_the_vendor_it_was_written_for(service: Service) -> None:
    org = service.organization()
    named = vendor(org)
    made = org.make("/expenses", TAXI | {"vendorId": named})
    org.delete(f"/vendors/{named}")
    assert org.patch(f"/expenses/{made['id']}", TAXI).json["data"]["vendorId"] == named


def test_the_number_comes_from_the_organization_s_series(service: Service) -> None:
    org = service.organization()
    org.make("/number-series", {"docType": "EXPENSE", "prefix": "E/{FY}/", "suffix": "/X", "nextNumber": 41})
    # numbered in the fiscal year that the expense's date is in: not the running one
    assert org.make("/expenses", TAXI | {"expenseDate": "2019-03-31"})["expenseNumber"] == "E/18-19/00001/X"
    assert org.make("/expenses", TAXI | {"expenseDate": "2019-04-01"})["expenseNumber"] == "E/19-20/00001/X"
    assert org.make("/expenses", TAXI | {"expenseDate": "2019-03-30"})["expenseNumber"] == "E/18-19/00002/X"


def test_a_number_that_was_deleted_is_not_given_again(service: Service) -> None:
    org = service.organization()
    org.delete(f"/expenses/{org.make('/expenses', TAXI)['id']}")
    assert org.make("/expenses", TAXI)["expenseNumber"] == "EXP-00002"


def test_32_expenses_created_at_once_have_numbers_without_gap_or_double(service: Service) -> None:
    org = service.organization()
    answers = at_once(32, org, lambda client, _: client.post("/expenses", TAXI))
    assert {answer.status_int for answer in answers} == {201}
    numbers = sorted(answer.json["data"]["expenseNumber"] for answer in answers)
    assert numbers == [f"EXP-{n:05d}" for n in range(1, 33)]


def test_the_list_is_by_expense_date_newest_first(service: Service) -> None:
    org = service.organization()
    days = ["2026-05-02", "2026-05-04", "2026-05-03", "2026-05-04"]
    ids = [org.make("/expenses", TAXI | {"expenseDate": day})["id"] for day in days]
    assert [row["id"] for row in org.read("/expenses")] == [ids[3], ids[1], ids[2], ids[0]]
    answer = org.get("/expenses?limit=3&page=2").json
    assert [row["id"] for row in answer["data"]] == [ids[0]]
    assert answer["meta"] == {"page": 2, "limit": 3, "total": 4, "hasMore": False, "nextCursor": None}
