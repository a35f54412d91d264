"""Findings of `doctor` on versions, settings and this machine."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.doctor import machine_findings as machine
from app.doctor import setting_findings as settings
from app.doctor import version_findings as versions
from app.doctor.findings import Finding, size

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
PINS = "# made\nfalcon==4.4.0 \\\n    --hash=sha256:0\norjson==3.13.1 \\\ntzdata==2026.6 ; sys_platform == 'win32' \\\n"
FIXED = "# notes\nserver  18.7   CVE-2026-6460\nlibpq   18.6   CVE-2026-6471\n"
THERE = {"falcon": "4.4.0", "orjson": "3.13.1"}


def levels(found: list[Finding]) -> list[str]:
    return [finding.level for finding in found]


@pytest.mark.parametrize(
    ("version", "level"), [((3, 10), "fault"), ((3, 11), "ok"), ((3, 14), "ok"), ((3, 15), "fault")]
)
def test_a_python_that_was_not_tried_is_a_fault(version: tuple[int, int], level: str) -> None:
    assert versions.python(version).level == level


def test_packages_are_held_against_their_pins() -> None:
    assert versions.packages(PINS, THERE).found == "All 3 pinned packages are there."
    missing = versions.packages(PINS, {"falcon": "4.4.0"})
    assert (missing.level, missing.found) == ("fault", "orjson is missing.")
    other = versions.packages(PINS, THERE | {"falcon": "4.3.0"})
    assert (other.level, other.found) == ("fault", "falcon is 4.3.0 instead of 4.4.0.")
    assert other.advice and "make service-venv" in other.advice
    assert versions.packages(None, {}).level == "look"


def test_many_wrong_packages_are_told_in_one_line() -> None:
    pins = "".join(f"package{place}==1\n" for place in range(9))
    assert versions.packages(pins, {}).found.endswith("package4 is missing and 4 more.")


@pytest.mark.parametrize(
    ("number", "level", "said"),
    [
        (140012, "fault", "too old"),
        (150020, "ok", "PostgreSQL 15.20."),
        (180007, "ok", "PostgreSQL 18.7."),
        (180004, "look", "mended in 18.7"),
        (190000, "look", "newer"),
    ],
)
def test_a_server_is_judged_by_its_version(number: int, level: str, said: str) -> None:
    found = versions.postgresql(number, FIXED, is_embedded=False)
    assert found.level == level
    assert said in found.found


def test_settings_that_are_right_are_one_line() -> None:
    assert [finding.found for finding in settings.judge({})] == ["All settings have their defaults."]
    (found,) = settings.judge(
        {"DATABASE_URL": "postgresql://db/invoicing", "POOL_SIZE": "8", "HOME": "/root"}
    )
    assert found.found == "2 settings are set, and they go together."


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"SILENCE": "5"}, "SILENCE is the name of an earlier release"),
        ({"SILENCE": "5", "IDLE_TIMEOUT": "5"}, "SILENCE is not read, because IDLE_TIMEOUT is set too"),
        ({"THREADS": "9"}, "THREADS is not read any more"),
        ({"POOLSIZE": "9"}, "Nothing reads POOLSIZE"),
        ({"CONCURRENT_TRANSACTIONS": "9"}, "above POOL_SIZE"),
        ({"PDF_CACHE": "off", "PDF_CACHE_MB": "9"}, "PDF_CACHE is off"),
        ({"IDLE_TIMEOUT": "60"}, "above READ_TIMEOUT"),
        ({"RATE_PER_TOKEN": "90000"}, "above RATE_PER_ADDRESS"),
        ({"DATABASE_URL": "postgresql://db/invoicing", "DEMO": "on"}, "DEMO=on"),
        ({"HOST": "10.0.0.2", "FORWARDED_ALLOW_IPS": "*"}, "FORWARDED_ALLOW_IPS=*"),
        ({"HOST": "10.0.0.2"}, "FORWARDED_ALLOW_IPS names no proxy"),
        ({"HOST": "::", "FORWARDED_ALLOW_IPS": "10.0.0.1", "METRICS": "on"}, "METRICS=on"),
        ({"DATABASE_POOLER": "transaction"}, "without DATABASE_URL"),
    ],
)
def test_settings_to_look_at(env: dict[str, str], said: str) -> None:
    (found,) = settings.judge(env)
    assert found.level == "look"
    assert said in found.found
    assert found.advice


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"PORT": "http"}, "PORT must be"),
        ({"WEB_CONCURRENCY": "0"}, "WEB_CONCURRENCY must be"),
        ({"READ_TIMEOUT": "soon"}, "READ_TIMEOUT must be"),
        ({"MAIL_FROM": "a@example.com"}, "SMTP_URL and MAIL_FROM go together"),
        ({"DATABASE_URL": "postgresql://me:secret%word@db/x"}, "DATABASE_URL cannot be read"),
        ({"SMTP_URL": "smtp://me:secret@mail.example.com", "MAIL_FROM": "a@example.com"}, "unencrypted"),
    ],
)
def test_a_setting_that_is_not_taken_is_a_fault_without_its_secret(env: dict[str, str], said: str) -> None:
    (found,) = settings.judge(env)
    assert found.level == "fault"
    assert said in found.found
    assert "secret" not in found.found


def test_links_are_wanted_with_tls() -> None:
    assert settings.links(None).level == "ok"
    assert settings.links("https://invoicing.example.com").level == "ok"
    assert settings.links("http://invoicing.example.com").level == "look"


def test_traces_without_their_packages_are_told() -> None:
    assert settings.tracing(None, lambda: False) == []
    assert settings.tracing("otlp", lambda: True) == []
    assert levels(settings.tracing("otlp", lambda: False)) == ["look"]


@pytest.mark.parametrize(
    ("free", "wanted", "level"),
    [
        (100_000_000, 0, "fault"),
        (900_000_000, 0, "look"),
        (2_000_000_000, 3_000_000_000, "look"),
        (4_000_000_000, 3_000_000_000, "ok"),
    ],
)
def test_free_space_is_judged_by_what_may_be_wanted(free: int, wanted: int, level: str) -> None:
    found = machine.space(machine.DiskSpace("The cache", Path("/cache"), free, wanted))
    assert found.level == level
    assert found.found.startswith(f"The cache (/cache): {size(free)} are free")


def test_a_worker_needs_files_for_its_clients() -> None:
    assert machine.open_files(1_024, 4).level == "look"
    assert machine.open_files(20_000, 4).level == "ok"


def backup(age: timedelta, found: int | None = 10) -> machine.Backup:
    return machine.Backup(Path("/b/invoicing-1.json"), NOW - age, 10, found)


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ([backup(timedelta(hours=20)), backup(timedelta(days=30))], ["ok"]),
        ([backup(timedelta(hours=30))], ["look"]),
        ([backup(timedelta(days=8))], ["fault"]),
        ([backup(timedelta(hours=1), None)], ["fault", "ok"]),
        ([backup(timedelta(hours=1), 9)], ["fault", "ok"]),
        ([], ["fault"]),
    ],
)
def test_backups_are_judged_by_the_last_one_and_by_what_is_lost(
    known: list[machine.Backup], expected: list[str]
) -> None:
    assert levels(machine.backups(Path("/b"), known, [], NOW)) == expected


def test_backups_that_nobody_named_and_files_that_are_none_are_told() -> None:
    assert levels(machine.backups(None, [], [], NOW)) == ["look"]
    found = machine.backups(Path("/b"), [backup(timedelta(hours=1))], [Path("/b/invoicing-2.json")], NOW)
    assert levels(found) == ["look", "ok"]
    assert "/b/invoicing-2.json is no manifest" in found[0].found


def test_sizes_are_told_in_the_unit_that_fits() -> None:
    told = [size(count) for count in (999, 1_500, 2_000_000, 69_040_000_000, 3 * 10**12)]
    assert told == ["999 bytes", "1.5 kB", "2.0 MB", "69.0 GB", "3.0 TB"]
