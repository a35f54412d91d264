"""`make bench-versions`: processor time of requests on several servers of PostgreSQL by turns."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from statistics import median

import click
import psycopg
from psycopg.conninfo import make_conninfo

from bench import running
from bench.figures import Round
from bench.load import Request
from bench.processes import used
from bench.shop import DAY, Shop, open_shops
from bench.table import aligned, shown
from bench.tasks import Task, driving

DATABASE = "bench_versions"
INVOICES = 1_000
# Enough for every connection of the service to prepare its statements.
WARM_SECONDS = 2
WORKERS = "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0"


@click.command()
@click.argument("servers", nargs=-1, required=True, metavar="NAME=URL...")
@click.option(
    "--cluster",
    "clusters",
    multiple=True,
    metavar="NAME=URL",
    help="A coordinator of Citus, whose database is distributed and empty.",
)
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True)
@click.option("--seconds", type=click.IntRange(1), default=1, show_default=True, help="For each of a round.")
@click.option("--connections", type=click.IntRange(1), default=4, show_default=True)
def main(
    servers: Sequence[str], clusters: Sequence[str], rounds: int, seconds: int, connections: int
) -> None:
    """Run the service on each server and tell what it costs there; each URL is that of an owner.

    The database of a cluster of Citus is used as it is, and what was made stays in it.
    """
    with ExitStack() as stack:
        distributed = dict(map(_named, clusters))
        urls = distributed | {name: made(stack, url) for name, url in map(_named, servers)}
        columns = {
            name: served(stack, url, connections, distributed=name in distributed)
            for name, url in urls.items()
        }
        for name, url in urls.items():
            for task in columns[name]:
                task.once(WARM_SECONDS)
            # A plan that was kept while the keys of creations were few would go through all of them.
            running.tidy(url)
        found = measure(columns, rounds, seconds)
        click.echo("PostgreSQL:\n" + table_of(found, lambda one: one.database_cpu or 0))
        click.echo("\nPostgreSQL and the service:\n" + table_of(found, lambda one: one.cpu))


def _named(argument: str) -> tuple[str, str]:
    name, _, url = argument.partition("=")
    return name, url


def made(stack: ExitStack, server: str) -> str:
    """Make a database and return its URL; it is dropped when the stack is left."""
    url = running.make_database(server, DATABASE)
    stack.callback(running.drop_database, server, DATABASE)
    return url


def served(stack: ExitStack, url: str, connections: int, *, distributed: bool) -> list[Task]:
    """Start the service on an empty database; return the tasks. distributed: on a cluster."""
    reader, seller = open_shops(url, 2, INVOICES - 1, distributed=distributed)
    pooler = {"DATABASE_POOLER": "citus"} if distributed else {}
    service, port = stack.enter_context(running.gunicorn("wsgi:application", url, **pooler))
    database = running.postmaster_of(url)
    nodes = workers_of(url) if distributed else []
    return [
        Task(name, with_nodes(driving(port, requests, connections, service, database), nodes))
        for name, requests in asked(reader, seller).items()
    ]


def workers_of(url: str) -> list[int | None]:
    """Return the postmasters of a cluster's workers."""
    with psycopg.connect(url) as connection:
        places = connection.execute(WORKERS).fetchall()
    return [running.postmaster_of(make_conninfo(url, host=host, port=port)) for host, port in places]


def with_nodes(once: Callable[[int], Round], nodes: Sequence[int | None]) -> Callable[[int], Round]:
    """Return a task's function that adds the processor time of further nodes."""

    def counted(seconds: int) -> Round:
        before = [used(node) or 0 for node in nodes]
        one = once(seconds)
        spent = sum((used(node) or 0) - was for node, was in zip(nodes, before, strict=True))
        return replace(one, database_cpu=(one.database_cpu or 0) + spent)

    return counted


def asked(reader: Shop, seller: Shop) -> dict[str, list[Request]]:
    """Return the requests by the name of the work."""
    paths = {
        "read": [f"invoices/{id}" for id in reader.invoice_ids[:200]],
        "list 50": ["invoices?limit=50"],
        "list 200": ["invoices?limit=200"],
        "page 9 of 50, filtered": [f"invoices?status=SENT&from={DAY}&limit=50&page=9"],
        "page 9 of 50, last first": ["invoices?sort=invoiceDate&limit=50&page=9"],
        "search": ["items?q=hinge+1"],
        "customer ledger": [f"customer-ledger/{reader.customer_id}?from=2999-01-01"],
        "/me": ["me"],
    }
    reads = {
        name: [Request("GET", f"/api/v1/{path}", reader.token) for path in every]
        for name, every in paths.items()
    }
    return reads | {
        "create": [Request("POST", "/api/v1/invoices", seller.token, body) for body in seller.bodies()]
    }


def measure(columns: dict[str, list[Task]], rounds: int, seconds: int) -> dict[tuple[str, str], list[Round]]:
    """Rounds by work and server. Those of the same work on all servers follow each other."""
    found: dict[tuple[str, str], list[Round]] = {}
    for _ in range(rounds):
        for tasks in zip(*columns.values(), strict=True):
            for name, task in zip(columns, tasks, strict=True):
                found.setdefault((task.name, name), []).append(task.once(seconds))
    return found


def table_of(found: dict[tuple[str, str], list[Round]], cpu: Callable[[Round], float]) -> str:
    """Return the medians of processor seconds per 1000 answers; behind the last server, of the ratios to it."""
    works = list(dict.fromkeys(work for work, _ in found))
    servers = list(dict.fromkeys(server for _, server in found))
    *others, last = servers
    costs = {key: [cpu(one) * 1000 / one.answers for one in all] for key, all in found.items()}

    def ratio(work: str, server: str) -> str:
        pairs = zip(costs[work, server], costs[work, last], strict=True)
        return f"{median(a / b for a, b in pairs if b):.2f}"

    return aligned([
        ("", *servers, *(f"{server} ÷ {last}" for server in others)),
        *(
            (
                work,
                *(shown(median(costs[work, server])) for server in servers),
                *(ratio(work, server) for server in others),
            )
            for work in works
        ),
    ])  # fmt: skip


if __name__ == "__main__":
    main()
