"""Acknowledged writes outlive the processes that made them, and webhooks tell of each: workers, the deliverer and
PostgreSQL are killed under mixed writes."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import reduce
from itertools import chain
from operator import add
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event

import pytest

from tests.api.receiving import Receiver
from tests.checkout import Checkout
from tests.reliability.crash_checks import (
    assert_all_is_there_once,
    assert_each_write_was_done_once,
    assert_every_event_arrived,
    assert_the_books_tie,
    assert_the_trail_is_whole,
    writing_requests,
)
from tests.reliability.crash_site import WORKERS, Killer, Site
from tests.reliability.crash_writes import Place, Writer
from tests.reliability.integrator import Told
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop
from tests.reliability.sizes import CRASH_CLIENTS, CRASH_IMPORTS, CRASH_PAUSE, CRASH_REQUESTS, CRASHES
from tests.reliability.test_numbers_under_fire import assert_gapless
from tests.service import Service

SEED = 20260521


def seeded(number: int) -> Random:
    return Random(SEED + number)  # noqa: S311 - not for secrets


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    # Not pytest's own folder: each run of root's closes that to the account of the server again.
    with TemporaryDirectory(prefix="invoicing crash ") as name:
        checkout = Checkout.copied_to(Path(name) / "gst invoicing")
        with checkout.serving(WORKERS, WEBHOOK_ALLOW="127.0.0.0/8") as process:
            site = Site(checkout, process)
            yield site
            site.end()


@pytest.fixture
def remote(site: Site) -> Iterator[Remote]:
    with closing(Remote(site.checkout.port)) as remote:
        yield remote


@pytest.fixture
def service(site: Site, remote: Remote) -> Iterator[Service]:
    with closing(Service(remote, site.database_url, pooler="none")) as service:
        yield service


def writers_of(remote: Remote, site: Site, shop: Shop) -> list[Writer]:
    place = Place(site.checkout, str(shop.org.slug), shop.item())
    return [
        Writer(
            remote=remote,
            token=str(shop.org.token),
            chance=seeded(number),
            place=place,
            name=f"w{number}",
            customer=shop.customer(displayName=f"w{number}"),
            vendor=shop.vendor(),
            imports=CRASH_IMPORTS,
        )
        for number in range(CRASH_CLIENTS)
    ]


def write(writer: Writer, over: Event) -> None:
    # Not as fast as they can: workers that start need a processor too.
    while not over.wait(writer.chance.uniform(0, 2 * CRASH_PAUSE)):
        writer.step()


def unnoticed(writers: list[Writer]) -> Iterator[str]:
    """One worker after another, as long as all were killed between two requests."""
    for _ in range(20):
        if noticed(told_of(writers)):
            return
        yield "worker"


def noticed(told: Told) -> int:
    return told.answers[503] + told.lost


def write_while_killing(writers: list[Writer], killer: Killer) -> None:
    """Write until all planned kills are done, were noticed, and enough requests were sent."""
    over, chance = Event(), seeded(0)
    plan = [what for what, times in CRASHES.items() for _ in range(times)]
    chance.shuffle(plan)
    with ThreadPoolExecutor(len(writers)) as pool:
        running = [pool.submit(write, writer, over) for writer in writers]
        try:
            for what in chain(plan, unnoticed(writers)):
                time.sleep(chance.uniform(0, 0.5))
                killer.kill(what)
                assert not [work for work in running if work.done()], "a client has found a fault"
            while told_of(writers).requests < CRASH_REQUESTS and not any(work.done() for work in running):
                time.sleep(0.2)
        finally:
            over.set()
            for work in running:
                work.result()


def told_of(writers: list[Writer]) -> Told:
    return reduce(add, (writer.told for writer in writers), Told())


def test_what_was_acknowledged_is_there_once_although_everything_was_killed(
    site: Site, service: Service, remote: Remote, receiver: Receiver
) -> None:
    org = service.organization()
    since = org.make("/webhook-endpoints", {"url": receiver.url})["createdAt"]
    shop = Shop(service, org, "")
    writers = writers_of(remote, site, shop)
    killer = Killer(site, seeded(0))
    before = writing_requests(site.database_url, org.organization_id)
    began = time.monotonic()
    write_while_killing(writers, killer)
    took = time.monotonic() - began
    for writer in writers:
        assert_all_is_there_once(writer)
        for keyed in writer.keyed:
            writer.ask_again(keyed)
    rows = assert_the_trail_is_whole(site.database_url, org.organization_id)
    done = writing_requests(site.database_url, org.organization_id)
    assert_each_write_was_done_once({id: n for id, n in done.items() if id not in before}, writers)
    assert_no_gaps(shop, writers)
    assert_the_books_tie(site.checkout, str(org.slug))
    twice = assert_every_event_arrived(writers[0], receiver, since)
    told = told_of(writers)
    assert told.answers.keys() <= {200, 201, 404, 409, 503}
    assert noticed(told), "nobody noticed"
    print(report(told, writers, killer, rows, took))  # noqa: T201
    print(f"{len(receiver.arrived)} webhooks, {twice} of them again")  # noqa: T201


def assert_no_gaps(shop: Shop, writers: list[Writer]) -> None:
    counters = {row["doc_type"]: row["last_taken"] for row in shop.rows("counters")}
    assert_gapless(shop, "INVOICE", "INV-", counters["INVOICE"])
    assert_gapless(shop, "PAYMENT_RECEIVED", "PMT-", counters["PAYMENT_RECEIVED"])
    assert counters.get("BILL", 0) == sum(len(writer.bills) for writer in writers)


def report(told: Told, writers: list[Writer], killer: Killer, rows: int, took: float) -> str:
    acknowledged = sum(len(writer.acknowledged) for writer in writers)
    bills = sum(len(writer.bills) for writer in writers)
    lines = [
        f"{told.requests} requests in {took:.0f} s: {dict(told.answers)}, {told.lost} without an answer",
        f"{acknowledged} writes acknowledged, {bills} bills imported, {rows} rows of the trail",
        f"killed: {killer.killed}; slowest answer {told.slowest:.1f} s",
        f"without a key and in doubt: {told.found_done} were done, {told.found_undone} were not",
        f"asked again with the key: {told.replayed}",
    ]
    lines += [
        f"up after {what}: median {median(seconds):.1f} s, longest {max(seconds):.1f} s"
        for what, seconds in killer.recoveries.items()
    ]
    return "\n".join(lines)
