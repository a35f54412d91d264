"""`audit`: who changed what, oldest first."""

from datetime import UTC, datetime, timedelta

import pytest

from app.operators import audit
from tests.operators.commands import Operator


def test_every_change_is_printed_oldest_first_as_one_object_a_line(operator: Operator) -> None:
    organization_id = operator.organization("a-order")
    operator.make("org", "update", "--slug", "a-order", "--phone", "1")
    made = operator.make("warehouse", "create", "--org", "a-order", "--code", "MAIN", "--name", "Main")
    rows = operator.trail("a-order")
    assert [(row["operation"], row["tableName"]) for row in rows] == [
        ("INSERT", "organizations"),
        ("INSERT", "currencies"),
        ("UPDATE", "organizations"),
        ("INSERT", "warehouses"),
    ]
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    assert rows[0]["recordId"] == organization_id
    assert (rows[2]["before"]["phone"], rows[2]["after"]["phone"]) == (None, "1")
    assert (rows[3]["recordId"], rows[3]["before"]) == (made["id"], None)


def test_the_trail_of_a_command_names_the_operator(operator: Operator) -> None:
    operator.organization("a-who")
    row = operator.trail("a-who")[0]
    assert row["requestId"].startswith("operator:")
    assert (row["userId"], row["tokenId"]) == (None, None)


def test_an_organization_sees_its_own_trail_alone(operator: Operator) -> None:
    mine, theirs = operator.organization("a-mine"), operator.organization("a-theirs")
    assert {row["organizationId"] for row in operator.trail("a-mine")} == {mine}
    told = operator.refused("audit", "--org", "a-mine", "--record", theirs)
    assert f"The trail of a-mine has no record {theirs}." in told


def test_record_and_table_narrow_the_trail(operator: Operator) -> None:
    operator.organization("a-narrow")
    store = ("warehouse", "create", "--org", "a-narrow", "--name", "Store", "--code")
    first, second = operator.make(*store, "ONE"), operator.make(*store, "TWO", "--default")
    assert [row["operation"] for row in operator.trail("a-narrow", "--record", first["id"])] == [
        "INSERT",
        "UPDATE",
    ]
    assert len(operator.trail("a-narrow", "--table", "warehouses")) == 3
    assert len(operator.trail("a-narrow", "--table", "warehouses", "--record", second["id"])) == 1
    assert operator.trail("a-narrow", "--record", first["id"], "--table", "customers") == []


def test_a_record_that_the_trail_does_not_know_is_told(operator: Operator) -> None:
    operator.organization("a-unknown")
    told = operator.refused("audit", "--org", "a-unknown", "--record", "inv_nothing", "--json")
    assert "Invalid value for '--record': The trail of a-unknown has no record inv_nothing." in told


def test_since_takes_a_day_or_a_time(operator: Operator) -> None:
    operator.organization("a-since")
    operator.make("org", "update", "--slug", "a-since", "--phone", "1")
    *created, updated = operator.trail("a-since")
    assert operator.trail("a-since", "--since", updated["at"]) == [updated]
    assert operator.trail("a-since", "--since", created[0]["at"]) == [*created, updated]
    day = datetime.fromisoformat(updated["at"]) + timedelta(hours=5, minutes=30)
    assert len(operator.trail("a-since", "--since", day.date().isoformat())) == 3
    assert operator.trail("a-since", "--since", (day + timedelta(days=1)).date().isoformat()) == []


def test_a_time_without_an_offset_is_on_the_clock_of_the_organization(operator: Operator) -> None:
    operator.organization("a-clock")
    now = datetime.now(UTC).replace(tzinfo=None)
    later_there = now + timedelta(hours=5, minutes=35)
    earlier_there = now + timedelta(hours=5, minutes=25)
    assert operator.trail("a-clock", "--since", later_there.isoformat()) == []
    assert len(operator.trail("a-clock", "--since", earlier_there.isoformat())) == 2


@pytest.mark.parametrize(
    "since", ["yesterday", "2026-02-30", "20260101", "2026-01-01T25:00", "0001-01-01", "", "infinity"]
)
def test_a_moment_that_is_none_is_refused(operator: Operator, since: str) -> None:
    assert "--since" in operator.refused("audit", "--org", "none", "--since", since)


def test_an_unknown_organization_or_table_is_refused(operator: Operator) -> None:
    operator.organization("a-known")
    assert "--org" in operator.refused("audit", "--org", "a-none")
    said = operator.refused("audit", "--org", "a-known", "--table", "customer")
    assert "--table" in said
    assert "customers" in said


def test_a_long_trail_comes_in_pages_without_a_gap_or_a_double(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator.organization("a-long")
    operator.make("org", "update", "--slug", "a-long", "--phone", "1")
    whole = operator.trail("a-long")
    for size in (1, 2, 3, 4):
        monkeypatch.setattr(audit, "ROWS_AT_ONCE", size)
        assert operator.trail("a-long") == whole


def test_a_person_reads_what_changed_from_what_to_what(operator: Operator) -> None:
    organization_id = operator.organization("a-read")
    operator.make("org", "update", "--slug", "a-read", "--name", "Acme Limited")
    said = operator.run("audit", "--org", "a-read").stdout
    assert f"INSERT organizations {organization_id}  by operator:" in said
    assert '\n    name: "Acme Traders" -> "Acme Limited"\n' in said
