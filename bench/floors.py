"""The time that PostgreSQL alone takes for the same work.

pgbench sends the service's own statements for reads, and the rows of an invoice for writes.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from app.embedded.server import EmbeddedDatabaseError, program
from app.postgres.queries import load
from bench.figures import Round, percentile
from bench.load import PATIENCE
from bench.processes import used
from bench.shop import GROUPS, QUERIES, Shop

_SQL = Path(__file__).with_name("floors.sql")
_DEBIAN = "/usr/lib/postgresql"
_BEGIN = "\\set mark random(1, 9000000000000000000)\nBEGIN;"
_COMMIT = "COMMIT;"

ListQuery = tuple[str, Shop, Mapping[str, Any]]


@dataclass(frozen=True)
class Floor:
    """Transactions for pgbench, of which it takes one after another at random; `settings` are those of its sessions."""

    scripts: Sequence[str]
    settings: str


def find_pgbench() -> str | None:
    """Return the path of pgbench: that of the embedded PostgreSQL, else of the machine; None if there is none."""
    embedded = None
    with suppress(EmbeddedDatabaseError):
        embedded = shutil.which(program("pgbench"))
    debian = sorted(Path(_DEBIAN).glob("*/bin/pgbench"))
    return embedded or shutil.which("pgbench") or (str(debian[-1]) if debian else None)


def floors_of(url: str, reader: Shop, seller: Shop) -> dict[str, Floor]:
    """Make the bare tables; return the floors by name."""
    tenant = "-c role=invoicing_app -c app.organization_id={} -c max_parallel_workers_per_gather=0"
    bare = "-c search_path=bare,public"
    with psycopg.connect(url, cursor_factory=psycopg.ClientCursor) as connection:
        connection.execute(load(QUERIES)["bare.tables"].encode())
        connection.commit()
        texts = _Texts(connection)
        reads: dict[str, tuple[list[str], dict[str, Any]]] = {
            "read": (["invoices.get", "invoices.lines"], {}),
            "list 50": (["invoices.list", "invoices.count"], {"limit": 51, "offset": 0}),
            "list 200": (["invoices.list", "invoices.count"], {"limit": 201, "offset": 0}),
        }
        own = {
            name: Floor(texts.reads(reader, *how), tenant.format(reader.id)) for name, how in reads.items()
        }
        many, few = texts.creates(seller, _many), texts.creates(seller, _few)
    return own | {
        "19 statements": Floor(many, bare),
        "4 statements": Floor(few, bare),
        "4 statements, tables of the service": Floor(few, tenant.format(seller.id)),
    }


class _Texts:
    """Statements with their values written in, as pgbench takes them."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.cursor = psycopg.ClientCursor(connection)
        self.queries = {**load()} | dict(_parts(_SQL.read_text(encoding="utf-8")))

    def reads(self, shop: Shop, names: Sequence[str], params: Mapping[str, Any]) -> list[str]:
        """Return the statements for some of the invoices."""
        return [
            "\n".join(self.statement(name, shop, {"id": id, **params}) + ";" for name in names)
            for id in shop.invoice_ids[:GROUPS]
        ]

    def creates(self, shop: Shop, how: Callable[[Shop, int], Iterable[ListQuery]]) -> list[str]:
        """Return a transaction for each group of goods."""
        return [
            "\n".join((_BEGIN, *(self.statement(*one) for one in how(shop, number)), _COMMIT))
            for number in range(GROUPS)
        ]

    def statement(self, name: str, shop: Shop, params: Mapping[str, Any]) -> str:
        """Return one statement."""
        known = {"organization_id": shop.id, "customer_id": shop.customer_id}
        return self.cursor.mogrify(self.queries[name].encode(), {**known, **params})


def _many(shop: Shop, group: int) -> Iterator[ListQuery]:
    """Yield 19 statements with BEGIN and COMMIT: one for each row."""
    rows = list(enumerate(shop.group(group)))
    for place, row in rows:
        yield "line", shop, {**row, "place": place}
    for place, row in rows:
        yield "position", shop, row
        yield "movement", shop, {**row, "place": place}
    yield "number", shop, {}
    yield "invoice", shop, {}


def _few(shop: Shop, group: int) -> Iterator[ListQuery]:
    """Yield 4 statements: one for each table, positions and movements in one."""
    goods = shop.group(group)
    named = {
        "item_ids": [row["item_id"] for row in goods],
        "item_variant_ids": [row["item_variant_id"] for row in goods],
        "warehouse_id": goods[0]["warehouse_id"],
    }
    for name in ("lines_at_once", "goods_at_once", "number", "invoice"):
        yield name, shop, named


def _parts(text: str) -> Iterator[tuple[str, str]]:
    _, *pieces = re.split(r"^-- name: (\w+)$", text, flags=re.MULTILINE)
    for name, statement in zip(pieces[::2], pieces[1::2], strict=True):
        yield name, statement.strip()


def run_pgbench(
    pgbench: str, url: str, floor: Floor, database: int | None, *, connections: int, seconds: int
) -> Round:
    """Keep pgbench's connections busy for so many seconds, or more where that is too short for a single answer.

    What counts is the time between: to connect and to prepare costs the service nothing either, once it runs.
    """
    with tempfile.TemporaryDirectory(prefix="pgbench-") as folder:
        scripts = list(_written(floor.scripts, Path(folder)))
        how = ("-n", "-M", "prepared", "-c", str(connections), "-T", str(seconds + 1))
        command = [pgbench, *how, *scripts, "-l", f"--log-prefix={folder}/log", url]
        window = _run(command, floor.settings, seconds, database)
        times, took = _times(sorted(Path(folder).glob("log.*")), window), window.ended - window.begun
    if times:
        return Round(len(times), took, percentile(times, 0.5), percentile(times, 0.99), None, window.cpu)
    if seconds > PATIENCE:
        raise SystemExit("pgbench did nothing.")
    return run_pgbench(pgbench, url, floor, database, connections=connections, seconds=seconds * 2)


def _run(command: Sequence[str], settings: str, seconds: int, database: int | None) -> "_Window":
    environment = os.environ | {"PGOPTIONS": settings}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        window = _window(seconds, database)
        _, said = process.communicate()
    if process.returncode:
        raise SystemExit(f"pgbench failed: {said}")
    return window


def _written(scripts: Iterable[str], folder: Path) -> Iterator[str]:
    for place, script in enumerate(scripts):
        file = folder / f"{place}.sql"
        file.write_text(script + "\n", encoding="utf-8")
        yield from ("-f", str(file))


@dataclass(frozen=True)
class _Window:
    begun: float
    ended: float
    cpu: float | None


def _window(seconds: int, database: int | None) -> _Window:
    time.sleep(0.7)
    before, begun = used(database), time.time()
    time.sleep(seconds - 0.2)
    after, ended = used(database), time.time()
    return _Window(begun, ended, None if before is None or after is None else after - before)


def _times(logs: Iterable[Path], window: _Window) -> list[float]:
    """Return the milliseconds of transactions that ended in the window, in order."""
    # client, transaction, microseconds, script, and when it ended: seconds and microseconds
    rows = (line.split() for log in logs for line in log.read_text().splitlines())
    # One that a deadlock ended says so in place of its time.
    ended = ((int(row[4]) + int(row[5]) / 1e6, int(row[2]) / 1000) for row in rows if row[2] != "failed")
    return sorted(took for at, took in ended if window.begun <= at < window.ended)
