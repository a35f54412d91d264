"""`migrate`, `migrate-status`, and what every command says of a database that cannot be used."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from app.operators import session
from app.postgres.migrations import files
from tests.operators.commands import Operator

pytestmark = pytest.mark.slow

CREATE = ("org", "create", "--slug", "d-acme", "--name", "Acme", "--state-code", "27")


@pytest.fixture
def empty(empty_url: str) -> Operator:
    """An operator of a database without migrations."""
    return Operator(empty_url)


def test_a_database_that_is_behind_is_told_and_not_changed_unasked(empty: Operator) -> None:
    result = empty.run(*CREATE)
    assert result.exit_code == 1
    assert "make migrate" in result.stderr
    assert result.stdout == ""
    status = empty.run("migrate-status")
    assert status.exit_code == 1
    assert status.stdout.splitlines() == [f"{migration.version}  missing" for migration in files()]


def test_migrate_applies_what_is_missing_and_then_nothing(empty: Operator) -> None:
    assert empty.make("migrate") == {"applied": [migration.version for migration in files()], "turned": 0}
    assert empty.run("migrate").stdout == "The database is current.\n"
    status = empty.run("migrate-status")
    assert status.exit_code == 0
    assert status.stdout.splitlines() == [f"{migration.version}  applied" for migration in files()]


def test_the_status_as_json_is_an_object_a_line(operator: Operator) -> None:
    lines = operator.run("migrate-status", "--json").stdout.splitlines()
    assert lines[0] == '{"version":"0001_tenancy_and_audit","applied":true}'


@pytest.mark.parametrize("words", [CREATE, ("migrate-status",)])
def test_a_database_that_does_not_answer_is_told_with_its_reason(words: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    result = Operator(f"postgresql://nobody:secret@127.0.0.1:{port}/none").run(*words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: The database does not answer: ")
    assert "refused" in result.stderr
    assert "secret" not in result.stderr


def test_a_url_that_is_none_is_told() -> None:
    result = Operator("not a url").run(*CREATE)
    assert result.exit_code == 1
    assert "DATABASE_URL cannot be read" in result.stderr


def test_a_wrong_setting_is_told_by_name(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "http")
    result = Operator(database_url).run(*CREATE)
    assert result.exit_code == 1
    assert "PORT must be a whole number" in result.stderr


def test_without_a_url_the_embedded_database_is_used_and_brought_up_to_date(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "EMBEDDED", place / "var" / "postgres")
    operator = Operator("")
    assert operator.make(*CREATE)["slug"] == "d-acme"
    assert len(operator.trail("d-acme")) == 2
    assert operator.run("migrate-status").exit_code == 0
    assert not list((place / "var" / "postgres").glob("data/postmaster.pid"))


def as_a_program(url: str, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_commands_run_as_a_program_with_a_password_from_standard_input(operator: Operator) -> None:
    create = (
        "user",
        "create",
        "--email",
        "program@example.com",
        "--name",
        "प्रोग्राम",
        "--password-stdin",
        "--json",
    )
    done = as_a_program(operator.url, *create, stdin="correct horse\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert '"name":"प्रोग्राम"' in done.stdout


def test_a_wrong_argument_ends_the_program_with_status_2(operator: Operator) -> None:
    done = as_a_program(operator.url, "org", "create", "--slug", "NO", "--name", "A", "--state-code", "27")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: python -m app org create")
    assert "'--slug'" in done.stderr


def test_what_was_made_is_not_taken_for_unmade_where_it_cannot_be_printed(operator: Operator) -> None:
    create = ("org", "create", "--slug", "untold", "--name", "A", "--state-code", "27")
    command = [sys.executable, "-m", "app", *create]
    environment = os.environ | {"DATABASE_URL": operator.url}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "Error: It was done, but cannot be printed: No space left on device.\n"
    assert "There is already" in operator.refused(*create)


def test_a_database_url_that_cannot_be_read_is_refused_without_its_password() -> None:
    done = as_a_program("postgresql://me:secret%word@db/invoicing", "migrate-status")
    assert (done.returncode, done.stdout) == (1, "")
    assert "DATABASE_URL cannot be read" in done.stderr
    assert "secret" not in done.stderr


def test_help_lists_every_command() -> None:
    listed = Operator("").run("--help").stdout
    every = "org registration user member role client token warehouse demo audit migrate migrate-status serve"
    assert all(f"\n  {name}" in listed for name in every.split())
