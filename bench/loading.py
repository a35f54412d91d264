"""Loading invoices through `python -m app demo`, watched: time, memory, and whether it slows down."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psycopg

from app.config import ROOT
from app.postgres.queries import load
from bench.processes import cpu_seconds, peak_mib
from bench.shop import QUERIES

SLUG = "demo"
_EVERY = 0.5


@dataclass(frozen=True)
class Progress:
    """The progress of an import at a moment: rows of the trail, seconds by the clock, and the processor seconds of
    the import and of PostgreSQL, where that can be seen."""

    rows: int
    seconds: float
    cpu: float
    database_cpu: float


@dataclass(frozen=True)
class WatchedImport:
    """A finished import: its own report, its progress over time, and its peak memory in MiB."""

    told: dict[str, Any]
    moments: Sequence[Progress]
    peak_mib: float

    @property
    def seconds(self) -> float:
        """The seconds by the clock that it took."""
        return self.moments[-1].seconds


def add_demonstration(url: str, database: int | None, invoices: int, slug: str = SLUG) -> WatchedImport:
    """Make the demonstration with so many invoices, or a fresh token of one that is there."""
    command = [sys.executable, "-m", "app", "demo", "--org", slug, "--invoices", str(invoices), "--json"]
    begun, before = time.monotonic(), _of_database(database)
    # Its rows cannot be seen before it commits; the sequence that it draws from can.
    sequence = load(QUERIES)["shop.trail"]
    moments, most = [Progress(0, 0, 0, 0)], 0.0
    with (
        psycopg.connect(url, autocommit=True) as watching,
        subprocess.Popen(
            command, cwd=ROOT, env=os.environ | {"DATABASE_URL": url}, stdout=subprocess.PIPE
        ) as process,
    ):
        first = _number(watching, sequence)
        while process.poll() is None:
            time.sleep(_EVERY)
            most = max(most, peak_mib(process.pid))
            now = time.monotonic() - begun
            cpu, used = cpu_seconds(process.pid), _of_database(database) - before
            moments.append(Progress(_number(watching, sequence) - first, now, cpu or moments[-1].cpu, used))
        said, _ = process.communicate()
    if process.returncode:
        raise SystemExit("The invoices could not be loaded.")
    return WatchedImport(json.loads(said), moments, most)


def _of_database(pid: int | None) -> float:
    return 0.0 if pid is None else cpu_seconds(pid)


def _number(connection: psycopg.Connection[Any], query: str) -> int:
    row = connection.execute(query.encode()).fetchone()
    return int(row[0]) if row else 0


def tenths(moments: Sequence[Progress]) -> list[tuple[float, float]]:
    """For each tenth of the rows: rows a second, and processor seconds per 1000 rows. Pure."""
    parts = []
    total = moments[-1].rows
    begun = moments[0]
    for tenth in range(1, 11):
        ended = next(one for one in moments if one.rows >= total * tenth / 10)
        rows, took = ended.rows - begun.rows, ended.seconds - begun.seconds
        cpu = ended.cpu + ended.database_cpu - begun.cpu - begun.database_cpu
        if rows and took:
            parts.append((rows / took, cpu * 1000 / rows))
            begun = ended
    return parts
