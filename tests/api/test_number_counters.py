"""The field nextNumber of a series, read and set."""

from datetime import date
from typing import Any

import psycopg
import pytest

from app.numbering.counting import ToNumber
from app.numbering.series import take_numbers
from app.postgres.database import Row, Transaction
from app.schemas.numbers import SAFE_INTEGER
from tests.api.series import DEFAULTS, change, changed, delete, next_number, series, spend, today, years_ago
from tests.parallel import at_once
from tests.refusals import refused
from tests.service import Client, Service


def test_next_number_is_the_one_that_the_next_document_of_today_takes(service: Service) -> None:
    org = service.organization()
    made = series(org, prefix="E", padding=3, nextNumber=7)
    assert [spend(org), spend(org)] == ["E007", "E008"]
    assert next_number(org, made) == 9
    assert changed(org, made, nextNumber=20)["nextNumber"] == 20
    assert spend(org) == "E020"


def test_a_series_made_on_first_use_reads_the_same_way(service: Service) -> None:
    org = service.organization()
    spend(org)
    (made,) = org.read("/number-series")
    expected = DEFAULTS | {"docType": "EXPENSE", "prefix": "EXP-", "nextNumber": 2}
    assert expected.items() <= made.items()


def test_a_series_that_somebody_makes_at_the_first_use_is_used_in_all_years(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    org, ask = service.organization(), Transaction.all
    wanted = [ToNumber(date(2026, 3, 31)), ToNumber(date(2026, 4, 1))]

    def take(tx: Transaction) -> list[str]:
        tx.enter(org.organization_id)
        return [number.text for number in take_numbers(tx, "EXPENSE", wanted)]

    def meanwhile(tx: Transaction, query: str, /, **params: Any) -> list[Row]:
        monkeypatch.setattr(Transaction, "all", ask)
        found = tx.all(query, **params)
        series(org, prefix="E{FY}-")
        return found

    monkeypatch.setattr(Transaction, "all", meanwhile)
    assert service.owner.run_as_owner(take) == ["E25-26-00001", "E26-27-00001"]
    assert service.owner.run_as_owner(take) == ["E25-26-00002", "E26-27-00002"]


def test_documents_of_another_fiscal_year_do_not_move_next_number(service: Service) -> None:
    org = service.organization()
    made = series(org, prefix="E{FY}-", nextNumber=5)
    last_year = spend(org, years_ago(1))
    assert last_year.endswith("-00001")
    assert next_number(org, made) == 5
    assert spend(org).endswith("-00005")


def test_a_series_that_never_resets_counts_all_years_in_one(service: Service) -> None:
    org = service.organization()
    made = series(org, resetYearly=False, nextNumber=5)
    assert [spend(org, years_ago(1)), spend(org), spend(org, years_ago(3))] == ["00005", "00006", "00007"]
    assert next_number(org, made) == 8


@pytest.mark.parametrize("reset_yearly", [True, False])
def test_next_number_never_goes_back_over_a_number_that_was_taken(
    service: Service, reset_yearly: bool
) -> None:
    org = service.organization()
    made = series(org, nextNumber=5, resetYearly=reset_yearly)
    spend(org)
    assert refused(change(org, made, nextNumber=5, padding=6)) == {"nextNumber"}
    assert org.read(f"/number-series/{made['id']}")["padding"] == 5
    assert changed(org, made, nextNumber=100)["nextNumber"] == 100
    assert changed(org, made, nextNumber=6)["nextNumber"] == 6


@pytest.mark.parametrize("reset_yearly", [True, False])
def test_a_new_prefix_may_begin_at_1(service: Service, reset_yearly: bool) -> None:
    org = service.organization()
    made = series(org, nextNumber=5, resetYearly=reset_yearly)
    spend(org)
    assert changed(org, made, nextNumber=1, prefix="x")["nextNumber"] == 1
    assert spend(org) == "x00001"


def test_a_new_prefix_goes_on_counting_until_it_is_told_to_begin(service: Service) -> None:
    org = service.organization()
    made = series(org, nextNumber=5)
    spend(org)
    assert changed(org, made, prefix="x")["nextNumber"] == 6
    assert changed(org, made, nextNumber=1)["nextNumber"] == 1
    assert spend(org) == "x00001"


def test_a_series_made_anew_with_another_prefix_begins_at_1(service: Service) -> None:
    org = service.organization()
    made = series(org, prefix="a")
    spend(org)
    delete(org, made)
    assert series(org, prefix="b")["nextNumber"] == 1
    assert spend(org) == "b00001"


def test_the_number_of_a_deleted_expense_is_used(service: Service) -> None:
    org = service.organization()
    made = series(org, prefix="a")
    body = {"category": "Travel", "expenseDate": today().isoformat(), "amount": 1}
    org.delete(f"/expenses/{org.make('/expenses', body)['id']}")
    changed(org, made, prefix="b", nextNumber=1)
    assert refused(change(org, made, prefix="a", nextNumber=1)) == {"nextNumber"}


def test_a_series_made_anew_goes_on_after_the_last_number(service: Service) -> None:
    org = service.organization()
    made = series(org, nextNumber=5)
    spend(org)
    changed(org, made, nextNumber=50)
    delete(org, made)
    for taken in (1, 5):
        assert refused(org.post("/number-series", {"docType": "EXPENSE", "nextNumber": taken})) == {
            "nextNumber"
        }
    assert org.read("/number-series") == []
    again = series(org)
    assert again["nextNumber"] == 6
    delete(org, again)
    assert series(org, nextNumber=6)["nextNumber"] == 6
    assert spend(org) == "00006"


def test_numbers_go_on_when_a_series_stops_to_reset(service: Service) -> None:
    org = service.organization()
    made = series(org, nextNumber=5)
    spend(org)
    assert changed(org, made, resetYearly=False)["nextNumber"] == 6
    assert [spend(org), spend(org, years_ago(2))] == ["00006", "00007"]


def test_a_series_that_stops_to_reset_passes_over_the_numbers_of_all_years(service: Service) -> None:
    org = service.organization()
    made = series(org)
    taken = [spend(org, years_ago(1)) for _ in range(3)] + [spend(org)]
    assert refused(change(org, made, resetYearly=False, nextNumber=3)) == {"nextNumber"}
    assert changed(org, made, resetYearly=False)["nextNumber"] == 4
    assert spend(org, years_ago(1)) not in taken


def test_numbers_go_on_when_a_series_begins_to_reset(service: Service) -> None:
    org = service.organization()
    made = series(org, resetYearly=False, nextNumber=5)
    spend(org)
    assert refused(change(org, made, resetYearly=True, nextNumber=5)) == {"nextNumber"}
    assert changed(org, made, resetYearly=True)["nextNumber"] == 6
    assert spend(org) == "00006"
    assert refused(change(org, made, nextNumber=6)) == {"nextNumber"}


def test_changing_to_and_fro_repeats_no_number(service: Service) -> None:
    org = service.organization()
    made = series(org)
    taken = []
    for reset_yearly in (True, False, True, False, True):
        changed(org, made, resetYearly=reset_yearly)
        taken += [spend(org), spend(org)]
    assert taken == [f"{n:05d}" for n in range(1, 11)]


def test_changing_how_a_series_resets_keeps_a_next_number_that_was_set_ahead(service: Service) -> None:
    org = service.organization()
    made = series(org, nextNumber=500)
    assert changed(org, made, resetYearly=False)["nextNumber"] == 500
    assert changed(org, made, resetYearly=True, nextNumber=3)["nextNumber"] == 3


def test_a_series_made_anew_that_resets_otherwise_repeats_no_number(service: Service) -> None:
    org = service.organization()
    made = series(org, resetYearly=False)
    assert [spend(org), spend(org)] == ["00001", "00002"]
    delete(org, made)
    again = series(org)
    assert again["nextNumber"] == 3
    assert spend(org) == "00003"
    delete(org, again)
    assert refused(
        org.post("/number-series", {"docType": "EXPENSE", "resetYearly": False, "nextNumber": 3})
    ) == {"nextNumber"}
    assert series(org, resetYearly=False)["nextNumber"] == 4


def test_a_series_made_on_first_use_after_another_repeats_no_number(service: Service) -> None:
    org = service.organization()
    made = series(org, prefix="EXP-", resetYearly=False)
    taken = [spend(org), spend(org)]
    delete(org, made)
    assert [*taken, spend(org)] == ["EXP-00001", "EXP-00002", "EXP-00003"]


def test_changing_how_a_series_resets_among_new_documents_repeats_no_number(
    service: Service,
) -> None:
    org = service.organization()
    made = series(org)
    body = {"category": "Travel", "expenseDate": today().isoformat(), "amount": 1}

    def send(client: Client, n: int) -> Any:
        return change(client, made, resetYearly=False) if n == 0 else client.post("/expenses", body)

    answers = [*at_once(16, org, send)[1:], org.post("/expenses", body)]
    assert {answer.status_int for answer in answers} == {201}
    numbers = sorted(answer.json["data"]["expenseNumber"] for answer in answers)
    assert numbers == [f"{n:05d}" for n in range(1, 17)]


def test_a_series_that_is_used_up_says_so(service: Service) -> None:
    org = service.organization()
    series(org, nextNumber=SAFE_INTEGER)
    assert spend(org) == str(SAFE_INTEGER)
    body = {"category": "Travel", "expenseDate": today().isoformat(), "amount": 1}
    error = org.post("/expenses", body).json["error"]
    assert (error["code"], error["message"]) == ("conflict", "The number series is used up.")


def test_next_number_set_while_documents_are_numbered_repeats_none(service: Service) -> None:
    org = service.organization()
    made = series(org)
    body = {"category": "Travel", "expenseDate": today().isoformat(), "amount": 1}

    def send(client: Client, n: int) -> Any:
        return change(client, made, nextNumber=8) if n == 0 else client.post("/expenses", body)

    answers = at_once(16, org, send)
    assert answers[0].status_int in (200, 422)
    assert {answer.status_int for answer in answers[1:]} == {201}
    assert len({answer.json["data"]["expenseNumber"] for answer in answers[1:]}) == 15


@pytest.mark.parametrize(
    ("day", "start_month", "year"),
    [
        pytest.param("2026-03-31", 4, 2025, id="last day"),
        pytest.param("2026-04-01", 4, 2026, id="first day"),
        pytest.param("2026-12-31", 1, 2026, id="calendar year"),
        pytest.param("2026-01-01", 1, 2026, id="calendar year's first day"),
        pytest.param("2026-11-30", 12, 2025, id="December"),
    ],
)
def test_a_fiscal_year_is_named_by_the_year_it_begins_in(
    database_url: str, day: str, start_month: int, year: int
) -> None:
    with psycopg.connect(database_url) as connection:
        row = connection.execute("SELECT fiscal_year(%s::date, %s)", [day, start_month]).fetchone()
    assert row == (year,)


def test_the_running_year_is_the_organization_s_own(service: Service) -> None:
    # The year of the one began this month, that of the other begins next month.
    begun = service.organization(fiscal_year_start_month=today().month)
    to_come = service.organization(fiscal_year_start_month=today().month % 12 + 1)
    for org, day in ((begun, today().replace(day=1)), (to_come, today().replace(day=1))):
        made = series(org, nextNumber=3)
        assert spend(org, day.isoformat()) == "00003"
        assert next_number(org, made) == 4
