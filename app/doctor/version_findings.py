"""Versions: Python, the packages against their pins, PostgreSQL. Pure."""

import re
from collections.abc import Mapping

from app.doctor.findings import Finding, fault, look, ok

PYTHONS = ((3, 11), (3, 14))  # the oldest and the newest
SERVERS = (15, 18)  # of PostgreSQL, the oldest and the newest
_PER_MAJOR = 10_000
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)[ \t]*(;)?", re.MULTILINE)
_FIXED = re.compile(r"^server\s+(\d+)\.(\d+)\s+(\S+)", re.MULTILINE)
_TOLD = 5


def python(version: tuple[int, int]) -> Finding:
    """Judge the Python that runs the program."""
    told = f"Python {version[0]}.{version[1]}"
    if PYTHONS[0] <= version <= PYTHONS[1]:
        return ok("python", f"{told}.")
    oldest, newest = (f"{major}.{minor}" for major, minor in PYTHONS)
    advice = f"remove .venv and name another, as in: make PYTHON=python{newest} service-venv"
    return fault("python", f"{told}; the service is tried on {oldest} to {newest}.", advice)


def packages(pins: str | None, installed: Mapping[str, str]) -> Finding:
    """Judge the installed packages (name, as the pins write it -> version) by the text of the pins; None without
    that."""
    if pins is None:
        return look("packages", "There is no requirements/service.txt.", "run the program from its checkout")
    wanted = [(name, version, marker) for name, version, marker in _PIN.findall(pins)]
    # A pin with a marker is for some systems only.
    missing = [f"{name} is missing" for name, _, marker in wanted if name not in installed and not marker]
    others = [
        f"{name} is {installed[name]} instead of {version}"
        for name, version, _ in wanted
        if name in installed and installed[name] != version
    ]
    if found := missing + others:
        more = f" and {len(found) - _TOLD} more" if len(found) > _TOLD else ""
        told = ", ".join(found[:_TOLD]) + more
        return fault("packages", f"{told}.", "run make service-venv, then restart the service")
    return ok("packages", f"All {len(wanted)} pinned packages are there.")


def pinned_names(pins: str) -> list[str]:
    """Return the names of the pinned packages."""
    return [name for name, _, _ in _PIN.findall(pins)]


def postgresql(number: int, fixed: str, *, is_embedded: bool) -> Finding:
    """Judge a server's version, a number such as 180004; `fixed` names the minor releases without known faults."""
    major, minor = divmod(number, _PER_MAJOR)
    told = f"PostgreSQL {major}.{minor}"
    if major < SERVERS[0]:
        return fault(
            "postgresql",
            f"{told} is too old.",
            f"move to one of {SERVERS[0]} to {SERVERS[1]} with pg_upgrade",
        )
    if major > SERVERS[1]:
        return look(
            "postgresql", f"{told} is newer than what was tried.", f"prefer {SERVERS[0]} to {SERVERS[1]}"
        )
    for known, mended, name in _FIXED.findall(fixed):
        if int(known) == major and minor < int(mended):
            advice = (
                "use a PostgreSQL of your own in production"
                if is_embedded
                else f"install {major}.{mended} or later"
            )
            return look(
                "postgresql", f"{told} has known faults ({name}), mended in {major}.{mended}.", advice
            )
    return ok("postgresql", f"{told}.")
