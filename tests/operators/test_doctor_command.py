"""`doctor`: what is wrong here, and what to do about it."""

import json
import socket
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from app.operators import session
from app.postgres.inspection import inspect
from tests.operators.commands import Operator
from tests.shards import needs_one_server

# The server of the tests is not durable, on purpose, and its superuser runs the commands.
OF_TESTS = {"durability", "postgresql", "role", "files"}


def findings(operator: Operator, *words: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in operator.run("doctor", *words, "--json").stdout.splitlines()]


def test_each_finding_is_a_line(operator: Operator) -> None:
    printed = operator.run("doctor").stdout.splitlines()
    assert [line.split()[0] for line in printed if line.split()[0] not in ("ok", "look", "fault")] == []
    told = findings(operator)
    assert [finding["found"] for finding in told][:2] == ["Release 1.0.0.", told[1]["found"]]
    assert {finding["subject"] for finding in told} >= {
        *(
            "program",
            "python",
            "packages",
            "settings",
            "tls",
            "postgresql",
            "migrations",
            "role",
            "connections",
        ),
        *("durability", "database", "clock", "files", "disk", "backups"),
    }
    wrong = {finding["subject"] for finding in told if finding["level"] == "fault"}
    assert wrong <= OF_TESTS


def test_a_fault_gives_status_1(empty_url: str) -> None:
    result = Operator(empty_url).run("doctor")
    assert result.exit_code == 1
    assert "fault  migrations   The database has none. To do: run make migrate" in result.stdout


def test_it_goes_on_where_the_database_does_not_answer_and_shows_no_password() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    result = Operator(f"postgresql://nobody:topsecret@127.0.0.1:{port}/none").run("doctor")
    assert result.exit_code == 1
    assert "fault  database     It does not answer: " in result.stdout
    assert "refused" in result.stdout
    assert "disk" in result.stdout
    assert "topsecret" not in result.output


def test_a_setting_that_is_not_taken_does_not_keep_it_from_the_rest(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", "http")
    told = {finding["subject"]: finding["level"] for finding in findings(operator)}
    assert (told["settings"], told["migrations"]) == ("fault", "ok")


@pytest.mark.slow
@needs_one_server("`backup` refuses")
def test_the_age_of_backups_is_told(operator: Operator, tmp_path: Path) -> None:
    assert "There is none" in operator.run("doctor", "--backups", str(tmp_path)).stdout
    operator.make("backup", "--to", str(tmp_path))
    (tmp_path / "invoicing-other.json").write_text("{}")
    told = operator.run("doctor", "--backups", str(tmp_path)).stdout
    assert "ok     backups      The last of 1 is 0 hours old" in told
    assert "invoicing-other.json is no manifest" in told
    assert f"The folder of the backups ({tmp_path})" in told


def test_a_plain_login_is_told_apart_from_the_owner(operator: Operator) -> None:
    role = "doctor_plain"
    with psycopg.connect(operator.url, autocommit=True) as connection:
        connection.execute(f"DROP ROLE IF EXISTS {role}")
        connection.execute(f"CREATE ROLE {role} LOGIN IN ROLE invoicing_app CONNECTION LIMIT 7")
        # Citus has its nodes make certificates.
        encrypts = connection.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").fetchone()
        try:
            found = inspect(make_conninfo(operator.url, user=role))
        finally:
            connection.execute(f"DROP ROLE {role}")
    assert (found.role["is_superuser"], found.role["passes"], found.role["is_owner"]) == (False, False, False)
    assert (found.role["is_member"], found.role["of_role"], found.role["app_passes"]) == (True, 7, False)
    assert found.applied
    assert (found.is_local, found.is_encrypted) == (True, *(encrypts or ()))
    assert abs(found.seconds_ahead) <= found.uncertainty + 1


def test_a_checkout_that_was_never_started_is_told_and_not_filled(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "EMBEDDED", place / "nothing" / "postgres")
    result = Operator("").run("doctor")
    assert "There is no embedded database yet. To do: make run makes it" in result.stdout
    assert not (place / "nothing").exists()


@pytest.mark.slow
def test_a_checkout_that_works_has_no_fault(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "EMBEDDED", place / "var" / "postgres")
    operator = Operator("")
    operator.make("org", "create", "--slug", "d-well", "--name", "Well", "--state-code", "27")
    assert {finding["level"] for finding in findings(operator)} == {"ok", "look"}
    result = operator.run("doctor")
    assert result.exit_code == 0
    assert "The embedded PostgreSQL (" in result.stdout
