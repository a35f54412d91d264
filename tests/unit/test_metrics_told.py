"""Metrics: what is promised of each in docs/operating.md, and that they cost nothing while they are off."""

import re
import subprocess
import sys

import pytest

from app.config import ROOT, Settings
from app.telemetry.metrics import METRICS, Counter, Gauge, Histogram, LatestGauge, Metric


def documented() -> dict[str, str]:
    """Metric -> labels, of the table in docs/operating.md."""
    text = (ROOT / "docs" / "operating.md").read_text()
    rows = re.findall(
        r"^\| `(invoicing_\w+)` \| (?:counter|gauge|histogram)[^|]*\|([^|]*)\|", text, re.MULTILINE
    )
    return {name: " ".join(re.findall(r"`(\w+)`", labels)) for name, labels in rows}


def test_every_metric_stands_in_the_documentation_with_its_labels() -> None:
    assert documented() == {metric.name: " ".join(metric.labels) for metric in METRICS}


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_name_says_what_kind_of_metric_it_is(metric: Metric) -> None:
    assert metric.name.endswith("_total") == isinstance(metric, Counter)
    assert metric.name.endswith("_seconds") == isinstance(metric, Histogram)
    assert isinstance(metric, Counter | Gauge | LatestGauge | Histogram)


def test_values_that_are_known_fit_the_labels() -> None:
    for metric in METRICS:
        assert all(len(values) == len(metric.labels) for values in metric.known), metric.name


@pytest.mark.slow
def test_nothing_of_prometheus_or_opentelemetry_is_imported_where_neither_is_asked_for() -> None:
    program = (
        "import sys\n"
        "import app.telemetry.metrics, app.telemetry.traces, app.postgres.database, resources.api\n"
        "app.telemetry.metrics.LOGIN_FAILURES.add('credentials')\n"
        "app.telemetry.metrics.PAPERS_WAITING.change(1)\n"
        "app.telemetry.metrics.RENDER_SECONDS.observe(0.5)\n"
        "assert app.telemetry.traces.start() is None\n"
        "print(sorted(name for name in sys.modules if name.split('.')[0] in "
        "{'prometheus_client', 'opentelemetry'}))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize(("given", "on"), [("on", True), ("off", False), ("", False)])
def test_metrics_are_on_or_off(given: str, on: bool) -> None:
    assert Settings.from_environment({"METRICS": given}).metrics is on


@pytest.mark.parametrize("given", ["1", "yes", "On", " on"])
@pytest.mark.parametrize("name", ["METRICS", "DOCS"])
def test_a_switch_that_is_neither_is_refused_by_name(name: str, given: str) -> None:
    with pytest.raises(ValueError, match=name):
        Settings.from_environment({name: given})
