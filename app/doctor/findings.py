"""Findings: a fact, its grade, and the advice about it. Pure."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "look", "fault"]


@dataclass(frozen=True)
class Finding:
    """One line of the report.

    `look` is for what an operator decides, `fault` for what keeps the service from working, loses data or lets others
    in. `advice` says what to do; None where there is nothing to do.
    """

    level: Level
    subject: str
    found: str
    advice: str | None = None


def ok(subject: str, found: str) -> Finding:
    """Return a finding that needs no action."""
    return Finding("ok", subject, found)


def look(subject: str, found: str, advice: str) -> Finding:
    """Return a finding for an operator to decide on."""
    return Finding("look", subject, found, advice)


def fault(subject: str, found: str, advice: str) -> Finding:
    """Return a finding that must be repaired."""
    return Finding("fault", subject, found, advice)


_KILO = 1000


def size(count: float) -> str:
    """Return a number of bytes in words: `1.2 GB`."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < _KILO:
            return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"
        count /= _KILO
    return f"{count:.1f} TB"
