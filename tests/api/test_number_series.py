"""Number series and what their counters read (spec 2.12, 4.4, 4.5)."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest

from app.schemas.number_series import DOC_TYPES
from tests.parallel import at_once
from tests.refusals import refused
from tests.service import Client, Service

MOST = 9_007_199_254_740_991
DEFAULTS = {"prefix": "", "suffix": "", "padding": 5, "nextNumber": 1, "resetYearly": True}


def today() -> date:
    return datetime.now(ZoneInfo("Asia/Kolkata")).date()


def years_ago(years: int) -> str:
    # the middle of a month, so that no fiscal year is missed by a day
    return f"{today().year - years}-{today().month:02d}-15"


def spend(org: Client, day: str | None = None) -> str:
    """Take a number from the EXPENSE series; the number."""
    body = {"category": "Travel", "expenseDate": day or today().isoformat(), "amount": 1}
    return str(org.make("/expenses", body)["expenseNumber"])


def series(org: Client, doc_type: str = "EXPENSE", **fields: Any) -> dict[str, Any]:
    return org.make("/number-series", {"docType": doc_type} | fields)


def change(org: Client, made: dict[str, Any], **fields: Any) -> Any:
    return org.patch(f"/number-series/{made['id']}", fields)


def changed(org: Client, made: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = change(org, made, **fields)
    assert answer.status_int == 200, answer.text
    data: dict[str, Any] = answer.json["data"]
    assert org.read(f"/number-series/{made['id']}") == data
    return data


def next_number(org: Client, made: dict[str, Any]) -> int:
    return int(org.read(f"/number-series/{made['id']}")["nextNumber"])


def delete(org: Client, made: dict[str, Any]) -> None:
    assert org.delete(f"/number-series/{made['id']}").json["data"] == {"deleted": True}


@pytest.mark.parametrize("doc_type", DOC_TYPES)
def test_a_series_of_each_kind_is_created_with_its_defaults_and_read_back(
    service: Service, doc_type: str
) -> None:
    org = service.organization()
    made = series(org, doc_type)
    assert made == DEFAULTS | {
        "id": made["id"],
        "organizationId": org.organization_id,
        "docType": doc_type,
        "updatedAt": made["updatedAt"],
    }
    assert org.read(f"/number-series/{made['id']}") == made


def test_every_field_of_a_series_is_kept(service: Service) -> None:
    org = service.organization()
    body = {"prefix": "INV/{FY}/", "suffix": "/A", "padding": 3, "nextNumber": 17, "resetYearly": False}
    made = series(org, "INVOICE", **body)
    assert body.items() <= made.items()
    assert org.read(f"/number-series/{made['id']}") == made
    other = {"prefix": "", "suffix": "", "padding": 10, "nextNumber": 18, "resetYearly": True}
    assert other.items() <= changed(org, made, **other).items()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("prefix", "x" * 40, id="prefix of 40"),
        pytest.param("suffix", "x" * 20, id="suffix of 20"),
        pytest.param("padding", 1, id="padding 1"),
        pytest.param("padding", 10, id="padding 10"),
        pytest.param("nextNumber", 1, id="least number"),
        pytest.param("nextNumber", MOST, id="largest number"),
    ],
)
def test_a_value_just_inside_its_bound_is_kept(service: Service, field: str, value: Any) -> None:
    org = service.organization()
    assert series(org, "BILL", **{field: value})[field] == value
    assert changed(org, series(org, "QUOTE"), **{field: value})[field] == value


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("prefix", "x" * 41, id="prefix of 41"),
        pytest.param("prefix", None, id="prefix null"),
        pytest.param("suffix", "x" * 21, id="suffix of 21"),
        pytest.param("suffix", 5, id="suffix a number"),
        pytest.param("padding", 0, id="padding 0"),
        pytest.param("padding", 11, id="padding 11"),
        pytest.param("padding", 2.5, id="padding not whole"),
        pytest.param("nextNumber", 0, id="number 0"),
        pytest.param("nextNumber", MOST + 1, id="number too large"),
        pytest.param("nextNumber", "1", id="number as text"),
        pytest.param("nextNumber", None, id="number null"),
        pytest.param("resetYearly", "true", id="reset as text"),
        pytest.param("docType", "LETTER", id="kind unknown"),
        pytest.param("docType", None, id="kind null"),
    ],
)
def test_a_value_outside_its_bound_is_refused_by_name(service: Service, field: str, value: Any) -> None:
    org = service.organization()
    assert refused(org.post("/number-series", {"docType": "BILL"} | {field: value})) == {field}
    assert refused(change(org, series(org, "BILL"), **{field: value})) == {field}


def test_a_doc_type_is_required_to_create_and_nothing_to_change(service: Service) -> None:
    org = service.organization()
    assert refused(org.post("/number-series", {"prefix": "x"})) == {"docType"}
    made = series(org, prefix="x", padding=3)
    same = changed(org, made)
    assert same | {"updatedAt": made["updatedAt"]} == made


def test_a_field_left_out_of_a_change_keeps_its_value(service: Service) -> None:
    org = service.organization()
    made = series(org, prefix="a", suffix="b", padding=3, nextNumber=9, resetYearly=False)
    after = changed(org, made, suffix="c")
    assert after | {"updatedAt": made["updatedAt"]} == made | {"suffix": "c"}


def test_the_doc_type_of_a_series_cannot_be_changed(service: Service) -> None:
    org = service.organization()
    made = series(org)
    assert refused(change(org, made, docType="INVOICE", prefix="x")) == {"docType"}
    assert org.read(f"/number-series/{made['id']}") == made
    assert changed(org, made, docType="EXPENSE", prefix="x")["prefix"] == "x"


def test_fields_that_the_server_owns_are_ignored(service: Service) -> None:
    org = service.organization()
    made = series(org)
    sent = made | {"id": "ser_mine", "organizationId": "org_x", "lastTaken": 5, "prefix": "x"}
    assert changed(org, made, **sent) | {"updatedAt": made["updatedAt"]} == made | {"prefix": "x"}


def test_a_doc_type_has_one_series_in_an_organization(service: Service) -> None:
    org = service.organization()
    made = series(org)
    answer = org.post("/number-series", {"docType": "EXPENSE"})
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")
    assert org.read("/number-series") == [made]
    series(service.organization())


def test_of_32_series_of_a_doc_type_created_at_once_one_is_made(service: Service) -> None:
    org = service.organization()
    answers = at_once(32, org, lambda client, _: client.post("/number-series", {"docType": "EXPENSE"}))
    assert sorted(answer.status_int for answer in answers) == [201] + [409] * 31
    assert len(org.read("/number-series")) == 1


def test_a_deleted_series_is_gone_and_frees_its_doc_type(service: Service) -> None:
    org = service.organization()
    made = series(org)
    delete(org, made)
    assert org.get(f"/number-series/{made['id']}").status_int == 404
    assert change(org, made, prefix="x").status_int == 404
    assert org.delete(f"/number-series/{made['id']}").status_int == 404
    assert org.read("/number-series") == []
    assert series(org)["id"] != made["id"]


def test_a_series_of_another_organization_is_not_there(service: Service) -> None:
    made = series(service.organization())
    other = service.organization()
    assert other.get(f"/number-series/{made['id']}").status_int == 404
    assert change(other, made, prefix="x").status_int == 404
    assert other.delete(f"/number-series/{made['id']}").status_int == 404


def test_the_list_is_newest_first_with_its_meta(service: Service) -> None:
    org = service.organization()
    made = [series(org, doc_type) for doc_type in ("BILL", "QUOTE", "EXPENSE")]
    answer = org.get("/number-series?limit=2").json
    assert answer["data"] == made[:0:-1]
    assert answer["meta"] == {"page": 1, "limit": 2, "total": 3, "hasMore": True}


# What nextNumber reads and sets


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
    assert refused(change(org, made, nextNumber=5, prefix="x")) == {"nextNumber"}
    assert org.read(f"/number-series/{made['id']}")["prefix"] == ""
    assert changed(org, made, nextNumber=100)["nextNumber"] == 100
    assert changed(org, made, nextNumber=6)["nextNumber"] == 6


def test_a_series_made_anew_goes_on_after_the_last_number(service: Service) -> None:
    org = service.organization()
    made = series(org, nextNumber=5)
    spend(org)
    changed(org, made, nextNumber=50)
    delete(org, made)
    for taken in (1, 5):
        assert refused(org.post("/number-series", {"docType": "EXPENSE", "nextNumber": taken})) == {"nextNumber"}
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


def test_a_series_that_is_used_up_says_so(service: Service) -> None:
    org = service.organization()
    series(org, nextNumber=MOST)
    assert spend(org) == str(MOST)
    body = {"category": "Travel", "expenseDate": today().isoformat(), "amount": 1}
    assert org.post("/expenses", body).json["error"]["code"] == "conflict"


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
