"""Numbers of all years when their series, which counted all years in one, begins to reset."""

from collections.abc import Callable

import pytest

from tests.api.series import changed, delete, issue, next_number, series, spend, today, years_ago
from tests.refusals import refused
from tests.selling import customer, pay
from tests.service import Client, Service


def receive(org: Client, day: str) -> str:
    return str(pay(org, customer(org), 1, paymentDate=day)["paymentNumber"])


def by_a_change(org: Client, doc_type: str) -> None:
    (made,) = org.read("/number-series")
    assert made["docType"] == doc_type
    changed(org, made, resetYearly=True)


def by_another_series(org: Client, doc_type: str) -> None:
    (made,) = org.read("/number-series")
    delete(org, made)
    series(org, doc_type)


NUMBERING = {"INVOICE": issue, "PAYMENT_RECEIVED": receive, "EXPENSE": spend}


@pytest.mark.parametrize("begin", [by_a_change, by_another_series])
@pytest.mark.parametrize("doc_type", NUMBERING)
def test_every_year_with_numbers_goes_on_after_the_last_of_all_years(
    service: Service, doc_type: str, begin: Callable[[Client, str], None]
) -> None:
    org, take = service.organization(), NUMBERING[doc_type]
    series(org, doc_type, resetYearly=False)
    old, new, to_come = years_ago(3), years_ago(0), years_ago(-2)
    assert [take(org, day) for day in (old, new, to_come)] == ["00001", "00002", "00003"]
    begin(org, doc_type)
    for day in (to_come, old, new):
        assert [take(org, day), take(org, day)] == ["00004", "00005"]


@pytest.mark.parametrize(
    ("doc_type", "prefix"), [("INVOICE", "INV-"), ("PAYMENT_RECEIVED", "PMT-"), ("EXPENSE", "EXP-")]
)
def test_a_series_made_on_first_use_goes_on_in_the_old_years_too(
    service: Service, doc_type: str, prefix: str
) -> None:
    org, take = service.organization(), NUMBERING[doc_type]
    made = series(org, doc_type, prefix=prefix, resetYearly=False)
    assert [take(org, years_ago(2)), take(org, years_ago(0))] == [f"{prefix}00001", f"{prefix}00002"]
    delete(org, made)
    assert take(org, years_ago(2)) == f"{prefix}00003"


@pytest.mark.parametrize("begin", [by_a_change, by_another_series])
def test_a_year_without_numbers_begins_at_1(service: Service, begin: Callable[[Client, str], None]) -> None:
    org = service.organization()
    series(org, resetYearly=False)
    assert [spend(org, years_ago(3)), spend(org)] == ["00001", "00002"]
    # Another kind's number says nothing of this one's years.
    issue(org, years_ago(2))
    delete(org, next(row for row in org.read("/number-series") if row["docType"] == "INVOICE"))
    begin(org, "EXPENSE")
    assert [spend(org, years_ago(2)), spend(org, years_ago(-1))] == ["00001", "00001"]


def test_the_running_year_goes_on_where_it_has_no_numbers_yet(service: Service) -> None:
    org = service.organization()
    made = series(org, resetYearly=False)
    assert [spend(org, years_ago(1)), spend(org, years_ago(1))] == ["00001", "00002"]
    assert changed(org, made, resetYearly=True)["nextNumber"] == 3
    assert spend(org) == "00003"


def test_a_number_set_ahead_goes_to_the_running_year_only(service: Service) -> None:
    org = service.organization()
    made = series(org, resetYearly=False)
    assert spend(org, years_ago(1)) == "00001"
    changed(org, made, nextNumber=500)
    assert changed(org, made, resetYearly=True)["nextNumber"] == 500
    assert [spend(org), spend(org, years_ago(1))] == ["00500", "00002"]


def test_a_number_given_with_the_change_is_the_running_year_s(service: Service) -> None:
    org = service.organization()
    made = series(org, resetYearly=False)
    assert spend(org, years_ago(1)) == "00001"
    assert refused(org.patch(f"/number-series/{made['id']}", {"resetYearly": True, "nextNumber": 1})) == {
        "nextNumber"
    }
    assert changed(org, made, resetYearly=True, nextNumber=40)["nextNumber"] == 40
    assert [spend(org), spend(org, years_ago(1))] == ["00040", "00002"]


def test_a_number_given_to_the_next_series_is_the_running_year_s(service: Service) -> None:
    org = service.organization()
    made = series(org, resetYearly=False)
    assert spend(org, years_ago(1)) == "00001"
    delete(org, made)
    again = series(org, nextNumber=40)
    assert [spend(org), spend(org, years_ago(1))] == ["00040", "00002"]
    assert next_number(org, again) == 41


def test_the_number_of_a_deleted_document_is_passed_over_too(service: Service) -> None:
    org = service.organization()
    made = series(org, resetYearly=False)
    body = {"category": "Travel", "expenseDate": years_ago(1), "amount": 1}
    org.delete(f"/expenses/{org.make('/expenses', body)['id']}")
    changed(org, made, resetYearly=True)
    assert spend(org, years_ago(1)) == "00002"


def test_a_year_that_had_counted_further_by_itself_does_not_go_back(service: Service) -> None:
    org = service.organization()
    made = series(org)
    assert [spend(org, years_ago(2)) for _ in range(3)][-1] == "00003"
    changed(org, made, resetYearly=False)
    changed(org, made, resetYearly=True)
    assert [spend(org, years_ago(2)), spend(org)] == ["00004", "00004"]


def test_years_are_those_of_the_organization(service: Service) -> None:
    # Its year is the calendar's: the two days are of one fiscal year, which India's 1 April would part.
    org = service.organization(fiscal_year_start_month=1)
    made = series(org, resetYearly=False)
    last = today().year - 1
    assert spend(org, f"{last}-03-31") == "00001"
    changed(org, made, resetYearly=True)
    assert [spend(org, f"{last}-04-01"), spend(org, f"{last - 1}-12-31")] == ["00002", "00001"]
