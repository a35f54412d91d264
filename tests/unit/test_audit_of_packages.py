"""requirements/audit.py: what is told of a report, and what is passed over with a reason."""

import importlib.util
from typing import Any

import pytest

from app.config import ROOT

_spec = importlib.util.spec_from_file_location("audit_of_packages", ROOT / "requirements" / "audit.py")
assert _spec and _spec.loader
audit: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(audit)

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
