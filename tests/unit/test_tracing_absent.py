"""Traces that were asked for where their packages are not installed."""

import logging
import sys

import pytest

from app.telemetry.traces import start


def test_the_service_works_without_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "otlp")
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with caplog.at_level(logging.WARNING):
        assert start() is None
    assert "opentelemetry" in caplog.text
    assert "not installed" in caplog.text


@pytest.mark.parametrize("given", ["", "none", " None "])
def test_traces_are_off_unless_somebody_says_where_to_send_them(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", given)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    assert start() is None
