"""The PostgreSQL and the libpq that come inside packages, held against the releases without known faults.

No package index tells of their faults, because it knows the packages by versions of their own.
"""

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from psycopg import pq

from app.embedded.server import program

Release = tuple[int, int]


def bundled() -> dict[str, Release]:
    """Return the releases that are installed: `server`, `libpq`."""
    said = subprocess.run([program("postgres"), "--version"], capture_output=True, text=True, check=True)  # noqa: S603
    return {"server": release(said.stdout), "libpq": divmod(pq.version(), 10_000)}


def release(text: str) -> Release:
    """Return the release that a text names first, as in `postgres (PostgreSQL) 18.4`. Raises ValueError without one."""
    found = re.search(r"(\d+)\.(\d+)", text)
    if found is None:
        raise ValueError(f"no release in {text!r}")
    return int(found[1]), int(found[2])


def outdated(installed: dict[str, Release], fixed: str) -> list[tuple[str, str]]:
    """Return the fault and a sentence of each that is older than the release of its major version in `fixed`.

    fixed: the text of postgresql-fixed.txt. A major version that the text does not have is told as well.
    """
    rows = [line.split() for line in fixed.splitlines() if line.strip() and not line.startswith("#")]
    known = {(what, release(first)[0]): (release(first)[1], fault) for what, first, fault in rows}
    found = []
    for what, (major, minor) in installed.items():
        first, fault = known.get((what, major), (None, f"{what}-{major}"))
        if first is None:
            found.append((fault, f"{what} {major}.{minor}: postgresql-fixed.txt has no PostgreSQL {major}"))
        elif minor < first:
            found.append((fault, f"{what} {major}.{minor}: {fault}, fixed in {major}.{first}"))
    return found
