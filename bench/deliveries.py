"""`make bench-webhooks`: webhooks a second that a deliverer sends to one receiver, which answers at once."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import click
import psycopg

from app.config import ROOT
from app.postgres.database import Database, Transaction
from app.schemas.webhook_endpoints import WebhookEndpointBody
from app.webhooks.endpoints import WebhookEndpoints
from app.webhooks.receiver_addresses import networks_of
from app.webhooks.signatures import secret_of
from bench import running
from bench.shop import load_into, open_shops

DATABASE = "bench_webhooks"
HERE = "127.0.0.0/8"
_LOOK = 0.5
_LEFT = "SELECT count(*) FROM webhook_deliveries WHERE status <> 'DELIVERED'"


@click.command()
@click.option("--events", type=click.IntRange(1_000), default=20_000, show_default=True)
def main(events: int) -> None:
    """Queue events, start a receiver and a deliverer, and print the rate of deliveries."""
    with running.server("bench-postgres") as server:
        url = running.make_database(server, DATABASE)
        try:
            click.echo(f"{rate_of(url, events):,.0f} webhooks a second")
        finally:
            running.drop_database(server, DATABASE)


def rate_of(url: str, events: int) -> float:
    """Return the webhooks a second, counted from the first ones that were taken."""
    port = running.free_port()
    let_wait(url, f"http://127.0.0.1:{port}/", events)
    running.tidy(url)
    receiver = [sys.executable, "-m", "bench.receiver", str(port)]
    with (
        running.serving(receiver, os.environ, port, "/"),
        psycopg.connect(url, autocommit=True) as connection,
        delivering(url),
    ):
        first = left(connection)
        while (begun := left(connection)) == first:
            time.sleep(_LOOK)
        began = time.monotonic()
        while left(connection):
            time.sleep(_LOOK)
        return begun / (time.monotonic() - began)


def let_wait(url: str, receiver: str, events: int) -> None:
    """Make an organization with an endpoint, and so many customers whose creation it is told of."""
    (shop,) = open_shops(url, 1, 1)

    def make(tx: Transaction) -> None:
        tx.enter(shop.id)
        body = WebhookEndpointBody().create({"url": receiver})
        WebhookEndpoints(networks_of(HERE)).create_signed(tx, body, secret_of("bench", "bench"))

    def load(tx: Transaction) -> None:
        tx.enter(shop.id)
        load_into(tx, "customers", ({"displayName": f"Customer {n}"} for n in range(events)))

    with closing(Database(url, pool_size=1)) as database:
        database.run_as_owner(make)
        database.run_as_owner(load)


def left(connection: psycopg.Connection) -> int:
    """Return the number of messages that are still to be delivered."""
    found = connection.execute(_LEFT).fetchone()
    return int(found[0]) if found else 0


@contextmanager
def delivering(url: str) -> Iterator[None]:
    """Run a deliverer until the block ends."""
    command = [sys.executable, "-m", "app", "deliver"]
    environment = os.environ | {"DATABASE_URL": url, "WEBHOOK_ALLOW": HERE}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
