"""Findings of `doctor` on PostgreSQL."""

from typing import Any

import pytest

from app.doctor import server_findings as server

KNOWN = {"0001_one": "a", "0002_two": "b", "0003_three": "c"}
PLAIN = {
    "name": "someone",
    "is_superuser": False,
    "passes": False,
    "is_owner": False,
    "is_member": True,
    "app_passes": False,
    "of_role": -1,
    "of_database": -1,
}
SERVER = {"max_connections": 100, "reserved": 3, "connections": 10, "fsync": "on", "synchronous_commit": "on"}


@pytest.mark.parametrize(
    ("applied", "level", "said"),
    [
        (KNOWN, "ok", "All 3 are applied."),
        (None, "fault", "The database has none."),
        ({"0001_one": "a", "0002_two": "b"}, "fault", "The database lacks 0003_three."),
        ({"0001_one": "a"}, "fault", "The database lacks 2 migrations, 0002_two to 0003_three."),
        (KNOWN | {"0004_four": "d"}, "look", "The database is ahead of this program by 0004_four"),
        (KNOWN | {"0002_two": "x"}, "fault", "0002_two differs"),
    ],
)
def test_migrations_are_compared_with_those_of_the_program(
    applied: dict[str, str] | None, level: str, said: str
) -> None:
    found = server.migrations(applied, KNOWN, is_embedded=False)
    assert (found.level, said in found.found) == (level, True)
    assert (found.advice is None) == (level == "ok")


def test_missing_migrations_say_how_to_apply_them() -> None:
    assert "make migrate" in str(server.migrations({}, KNOWN, is_embedded=False).advice)
    assert "any command" in str(server.migrations({}, KNOWN, is_embedded=True).advice)


@pytest.mark.parametrize(
    ("ahead", "uncertainty", "level"),
    [(0.4, 0, "ok"), (-1.9, 0, "ok"), (3.0, 2.0, "ok"), (3.0, 0.1, "look"), (-31, 0.1, "fault")],
)
def test_clocks_that_are_apart_are_told(ahead: float, uncertainty: float, level: str) -> None:
    found = server.clock(ahead, uncertainty, ("Asia/Kolkata", "UTC"))
    assert found.level == level
    assert "time zone is Asia/Kolkata, this machine's UTC" in found.found


def test_a_clock_is_ahead_or_behind() -> None:
    assert "31.0 s behind this machine's" in server.clock(-31, 0, ("UTC", "UTC")).found
    assert "31.0 s ahead of this machine's" in server.clock(31, 0, ("UTC", "UTC")).found


def test_a_machine_without_time_zones_is_told() -> None:
    assert server.zones(are_known=True) == []
    assert [found.level for found in server.zones(are_known=False)] == ["fault"]


@pytest.mark.parametrize(
    ("row", "level", "said"),
    [
        ({}, "ok", "right for the service, not for commands"),
        ({"is_owner": True}, "ok", "right for commands and migrations, not for the service"),
        ({"is_owner": None}, "look", "sees no tables"),
        ({"is_member": False}, "fault", "neither owns the tables nor"),
        ({"passes": True}, "look", "passes row security"),
        ({"passes": True, "is_superuser": True}, "look", "is a superuser"),
    ],
)
def test_a_login_is_told_with_what_it_is_right_for(row: dict[str, Any], level: str, said: str) -> None:
    (found,) = server.role(PLAIN | row, is_embedded=False)
    assert (found.level, said in found.found) == (level, True)


def test_the_owner_of_the_embedded_server_may_be_a_superuser() -> None:
    (found,) = server.role(PLAIN | {"is_superuser": True, "passes": True}, is_embedded=True)
    assert found.level == "ok"


def test_a_service_that_passes_row_security_is_a_fault() -> None:
    *_, found = server.role(PLAIN | {"app_passes": True}, is_embedded=False)
    assert (found.level, found.advice) == ("fault", "ALTER ROLE invoicing_app NOSUPERUSER NOBYPASSRLS")


@pytest.mark.parametrize(
    ("workers", "limits", "level"),
    [
        (2, {}, "ok"),
        (20, {}, "look"),
        (23, {}, "fault"),
        (2, {"of_role": 10}, "fault"),
        (2, {"of_database": 16}, "look"),
    ],
)
def test_connections_are_counted_against_what_is_allowed(
    workers: int, limits: dict[str, int], level: str
) -> None:
    found = server.connections(SERVER, PLAIN | limits, workers=workers, pool_size=4, pooled=False)
    assert found.level == level


def test_connections_of_others_are_counted_too() -> None:
    many = SERVER | {"connections": 90}
    assert server.connections(many, PLAIN, workers=2, pool_size=4, pooled=False).level == "look"


def test_behind_a_pooler_connections_are_not_judged() -> None:
    found = server.connections(SERVER, PLAIN, workers=900, pool_size=4, pooled=True)
    assert (found.level, "pooler" in found.found) == ("ok", True)


@pytest.mark.parametrize(
    ("is_local", "is_encrypted", "sslmode", "level"),
    [
        (True, False, None, "ok"),
        (False, False, None, "fault"),
        (False, True, "require", "look"),
        (False, True, "verify-full", "ok"),
    ],
)
def test_a_connection_to_another_machine_wants_tls(
    is_local: bool, is_encrypted: bool, sslmode: str | None, level: str
) -> None:
    assert server.encryption(is_local=is_local, is_encrypted=is_encrypted, sslmode=sslmode).level == level


def test_a_server_that_loses_what_was_answered_is_a_fault() -> None:
    assert server.durability(SERVER).level == "ok"
    found = server.durability(SERVER | {"fsync": "off"})
    assert (found.level, found.found.startswith("fsync is off")) == ("fault", True)
    both = server.durability(SERVER | {"fsync": "off", "synchronous_commit": "off"})
    assert both.found.startswith("fsync and synchronous_commit are off")


def test_the_size_of_the_database_is_told() -> None:
    assert server.database_size({"bytes": 12_300_000}).found == "It has 12.3 MB."
