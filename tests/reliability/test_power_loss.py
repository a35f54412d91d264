"""Loss of power: acknowledged writes outlive it, while all is gone that was not synced to the disk."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event

import pytest

from app.postgres.migrations import migrate
from tests.operators.commands import Operator
from tests.postgresql import Node
from tests.reliability.crash_checks import writing_requests
from tests.reliability.integrator import Integrator
from tests.reliability.power import Disk, missing
from tests.reliability.raw import serving
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop
from tests.reliability.sizes import FULL, POWER_CUTS
from tests.reliability.test_numbers_under_fire import assert_gapless
from tests.service import Service

# A server on a disk of its own, started again after each cut. Nobody's machine mounts a disk unasked.
pytestmark = [
    pytest.mark.skipif(not FULL, reason="it mounts a disk: see make test-reliability"),
    pytest.mark.skipif(bool(missing()), reason=missing()),
]

CLIENTS = 4
WRITES = 20
#: So that PostgreSQL does not write by itself, soon after, what nobody asked it to.
LAZY = {"wal_writer_delay": "10s", "wal_writer_flush_after": "1GB"}


class Caller(Integrator):
    """Creates invoices, each with a key, until the power is cut; then it gives up what was not acknowledged."""

    def __init__(self, remote: Remote, shop: Shop, number: int) -> None:
        super().__init__(remote, str(shop.org.token), Random(number))  # noqa: S311 - not for secrets
        self.body = shop.invoice_body(number + 1, status="SENT")

    def go_on(self, over: Event) -> None:
        while not over.is_set():
            self.create("/invoices", self.body)


@dataclass
class Powered:
    """A service whose PostgreSQL lies on a disk that can lose its power."""

    disk: Disk
    node: Node

    def lose_power(self) -> None:
        self.disk.cut()
        self.node.kill()
        self.disk.unmount()
        self.disk.mount()


@contextmanager
def powered(**settings: str) -> Iterator[Powered]:
    with TemporaryDirectory(prefix="invoicing-power-") as name:
        disk = Disk(Path(name))
        node = Node(disk.root, "data", **settings)
        try:
            node.create()
            migrate(node.url())
            # What was there before the load is safe.
            node.ask("CHECKPOINT")
            disk.sync()
            yield Powered(disk, node)
        finally:
            node.kill()
            disk.unmount()


@contextmanager
def selling(node: Node) -> Iterator[tuple[Shop, list[Caller]]]:
    with (
        serving(node.url()) as server,
        closing(Remote(server.address[1])) as remote,
        closing(Service(remote, node.url())) as service,
    ):
        org = service.organization()
        shop = Shop(service, org, Shop(service, org, "").customer())
        yield shop, [Caller(remote, shop, number) for number in range(CLIENTS)]


def acknowledged(callers: list[Caller]) -> list[str]:
    return [id for caller in callers for id in caller.acknowledged]


def cut_under_load(place: Powered, callers: list[Caller], chance: Random) -> None:
    """The callers go on until the power has been lost as often as it is to be, and is there again."""
    over = Event()
    with ThreadPoolExecutor(CLIENTS) as pool:
        running = [pool.submit(caller.go_on, over) for caller in callers]
        try:
            for _ in range(POWER_CUTS):
                before = len(acknowledged(callers))
                while len(acknowledged(callers)) < before + WRITES:
                    assert not [work for work in running if work.done()], "a client has found a fault"
                    time.sleep(0.01)
                time.sleep(chance.uniform(0, 0.5))
                place.lose_power()
                place.node.start()
        finally:
            over.set()
            for work in running:
                work.result()


def test_what_was_acknowledged_is_there_once_although_the_power_was_lost() -> None:
    with powered(**LAZY) as place, selling(place.node) as (shop, callers):
        url, organization_id = place.node.url(), str(shop.org.organization_id)
        before = writing_requests(url, organization_id)
        cut_under_load(place, callers, Random(11))  # noqa: S311 - not for secrets
        for caller in callers:
            for keyed in caller.keyed:
                caller.ask_again(keyed)
        after = writing_requests(url, organization_id)
        told = acknowledged(callers)
        assert {id: times for id, times in after.items() if id not in before} == dict.fromkeys(told, 1)
        assert_gapless(shop, "INVOICE", "INV-", len(told))
        assert Operator(url).run("check", "--org", str(shop.org.slug)).stdout == "The books tie.\n"
        print(f"{len(told)} writes acknowledged, power lost {POWER_CUTS} times, none lost")  # noqa: T201


@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit"])
def test_without_waiting_for_the_disk_something_is_lost(setting: str) -> None:
    """The test above can fail: what PostgreSQL did not sync is really gone."""
    with powered(**LAZY, **{setting: "off"}) as place:
        with selling(place.node) as (shop, (caller, *_)):
            place.node.ask("CHECKPOINT")
            place.disk.sync()
            for _ in range(WRITES):
                caller.create("/invoices", caller.body)
            place.lose_power()
        place.node.start()
        left = writing_requests(place.node.url(), str(shop.org.organization_id))
        lost = set(caller.acknowledged) - left.keys()
        print(f"{setting}=off: {len(lost)} of {len(caller.acknowledged)} lost")  # noqa: T201
        assert lost
