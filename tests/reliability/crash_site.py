"""The service as `make run` serves it, in a copy of the project, and the killer of its processes."""

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from random import Random

import psutil

from app.embedded.server import Server
from tests.checkout import Checkout

WORKERS = 2
#: Threads that a worker has before it can answer.
BOOTED = 4
#: Seconds within which the service is up again by itself.
AFTER_WORKER, AFTER_POSTGRES = 10.0, 30.0
#: Longer than a pool would sleep between two attempts, if it were left to itself.
OUTAGE = 40.0
#: So many answers in a row mean that it is up: each worker has its own connections to heal.
IN_A_ROW = 6


def crowded() -> float:
    """Return how many times longer things take than on an idle machine."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def have_booted(workers: Sequence[psutil.Process]) -> bool:
    """Return whether all workers have loaded the application: its pool has threads of its own."""
    with suppress(psutil.NoSuchProcess):
        return all(worker.num_threads() > BOOTED for worker in workers)
    return False


class Site:
    """A running checkout."""

    def __init__(self, checkout: Checkout, process: subprocess.Popen[bytes]) -> None:
        self.checkout = checkout
        self.supervisor = psutil.Process(process.pid)
        (self.gunicorn,) = self.children("gunicorn")

    @property
    def database_url(self) -> str:
        return Server(self.checkout.postgres.resolve(), durable=True).url()

    def children(self, word: str) -> list[psutil.Process]:
        """Return the living processes that were started with a word in their command."""
        found = []
        for child in self.supervisor.children():
            with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                if word in child.cmdline():
                    found.append(child)
        return found

    def workers(self) -> list[psutil.Process]:
        """Return the workers that are alive."""
        found = []
        for child in self.gunicorn.children():
            with suppress(psutil.NoSuchProcess):
                if child.status() != psutil.STATUS_ZOMBIE:
                    found.append(child)
        return found

    def is_whole(self) -> bool:
        """Return whether all workers are there and have loaded the application."""
        return len(self.workers()) == WORKERS and have_booted(self.workers())

    def postmaster(self) -> psutil.Process:
        """Waits for one that is just being started."""
        file = self.checkout.postgres / "data" / "postmaster.pid"
        deadline = time.monotonic() + AFTER_POSTGRES
        while True:
            with suppress(OSError, ValueError, psutil.NoSuchProcess):
                return psutil.Process(int(file.read_text().split("\n", 1)[0]))
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def backends(self) -> list[psutil.Process]:
        """The processes that serve connections, no helpers."""
        found = []
        for child in self.postmaster().children():
            with suppress(psutil.NoSuchProcess):
                if "postgres invoicing" in " ".join(child.cmdline()):
                    found.append(child)
        return found

    def end(self) -> None:
        """Kill all processes at once: their data is thrown away."""
        server = self.postmaster()
        family = [self.supervisor, *self.supervisor.children(recursive=True), server, *server.children()]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(family, timeout=5)

    def is_ready(self) -> bool:
        """One new connection, one question."""
        connection = HTTPConnection("127.0.0.1", self.checkout.port, timeout=AFTER_WORKER)
        with closing(connection), suppress(OSError, HTTPException):
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False

    def recovery(self, began: float, limit: float) -> float:
        """Seconds from `began` until all workers are there and the service answers again and again."""
        row = 0
        first = began
        while row < IN_A_ROW:
            whole = self.is_whole() and self.is_ready()
            row, first = (row + 1, first if row else time.monotonic()) if whole else (0, began)
            assert time.monotonic() - began < limit * crowded(), "the service is not up again"
            if not whole:
                time.sleep(0.02)
        return first - began


class Killer:
    """Kills at random, and takes the time until the service is up again."""

    def __init__(self, site: Site, chance: Random) -> None:
        self.site = site
        self.chance = chance
        self.killed: dict[str, int] = {}
        self.recoveries: dict[str, list[float]] = {"worker": [], "postgres": []}

    def kill(self, what: str) -> None:
        """`worker`, `workers` (both), `deliverer`, `postmaster`, `backend`, `all` at once, or a long `outage` of
        PostgreSQL. A deliverer is not waited for: nobody who asks notices that it is gone."""
        if what == "deliverer":
            # None where it is still to be started again.
            killed = self._victims(what)
            self._at_once(what)
            self.killed[what] = self.killed.get(what, 0) + len(killed)
            return
        began = self._outage() if what == "outage" else self._at_once(what)
        self.killed[what] = self.killed.get(what, 0) + 1
        kind = "worker" if what in ("worker", "workers") else "postgres"
        limit = AFTER_WORKER if kind == "worker" else AFTER_POSTGRES
        self.recoveries[kind].append(self.site.recovery(began, limit))

    def _at_once(self, what: str) -> float:
        """Kill the victims; return the moment."""
        began = time.monotonic()
        victims = self._victims(what)
        for victim in victims:
            with suppress(psutil.NoSuchProcess):
                victim.kill()
        _, left = psutil.wait_procs(victims, timeout=5)
        assert not [victim for victim in left if victim.status() != psutil.STATUS_ZOMBIE]
        return began

    def _victims(self, what: str) -> list[psutil.Process]:
        workers = self.site.workers()
        if what == "worker":
            return [self.chance.choice(workers)]
        if what == "backend":
            return [self.chance.choice(self.site.backends() or [self.site.postmaster()])]
        return {
            "workers": workers,
            "deliverer": self.site.children("deliver"),
            "postmaster": [self.site.postmaster()],
            "all": [*workers, *self.site.children("deliver"), self.site.postmaster()],
        }[what]

    def _outage(self) -> float:
        """Kill PostgreSQL while its supervisor is suspended; return the moment at which the supervisor goes on."""
        self.site.supervisor.suspend()
        try:
            self._at_once("postmaster")
            time.sleep(OUTAGE)
        finally:
            self.site.supervisor.resume()
        return time.monotonic()
