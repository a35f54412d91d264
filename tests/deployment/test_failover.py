"""The primary dies under load, again and again, and the service goes on with the standby."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import pytest

from app.postgres.migrations import migrate
from tests.deployment.replication import Pair
from tests.operators.commands import Operator
from tests.postgresql import PROGRAMS
from tests.reliability.crash_checks import writing_requests
from tests.reliability.crash_site import crowded
from tests.reliability.integrator import Integrator, Told
from tests.reliability.raw import serving
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop
from tests.reliability.sizes import FAILOVERS
from tests.reliability.test_numbers_under_fire import assert_gapless
from tests.service import Service

NEEDED = ("pg_basebackup", "pg_rewind")
MISSING = [name for name in NEEDED if not (PROGRAMS / name).exists()]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"no {' and no '.join(MISSING)} beside PostgreSQL")

CLIENTS = 6
#: Seconds from the death of the primary until every client has had a write acknowledged that it began after it.
AGAIN_WITHIN = 10.0
#: Every so many times the machine of the primary is lost with its disk.
LOST_EVERY = 4


@pytest.fixture
def pair() -> Iterator[Pair]:
    # Not pytest's own folder: each run of root's closes that to the account of the servers again.
    with TemporaryDirectory(prefix="invoicing-failover-") as folder:
        pair = Pair(Path(folder))
        try:
            pair.create()
            yield pair
        finally:
            pair.end()


class Caller(Integrator):
    """Creates invoices without a pause, each with a key, and reads what was acknowledged."""

    def __init__(self, remote: Remote, shop: Shop, number: int) -> None:
        super().__init__(remote, str(shop.org.token), Random(number))  # noqa: S311 - not for secrets
        self.body = shop.invoice_body(number + 1)
        self.numbers: list[str] = []
        # When the newest write that was acknowledged began.
        self.began = 0.0

    def go_on(self, over: Event) -> None:
        while not over.is_set():
            began = time.monotonic()
            made = self.create("/invoices", self.body | {"status": "SENT"})
            self.began = began
            self.numbers.append(self.read(f"/invoices/{made['id']}")["invoiceNumber"])


@dataclass
class Load:
    """Callers at work; `outages` are the seconds for which each death was felt."""

    callers: list[Caller]
    outages: list[float] = field(default_factory=list)

    def under(self, pair: Pair) -> None:
        over, chance = Event(), Random(7)  # noqa: S311 - not for secrets
        with ThreadPoolExecutor(len(self.callers)) as pool:
            running = [pool.submit(caller.go_on, over) for caller in self.callers]
            try:
                for turn in range(FAILOVERS):
                    time.sleep(chance.uniform(0.3, 1.5))
                    self._survive(pair, running)
                    # In the meantime the load goes on.
                    if turn % LOST_EVERY == LOST_EVERY - 1:
                        pair.clone()
                    else:
                        pair.rewind()
            finally:
                over.set()
                for work in running:
                    work.result()

    def _survive(self, pair: Pair, running: list[Future[None]]) -> None:
        began = time.monotonic()
        pair.fail_over()
        while any(caller.began <= began for caller in self.callers):
            assert not [work for work in running if work.done()], "a client has found a fault"
            assert time.monotonic() - began < AGAIN_WITHIN * crowded(), "writes are not answered again"
            time.sleep(0.01)
        self.outages.append(time.monotonic() - began)

    def told(self) -> Told:
        return reduce(add, (caller.told for caller in self.callers), Told())

    def all(self, name: str) -> list[Any]:
        return [one for caller in self.callers for one in getattr(caller, name)]


def test_what_was_acknowledged_is_there_once_although_primaries_died(pair: Pair) -> None:
    migrate(pair.url)
    with (
        serving(pair.url) as server,
        closing(Remote(server.address[1])) as remote,
        closing(Service(remote, pair.url)) as service,
    ):
        org = service.organization()
        shop = Shop(service, org, "")
        shop = Shop(service, org, shop.customer())
        before = writing_requests(pair.url, org.organization_id)
        load = Load([Caller(remote, shop, number) for number in range(CLIENTS)])
        load.under(pair)
        for caller in load.callers:
            for keyed in caller.keyed:
                caller.ask_again(keyed)
        assert_each_was_done_once(pair.url, org.organization_id, before, load)
        assert_gapless(shop, "INVOICE", "INV-", len(load.all("numbers")))
    assert Operator(pair.url).run("check", "--org", str(org.slug)).stdout == "The books tie.\n"
    told = load.told()
    assert told.answers.keys() <= {200, 201, 503}
    print(report(load, told))  # noqa: T201


def test_a_standby_that_is_not_synchronous_loses_what_was_acknowledged(pair: Pair) -> None:
    """The test above can fail: a server that is promoted has what it was sent, and nothing else."""
    pair.primary.ask("ALTER SYSTEM RESET synchronous_standby_names")
    pair.primary.ask("SELECT pg_reload_conf()")
    pair.primary.await_that("SELECT current_setting('synchronous_standby_names') = ''")
    pair.primary.stop_sending()
    pair.primary.ask("CREATE TABLE acknowledged ()")
    assert pair.primary.ask("SELECT to_regclass('acknowledged') IS NOT NULL")
    pair.fail_over()
    assert pair.primary.ask("SELECT to_regclass('acknowledged') IS NULL")


def assert_each_was_done_once(url: str, organization_id: str, before: dict[str, int], load: Load) -> None:
    done = writing_requests(url, organization_id)
    written = {id: times for id, times in done.items() if id not in before}
    assert written == dict.fromkeys(load.all("acknowledged"), 1)
    numbers = load.all("numbers")
    assert len(set(numbers)) == len(numbers) == len(written)


def report(load: Load, told: Told) -> str:
    outages = ", ".join(f"{seconds:.1f}" for seconds in load.outages)
    return (
        f"{told.requests} requests: {dict(told.answers)}, {told.lost} without an answer; "
        f"{len(load.all('acknowledged'))} writes acknowledged\n"
        f"seconds until each client wrote again, worst {max(load.outages):.1f}: {outages}"
    )
