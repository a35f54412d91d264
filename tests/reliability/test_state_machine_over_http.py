"""The model of `test_state_machine`, over HTTP: several clients at once, workers killed and answers lost.

Every other client has documents made elsewhere imported into its books meanwhile, as an operator would.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from random import Random
from threading import Event, Thread

import psutil
import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import rule, run_state_machine_as_test

from tests.reliability.books_checks import Checking
from tests.reliability.books_core import by_chance
from tests.reliability.books_notes import GivingBack
from tests.reliability.books_purchases import Buying
from tests.reliability.books_sales import DrawnReceipt, DrawnSale, Selling, some_invoice, some_receipt
from tests.reliability.crash_site import WORKERS, have_booted
from tests.reliability.raw import Server, serving
from tests.reliability.sizes import FULL, HTTP_CLIENTS, HTTP_RUNS, HTTP_STEPS, KILL_EVERY
from tests.reliability.steadfast import Steadfast
from tests.service import Service

SEED = 20260521
LOSING = 0.03


class Requesting(Selling):
    """Sells by HTTP and nothing else."""

    @rule(drawn=by_chance(some_invoice))
    def create(self, drawn: DrawnSale) -> None:
        super().create(drawn._replace(bulk=False))

    @rule(drawn=by_chance(some_receipt))
    def pay(self, drawn: DrawnReceipt) -> None:
        super().pay(drawn._replace(bulk=False))


class Sales(Requesting, Checking):
    """Sales that are written by HTTP; nothing is imported."""


class Everything(Requesting, Buying, GivingBack, Checking):
    """The same beside bills, payments made, notes and counts of the stock, which come in by import."""


class Killing(Thread):
    """Kills a worker again and again, until told to stop."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server = server
        self.over = Event()
        self.killed = 0

    def run(self) -> None:
        chance = Random(SEED)  # noqa: S311 - not for secrets
        while not self.over.wait(chance.uniform(0, 2 * KILL_EVERY)):
            with suppress(psutil.NoSuchProcess):
                workers = [psutil.Process(pid) for pid in self.server.workers()]
                # Killed faster than they can start, they would never answer.
                if len(workers) == WORKERS and have_booted(workers):
                    chance.choice(workers).kill()
                    self.killed += 1


@contextmanager
def killing(server: Server) -> Iterator[Killing]:
    thread = Killing(server)
    thread.start()
    try:
        yield thread
    finally:
        thread.over.set()
        thread.join()


def drive(number: int, server: Server, url: str) -> tuple[int, int, int]:
    """Run the machine in organizations of this client's own; steps, lost answers, and those decided by reading."""
    chance = Random(SEED + number)  # noqa: S311 - not for secrets
    remote = Steadfast(server.address[1], chance, LOSING)
    done = 0

    with closing(remote), closing(Service(remote, url)) as service:

        class BooksThere(Everything if number % 2 else Sales):  # type: ignore[misc]
            """The machine on this client's service: hypothesis makes its machines without arguments."""

            def __init__(self) -> None:
                super().__init__(service)

            def teardown(self) -> None:
                nonlocal done
                done += self.steps
                super().teardown()

        # Of a class hypothesis would parse the source, which Python 3.11 does wrong now and then in threads at once.
        @seed(SEED + number)
        def books() -> Everything | Sales:
            return BooksThere()

        run_state_machine_as_test(
            books,
            settings=settings(
                max_examples=HTTP_RUNS,
                stateful_step_count=HTTP_STEPS,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )
    return done, remote.lost, remote.decided


# While one client draws what it does next, the others' pools make connections, and the time when one of these is to be
# made anew is drawn by Python's `random`: hypothesis takes that for the doing of the client.
@pytest.mark.filterwarnings(
    "ignore:Do not use the .random. module inside strategies:hypothesis.errors.HypothesisDeprecationWarning"
)
def test_the_books_of_clients_of_a_failing_server_are_what_the_model_says(database_url: str) -> None:
    began = time.monotonic()
    with serving(database_url) as server, killing(server) as killer, ThreadPoolExecutor(HTTP_CLIENTS) as pool:
        driven = [pool.submit(drive, number, server, database_url) for number in range(HTTP_CLIENTS)]
        steps, lost, decided = (
            sum(figures) for figures in zip(*(work.result() for work in driven), strict=True)
        )
    assert steps > 0
    # In short it may be over before anything has failed.
    assert not FULL or (killer.killed and lost)
    print(  # noqa: T201
        f"{steps} steps of {HTTP_CLIENTS} clients in {time.monotonic() - began:.0f} s, {killer.killed} workers killed, "
        f"{lost} answers lost, {decided} writes without a key found done"
    )
