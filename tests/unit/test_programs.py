"""The choice among PostgreSQL's programs, and the way they are told where the database is."""

from pathlib import Path

import pytest

from app.postgres.programs import NoProgramError, find_program, invocation


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """pg_dump of version 16 on PATH, of 15 and 18 elsewhere: their paths by version."""
    made = {}
    for version in ("15", "16", "18"):
        path = tmp_path / version / "pg_dump"
        path.parent.mkdir()
        path.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}.2 (Debian)'\n")
        path.chmod(0o755)
        made[version] = str(path)
    monkeypatch.setenv("PATH", str(tmp_path / "16"))
    return made


@pytest.mark.parametrize(
    ("server", "taken"), [(150008, "15"), (160001, "16"), (170000, "18"), (180004, "18"), (140009, "15")]
)
def test_the_program_of_the_server_s_own_version_is_taken_else_the_oldest_newer_one(
    server: int, taken: str, programs: dict[str, str]
) -> None:
    bundled = [programs["18"], programs["15"], "/nowhere/pg_dump"]
    assert find_program("pg_dump", server, bundled) == programs[taken]


def test_a_program_that_is_too_old_is_not_taken(programs: dict[str, str]) -> None:
    with pytest.raises(NoProgramError, match="no pg_dump of PostgreSQL 19 or later"):
        find_program("pg_dump", 190000, [programs["18"]])


def test_no_list_of_processes_shows_the_password() -> None:
    url = "postgresql://owner:p%40ss%20word@db.internal:6432/books?sslmode=require"
    command, environment = invocation("pg_dump", url, "-Fc")
    assert command[:3] == ["pg_dump", "-Fc", "-d"]
    assert set(command[3].split()) == {
        "user=owner",
        "host=db.internal",
        "port=6432",
        "dbname=books",
        "sslmode=require",
    }
    assert environment["PGPASSWORD"] == "p@ss word"
