"""A shop under load."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from tests.deployment.test_failover import Caller
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop

CLIENTS = 4


class Load:
    """Callers who create invoices until the block ends."""

    def __init__(self, remote: Remote, shop: Shop, clients: int = CLIENTS) -> None:
        self._over = Event()
        self.callers = [Caller(remote, shop, number) for number in range(clients)]

    def __enter__(self) -> "Load":
        self._pool = ThreadPoolExecutor(len(self.callers))
        self._running = [self._pool.submit(caller.go_on, self._over) for caller in self.callers]
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._pool.shutdown()
        for work in self._running:
            work.result()

    def await_writes(self) -> None:
        """Wait until each caller has had an answer to a write that began after this call."""
        began = time.monotonic()
        while any(caller.began <= began for caller in self.callers):
            assert time.monotonic() - began < 60, "writes are not answered"
            time.sleep(0.01)

    @property
    def numbers(self) -> list[str]:
        return [number for caller in self.callers for number in caller.numbers]
