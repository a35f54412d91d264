"""`make bench`: the cost of a request, measured beside its floors in the same run."""

import json
import platform
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click

from app.config import ROOT
from bench import bars, floors, running
from bench.figures import Round, as_json
from bench.load import Request, find_wrk
from bench.peers.opening import open_peers
from bench.peers.postgrest import drop_role
from bench.processes import children_of, resident_mib, tree_of
from bench.shop import Shop, open_shops
from bench.sides import BULK_OF, MeasuredSide, bulks_of, requests_by_work
from bench.table import bars_of, peers_of, table_of
from bench.tasks import Task, driving, measure, of_each

CONNECTIONS = 16
INVOICES = 1_000
# One to read in, and as many as connections, whose invoices do not wait for each other's numbers.
SHOPS = 1 + CONNECTIONS
DATABASE = "bench"
CREATE, CREATE_MANY = bars.CREATE, bars.CREATE_MANY


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--seconds", type=click.IntRange(1), default=3, show_default=True, help="For each of a round.")
@click.option("--connections", type=click.IntRange(1), default=CONNECTIONS, show_default=True)
@click.option("--peers", is_flag=True, help="Measure Django REST framework and PostgREST beside the service.")
@click.option("--json", "file", type=click.Path(path_type=Path), default=ROOT / "var" / "bench.json")
def main(rounds: int, seconds: int, connections: int, peers: bool, file: Path) -> None:
    """Measure the service and its floors, print the table, and write the figures as JSON."""
    _say(
        f"Driven by {find_wrk() or 'a generator in Python (wrk is not installed)'}, {connections} connections."
    )
    with ExitStack() as stack:
        server = stack.enter_context(running.server("bench-postgres"))
        if peers:
            stack.callback(drop_role, server)
        url = running.make_database(server, DATABASE)
        stack.callback(running.drop_database, server, DATABASE)
        shops = open_shops(url, SHOPS, INVOICES)
        service = MeasuredSide(*stack.enter_context(running.gunicorn("wsgi:application", url)))
        others = open_peers(stack, url, service, shops, connections, _say) if peers else []
        tasks = list(_tasks(stack, url, service, others, shops, connections))
        running.tidy(url)
        settle = partial(running.tidy, url)
        measured = measure(sorted(tasks, key=_order), connections, rounds, seconds, settle)
        workers = children_of(service.pid)
        memory = resident_mib(workers)
        printers = resident_mib(pid for worker in workers for pid in tree_of(worker)[1:])
    kept = bars.bars_of(measured, memory)
    _say(table_of(measured))
    _say(f"\nRSS of {len(workers)} workers: {memory:.0f} MiB, of their PDF workers: {printers:.0f} MiB\n")
    if others:
        _say(peers_of(measured) + "\n")
    _say(bars_of(kept))
    told = as_json(measured, kept) | {"rss_mib": memory, "pdf_rss_mib": printers, "machine": platform.uname()}
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _tasks(
    stack: ExitStack,
    url: str,
    service: MeasuredSide,
    peers: Sequence[MeasuredSide],
    shops: Sequence[Shop],
    connections: int,
) -> Iterator[Task]:
    """Yield all tasks to be measured; their servers run until the stack is left."""
    database = running.postmaster_of(url)
    asked = requests_by_work(service, shops)
    in_bulk = driving(service.port, bulks_of(shops[1]), 1, service.pid, database)
    yield Task(bars.BULK, of_each(in_bulk, BULK_OF))
    hello, hello_port = stack.enter_context(running.gunicorn("bench.hello:application", url))
    yield from _works(asked, service, database, connections)
    yield from _peers(peers, shops, database, connections)
    yield from _hellos(asked, hello, hello_port, service.port, connections)
    yield from _floors(url, shops, database, connections)


def _works(
    asked: dict[str, list[Request]], service: MeasuredSide, database: int | None, connections: int
) -> Iterator[Task]:
    for name, requests in asked.items():
        yield Task(name, driving(service.port, requests, connections, service.pid, database))


def _peers(
    peers: Sequence[MeasuredSide], shops: Sequence[Shop], database: int | None, connections: int
) -> Iterator[Task]:
    for peer in peers:
        for name, requests in requests_by_work(peer, shops).items():
            once = driving(peer.port, requests, connections, peer.pid, database)
            yield Task(peer.name, once, peer_of=name)


def _hellos(
    asked: dict[str, list[Request]], hello: int, hello_port: int, port: int, connections: int
) -> Iterator[Task]:
    """Yield the tasks of Falcon alone: the same requests, answered with as many bytes."""
    for name, requests in asked.items():
        if name != CREATE_MANY:
            size = running.size_of_answer(port, requests[0])
            same = [Request(one.method, f"/hello/{size}", one.token, one.body) for one in requests]
            yield Task("Falcon alone", driving(hello_port, same, connections, hello), name)


def _floors(url: str, shops: Sequence[Shop], database: int | None, connections: int) -> Iterator[Task]:
    pgbench = floors.find_pgbench()
    if pgbench is None:
        _say("pgbench is not installed: the floors of PostgreSQL are left out.")
        return
    for name, floor in floors.floors_of(url, shops[0], shops[1]).items():
        work = name if name in bars.READS else CREATE
        shown = "PostgreSQL alone" + ("" if work == name else f", {name}")

        def once(seconds: int, floor: floors.Floor = floor) -> Round:
            return floors.run_pgbench(pgbench, url, floor, database, connections=connections, seconds=seconds)

        yield Task(shown, once, work)


def _order(task: Task) -> tuple[int, bool]:
    """Peers come right after the work that they are compared with, floors after them."""
    works = [*bars.READS, CREATE, CREATE_MANY, bars.BULK]
    return works.index(task.floor_of or task.peer_of or task.name), task.floor_of is not None


def _say(text: str) -> None:
    click.echo(text)


if __name__ == "__main__":
    main()
