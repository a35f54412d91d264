"""Settings: what docs/operating.md says of them."""

import re

from app.config import ROOT, Settings
from app.doctor.setting_findings import NAMES, NOT_READ, RENAMED

OPERATING = (ROOT / "docs" / "operating.md").read_text()
# What gunicorn's master and the packages of OpenTelemetry tell and ask by themselves.
INTERNAL = {"PROCESSORS", "RATE_TABLE", "DEMO_TOKEN"}
OF_PACKAGES = {"OTEL_TRACES_EXPORTER"}


class Recorder(dict[str, str]):
    """An environment without variables that remembers which ones were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.asked.add(name)
        return default


def read() -> set[str]:
    """Every variable that the application or gunicorn.conf.py reads."""
    environment = Recorder()
    Settings.from_environment(environment)
    return environment.asked | set(re.findall(r'"([A-Z_]{4,})"', (ROOT / "gunicorn.conf.py").read_text()))


def listed() -> set[str]:
    """The variables in the table of settings."""
    section = OPERATING.partition("\n## Settings\n")[2].partition("\n### ")[0]
    rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def old() -> dict[str, str]:
    """Old name -> present name, as the section tells them."""
    sentence = OPERATING.partition("Names of earlier releases")[2].partition("\n\n")[0]
    return dict(re.findall(r"`(\w+)`\s\((?:now )?`(\w+)`\)", sentence))


def test_every_setting_is_listed_once_under_its_present_name() -> None:
    told = listed() - OF_PACKAGES
    missing, superfluous = read() - INTERNAL - told - set(old()), told - read()
    assert not missing, f"add a row to docs/operating.md, Settings, for {missing}"
    assert not superfluous, f"nothing reads {superfluous}: take the rows out of docs/operating.md, Settings"


def test_every_old_name_is_told_with_the_present_one() -> None:
    assert old() == {
        "SILENCE": "IDLE_TIMEOUT",
        "ARRIVAL": "READ_TIMEOUT",
        "REQUEST_SECONDS": "REQUEST_TIMEOUT",
        "AT_ONCE": "CONCURRENT_TRANSACTIONS",
        "PDF_SECONDS": "PDF_TIMEOUT",
    }
    assert set(old()) <= read()


def test_doctor_knows_the_same_names() -> None:
    assert set(NAMES) == listed()
    assert old() == RENAMED
    gone = OPERATING.partition("of earlier releases are not read any more")[2].partition("\n\n")[0]
    assert {name for name in NOT_READ if f"`{name}`" in gone} == set(NOT_READ)
