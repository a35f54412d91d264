"""Expenses."""

from typing import Any

import pytest

from tests.parallel import at_once
from tests.refusals import refused
from tests.service import Client, Service

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


def vendor(org: Client) -> str:
    body = {"leadTimeDays": None, "msmeType": None, "udyamNumber": None, "msmeAgreedCreditDays": None}
    return str(org.make("/vendors", body | {"displayName": "Landlord"})["id"])


def test_an_expense_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    made = org.make("/expenses", TAXI)
    assert made == {
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


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        pytest.param("category", "x" * 100, "x" * 100, id="category of 100"),
        pytest.param("expenseDate", "1900-01-01", "1900-01-01T00:00:00Z", id="first day"),
        pytest.param("expenseDate", "2999-12-31", "2999-12-31T00:00:00Z", id="last day"),
        pytest.param(
            "expenseDate", "2026-05-05T01:00:00+05:30", "2026-05-04T00:00:00Z", id="cut to its UTC date"
        ),
        pytest.param("amount", 0, 0, id="amount 0"),
        pytest.param("amount", 2.675, 2.68, id="half away from zero"),
        pytest.param("amount", 2.674999, 2.67, id="below half"),
        pytest.param("amount", 9999999999999.99, 9999999999999.99, id="amount of 13 digits"),
        pytest.param("taxRatePercent", 100, 100, id="rate 100"),
        pytest.param("taxAmount", 1.005, 1.01, id="tax half away from zero"),
        pytest.param("notes", "x" * 10_000, "x" * 10_000, id="notes of 10,000"),
        pytest.param("notes", 5, "5", id="notes a number"),
        pytest.param("paidThroughAccount", True, "true", id="account a boolean"),
        pytest.param("currencyCode", "eur", "EUR", id="currency in capitals"),
        pytest.param("exchangeRate", 0.000001, 0.000001, id="rate of exchange of 6 places"),
    ],
)
def test_a_value_inside_its_bounds_is_kept(service: Service, field: str, value: Any, kept: Any) -> None:
    org = service.organization()
    made = org.make("/expenses", TAXI | {field: value})
    assert made[field] == kept
    assert org.patch(f"/expenses/{made['id']}", TAXI | {field: value}).json["data"][field] == kept


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("category", " ", id="blank category"),
        pytest.param("category", "x" * 101, id="category of 101"),
        pytest.param("category", None, id="category null"),
        pytest.param("expenseDate", "2026-02-30", id="no such day"),
        pytest.param("expenseDate", "20260504", id="no dashes"),
        pytest.param("expenseDate", "1899-12-31", id="day too early"),
        pytest.param("expenseDate", "3000-01-01", id="day too late"),
        pytest.param("expenseDate", "infinity", id="infinity"),
        pytest.param("expenseDate", None, id="day null"),
        pytest.param("amount", -0.01, id="amount below 0"),
        pytest.param("amount", 1e13, id="amount of 14 digits"),
        pytest.param("amount", "1", id="amount as text"),
        pytest.param("amount", True, id="amount a boolean"),
        pytest.param("amount", None, id="amount null"),
        pytest.param("taxRatePercent", -1, id="rate below 0"),
        pytest.param("taxRatePercent", 100.01, id="rate above 100"),
        pytest.param("taxAmount", -0.01, id="tax below 0"),
        pytest.param("itcEligible", "true", id="eligible as text"),
        pytest.param("currencyCode", "RS", id="currency of 2"),
        pytest.param("exchangeRate", 0, id="rate of exchange 0"),
        pytest.param("notes", "x" * 10_001, id="notes of 10,001"),
        pytest.param("paidThroughAccount", "x" * 256, id="account of 256"),
        pytest.param("vendorId", {}, id="vendor an object"),
        pytest.param("expenseNumber", "EXP-1", id="number sent"),
        pytest.param("expenseNumber", None, id="number null"),
    ],
)
def test_a_value_outside_its_bounds_is_refused_by_name(service: Service, field: str, value: Any) -> None:
    org = service.organization()
    assert refused(org.post("/expenses", TAXI | {field: value})) == {field}
    made = org.make("/expenses", TAXI)
    assert made["expenseNumber"] == "EXP-00001"
    assert refused(org.patch(f"/expenses/{made['id']}", TAXI | {field: value})) == {field}


@pytest.mark.parametrize("field", TAXI)
def test_a_required_field_is_required_on_create_and_update(service: Service, field: str) -> None:
    org = service.organization()
    made = org.make("/expenses", TAXI)
    body = {key: value for key, value in TAXI.items() if key != field}
    assert refused(org.post("/expenses", body)) == {field}
    assert refused(org.patch(f"/expenses/{made['id']}", body)) == {field}


def test_a_field_left_out_of_a_change_keeps_its_value(service: Service) -> None:
    org = service.organization()
    made = org.make("/expenses", FULL | {"vendorId": vendor(org)})
    required = {key: FULL[key] for key in TAXI}
    changed = org.patch(f"/expenses/{made['id']}", required).json["data"]
    assert changed | {"updatedAt": made["updatedAt"], "updatedBy": None} == made


@pytest.mark.parametrize("field", ["vendorId", "paidThroughAccount", "notes"])
def test_null_clears_a_field(service: Service, field: str) -> None:
    org = service.organization()
    made = org.make("/expenses", FULL | {"vendorId": vendor(org)})
    assert made[field] is not None
    assert org.patch(f"/expenses/{made['id']}", TAXI | {field: None}).json["data"][field] is None


def test_a_vendor_must_be_a_live_one_of_the_organization(service: Service) -> None:
    org, other = service.organization(), service.organization()
    gone = vendor(org)
    org.delete(f"/vendors/{gone}")
    made = org.make("/expenses", TAXI)
    for wrong in ("ven_none", "x" * 31, gone, vendor(other), made["id"]):
        assert refused(org.post("/expenses", TAXI | {"vendorId": wrong})) == {"vendorId"}
        assert refused(org.patch(f"/expenses/{made['id']}", TAXI | {"vendorId": wrong})) == {"vendorId"}
    assert org.make("/expenses", TAXI)["expenseNumber"] == "EXP-00002"


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


def test_fields_that_the_server_owns_are_ignored(service: Service) -> None:
    org = service.organization()
    made = org.make("/expenses", TAXI)
    sent = {key: value for key, value in made.items() if key != "expenseNumber"}
    sent |= {"id": "exp_mine", "organizationId": "org_x", "createdBy": "usr_x", "fiscalYear": 1999}
    changed = org.patch(f"/expenses/{made['id']}", sent).json["data"]
    assert changed | {"updatedAt": made["updatedAt"], "updatedBy": None} == made


def test_a_deleted_expense_is_gone_from_list_and_read(service: Service) -> None:
    org = service.organization()
    made = org.make("/expenses", TAXI)
    assert org.delete(f"/expenses/{made['id']}").json["data"] == {"deleted": True}
    assert org.get(f"/expenses/{made['id']}").status_int == 404
    assert org.patch(f"/expenses/{made['id']}", TAXI).status_int == 404
    assert org.delete(f"/expenses/{made['id']}").status_int == 404
    assert org.read("/expenses") == []


def test_an_expense_of_another_organization_is_not_there(service: Service) -> None:
    made = service.organization().make("/expenses", TAXI)
    other = service.organization()
    assert other.get(f"/expenses/{made['id']}").status_int == 404
    assert other.patch(f"/expenses/{made['id']}", TAXI).status_int == 404
    assert other.delete(f"/expenses/{made['id']}").status_int == 404


def test_the_list_is_by_expense_date_newest_first(service: Service) -> None:
    org = service.organization()
    days = ["2026-05-02", "2026-05-04", "2026-05-03", "2026-05-04"]
    ids = [org.make("/expenses", TAXI | {"expenseDate": day})["id"] for day in days]
    assert [row["id"] for row in org.read("/expenses")] == [ids[3], ids[1], ids[2], ids[0]]
    answer = org.get("/expenses?limit=3&page=2").json
    assert [row["id"] for row in answer["data"]] == [ids[0]]
    assert answer["meta"] == {"page": 2, "limit": 3, "total": 4, "hasMore": False, "nextCursor": None}
