"""`make bench-scale`: how the cost of a request grows with the invoices of one organization."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import date
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from app.config import ROOT
from app.wire import Json, to_json
from bench import running
from bench.bars import CREATE
from bench.figures import Figures, growth
from bench.load import Request
from bench.loading import WatchedImport, add_demonstration, tenths
from bench.table import aligned, shown
from bench.tasks import Task, driving, measure

SIZES = (1_000, 100_000, 1_000_000)
PAGE = 50
# Loaded anew every time, in seconds: what the creations of an earlier run have added would be much of it.
SMALL = 10_000
# Invoices of a customer who has as many at every size.
SAME = 20
_MARCH = 3
_SMALL_CUSTOMER = "Twenty Invoices Alike"
_API = "/api/v1"


@click.command()
@click.argument("sizes", type=click.IntRange(1), nargs=-1)
@click.option("--fresh", is_flag=True, help="Load anew what was loaded before.")
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--seconds", type=click.IntRange(1), default=2, show_default=True, help="For each of a round.")
@click.option("--json", "file", type=click.Path(path_type=Path), default=ROOT / "var" / "bench-scale.json")
def main(sizes: Sequence[int], fresh: bool, rounds: int, seconds: int, file: Path) -> None:
    """Load SIZES of invoices (1000, 100000 and 1000000), ask each for the same, and print by how much it grew.

    What was loaded stays for the next run.
    """
    wanted = sorted(set(sizes or SIZES))
    with running.server("bench-scale-postgres") as server:
        found = {size: _measured(server, size, fresh, rounds, seconds) for size in wanted}
    click.echo(table_of(found))
    file.parent.mkdir(exist_ok=True)
    told = {size: {name: asdict(one) for name, one in each.items()} for size, each in found.items()}
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _measured(server: str, size: int, fresh: bool, rounds: int, seconds: int) -> dict[str, Figures]:
    url = running.open_database(server, f"scale_{size}", fresh=fresh or size <= SMALL)
    database = running.postmaster_of(url)
    loaded = add_demonstration(url, database, size)
    if loaded.told["made"]:
        click.echo(f"{size} invoices: {_told(size, loaded)}")
        running.tidy(url)
    with running.gunicorn("wsgi:application", url) as (service, port):
        asked = requests_of(_Reader(port, loaded.told["token"]))
        tasks = [
            Task(name, driving(port, requests, 1, service, database)) for name, requests in asked.items()
        ]
        # Creations last: they are all of one customer and one month, and open.
        reading = [task for task in tasks if task.name != CREATE]
        creating = [task for task in tasks if task.name == CREATE]
        settle = partial(running.tidy, url)
        done = [one for some in (reading, creating) for one in measure(some, 1, rounds, seconds, settle)]
        return {one.name: one.figures for one in done}


def _told(size: int, loaded: WatchedImport) -> str:
    last = loaded.moments[-1]
    lines = [
        f"loaded in {loaded.seconds:.0f} s ({size / loaded.seconds:.0f} a second), at most {loaded.peak_mib:.0f} MiB; "
        f"CPU s: import {last.cpu:.0f}, PostgreSQL {last.database_cpu:.0f}",
        "  rows a second, by tenths:          "
        + " ".join(f"{rate:.0f}" for rate, _ in tenths(loaded.moments)),
        "  CPU s per 1000 rows, by tenths:    " + " ".join(shown(cpu) for _, cpu in tenths(loaded.moments)),
    ]
    return "\n".join(lines)


class _Reader:
    """A client that looks for what can be asked."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token

    def get(self, path: str) -> Any:
        """The answer to a request below /api/v1."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("GET", _API + path, headers={"Authorization": f"Bearer {self.token}"})
            return json.loads(connection.getresponse().read())

    def make(self, path: str, body: Json) -> Any:
        """The record that is made by a body."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("POST", _API + path, to_json(body), headers)
            return json.loads(connection.getresponse().read())["data"]

    def asking(self, *paths: str) -> list[Request]:
        """Requests for the paths."""
        return [Request("GET", _API + path, self.token) for path in paths]


def requests_of(reader: _Reader) -> dict[str, list[Request]]:
    """What is asked, by name: of every organization the same, at its middle and its ends.

    The customers that the load sells to have the more invoices, the larger it is, and so have its months: ledger and
    return are asked for a month that has the same invoices at every size, too.
    """
    total = reader.get("/invoices?limit=1")["meta"]["total"]
    pages = -(-total // PAGE)
    middle = reader.get(f"/invoices?limit={PAGE}&page={pages // 2}")
    invoice = middle["data"][0]
    day = invoice["invoiceDate"][:10]
    payments = reader.get("/payments-received?limit=1")["meta"]["total"]
    payment = reader.get(f"/payments-received?limit=1&page={payments // 2}")["data"][0]
    customer = reader.get(f"/customers/{invoice['customerId']}")["data"]
    small, month = _small_customer(reader)
    return {
        "read": reader.asking(*(f"/invoices/{row['id']}" for row in middle["data"])),
        CREATE: list(_sending(reader, customer["id"])),
        "front page with total": reader.asking(f"/invoices?limit={PAGE}"),
        "last page": reader.asking(f"/invoices?limit={PAGE}&page={pages}"),
        "cursor page": reader.asking(f"/invoices?limit={PAGE}&cursor={middle['meta']['nextCursor']}"),
        "search payments": reader.asking(f"/payments-received?q={quote(payment['paymentNumber'], safe='')}"),
        "search customers": reader.asking(f"/customers?q={quote(customer['displayName'], safe='')}"),
        "dashboard": reader.asking("/dashboard/receivables"),
        "customer ledger, a month": reader.asking(
            f"/customer-ledger/{customer['id']}?from={day[:8]}01&to={day[:8]}28"
        ),
        f"ledger of {SAME} invoices": reader.asking(f"/customer-ledger/{small}"),
        f"list of {SAME} by customer": reader.asking(f"/invoices?customerId={small}&limit={PAGE}"),
        f"GSTR-1 of {SAME} invoices": reader.asking(f"/gst/gstr-1?period={month}"),
    }


def _small_customer(reader: _Reader) -> tuple[str, str]:
    """A customer who has SAME invoices, all of one month; its id and the month."""
    # A load that stays has them from an earlier run.
    known = reader.get(f"/customers?q={quote(_SMALL_CUSTOMER)}")["data"]
    if known:
        theirs = reader.get(f"/invoices?customerId={known[0]['id']}&limit=1")["data"][0]
        return known[0]["id"], theirs["invoiceDate"][:7]
    month = _free_month(reader)
    customer = reader.make("/customers", {"displayName": _SMALL_CUSTOMER})
    lines = [{"itemId": id, "quantity": 1} for id in _plain_goods(reader)]
    for place in range(SAME):
        day = f"{month}-{place + 1:02}"
        body = {"customerId": customer["id"], "invoiceDate": day, "status": "SENT", "lines": lines}
        reader.make("/invoices", body)
    return customer["id"], month


def _free_month(reader: _Reader) -> str:
    """The last month of the fiscal year before the load, whose series has no later number."""
    first = date.fromisoformat(
        reader.get("/invoices?limit=1&sort=invoiceDate")["data"][0]["invoiceDate"][:10]
    )
    return f"{first.year if first.month > _MARCH else first.year - 1}-{_MARCH:02}"


def _plain_goods(reader: _Reader) -> list[str]:
    """Five goods that are kept in stock, some of them twice; those with sizes would have to be named by them."""
    items = reader.get("/items?limit=200")["data"]
    goods = [item["id"] for item in items if item["trackInventory"] and item["pricingMode"] == "PCS"]
    plain = [id for id in goods if len(reader.get(f"/items/{id}")["data"]["variants"]) <= 1]
    return [plain[place % len(plain)] for place in range(5)]


def _sending(reader: _Reader, customer_id: str) -> Iterator[Request]:
    lines = [{"itemId": id, "quantity": 1} for id in _plain_goods(reader)]
    day = reader.get("/invoices?limit=1")["data"][0]["invoiceDate"][:10]
    body = {"customerId": customer_id, "invoiceDate": day, "status": "SENT", "lines": lines}
    yield Request("POST", _API + "/invoices", reader.token, body)


def table_of(found: dict[int, dict[str, Figures]]) -> str:
    """CPU seconds per 1000 and median milliseconds at each size, and how many times those of the smallest they are."""
    smallest, *larger = sorted(found)
    head = ["", *(f"{what} {size}" for size in sorted(found) for what in ("CPU", "p50"))]
    head += [f"{what} ×{size // smallest}" for size in larger for what in ("CPU", "p50")]
    rows = [head]
    for name, small in found[smallest].items():
        each = [found[size][name] for size in sorted(found)]
        cells = [shown(value) for one in each for value in (one.cpu, one.p50)]
        factors = [shown(value) for one in each[1:] for value in growth(small, one)]
        rows.append([name, *cells, *factors])
    return aligned(rows)


if __name__ == "__main__":
    main()
