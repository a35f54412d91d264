"""requirements/audit.py: what is told of a report, and what is passed over with a reason."""

import importlib.util
import sys
from typing import Any

import pytest

from app.config import ROOT

sys.path.insert(0, str(ROOT / "requirements"))
_spec = importlib.util.spec_from_file_location("audit_of_packages", ROOT / "requirements" / "audit.py")
assert _spec and _spec.loader
audit: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(audit)
sys.path.remove(str(ROOT / "requirements"))

FAULT = {"id": "PYSEC-1", "aliases": ["CVE-2026-1"], "fix_versions": ["2.0"]}
REPORT = [
    {"name": "sound", "version": "1", "vulns": []},
    {"name": "faulty", "version": "1.0", "vulns": [FAULT]},
]


def test_a_known_fault_is_told_with_its_remedy() -> None:
    assert audit.told(REPORT, {}) == ["faulty 1.0: PYSEC-1, fixed in 2.0"]


@pytest.mark.parametrize("name", ["PYSEC-1", "CVE-2026-1"])
def test_a_fault_with_a_reason_is_passed_over_by_any_of_its_names(name: str) -> None:
    assert audit.told(REPORT, audit.ignored(f"# why\n{name}  we never call it\n")) == []


def test_a_fault_is_not_passed_over_without_a_reason() -> None:
    with pytest.raises(SystemExit, match="PYSEC-1"):
        audit.ignored("PYSEC-1\n")


FIXED = "# what  first  fault\nserver 18.7 CVE-2026-2\nlibpq 18.4 CVE-2026-3\n"


def test_an_old_postgresql_is_told_with_its_remedy() -> None:
    old = audit.outdated({"server": (18, 6), "libpq": (18, 4)}, FIXED)
    assert audit.told_of_postgresql(old, {}) == ["server 18.6: CVE-2026-2, fixed in 18.7"]
    assert audit.told_of_postgresql(old, {"CVE-2026-2": "it is never used"}) == []


def test_a_postgresql_without_known_faults_is_not_told() -> None:
    assert audit.outdated({"server": (18, 10), "libpq": (18, 4)}, FIXED) == []


def test_a_major_version_of_which_nothing_is_known_is_told() -> None:
    (told,) = audit.outdated({"server": (19, 0)}, FIXED)
    assert "postgresql-fixed.txt has no PostgreSQL 19" in told[1]


def test_the_bundled_postgresql_and_libpq_tell_their_releases() -> None:
    assert audit.bundled().keys() == {"server", "libpq"}
    assert all(major >= 15 for major, _ in audit.bundled().values())


@pytest.mark.parametrize(("wanted", "status"), [("required", 1), ("", 0)])
def test_where_nothing_could_be_looked_up_it_is_said_and_fails_where_it_was_required(
    wanted: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unanswered() -> None:
        raise audit.NoAnswerError("the index knows none of the packages.")

    monkeypatch.setattr(audit, "install", unanswered)
    monkeypatch.setattr(audit, "outdated", lambda *_: [])
    monkeypatch.setenv("AUDIT", wanted)
    monkeypatch.chdir(ROOT)
    assert audit.main() == status
    assert "NOT looked up: the index knows none of the packages." in capsys.readouterr().out
