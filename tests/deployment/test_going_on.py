"""Reload and restart while clients go on: what `systemctl reload` and `systemctl restart` do to gunicorn."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest

from app.config import ROOT
from tests.deployment.callers import ask
from tests.deployment.programs import NGINX, OPENSSL, Proxy, proxying
from tests.reliability.raw import PATIENCE, Server, await_ready
from tests.service import Client, Service

pytestmark = pytest.mark.skipif(
    not (NGINX and OPENSSL), reason="no nginx: install Debian's nginx-light and openssl"
)

CLIENTS = 4
TIMES = 3
# systemd hands over a listening socket as descriptor 3 and says so to the very process.
# In bash: other shells take one digit for a descriptor, and this process may have many open.
ACTIVATED = 'exec 3<&"$SOCKET"; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@"'

# Workers are replaced after so many requests.
OFTEN = "--max-requests 100 --max-requests-jitter 25"


@dataclass
class Activated:
    """gunicorn on a socket that somebody else keeps."""

    listener: socket.socket
    url: str
    more: dict[str, str]

    def start(self) -> Server:
        """Start it; it may not be ready yet."""
        command = (sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:application")
        process = subprocess.Popen(
            ["/bin/bash", "-c", ACTIVATED, "bash", *command],
            cwd=ROOT,
            env=os.environ
            | {"DATABASE_URL": self.url, "SOCKET": str(self.listener.fileno()), "WEB_CONCURRENCY": "2"}
            | self.more,
            pass_fds=(self.listener.fileno(),),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return Server(self.listener.getsockname(), process)


@contextmanager
def behind_nginx(url: str, folder: Path, **more: str) -> Iterator[tuple[Activated, list[Server], Proxy]]:
    """A service on a kept socket, behind nginx; the list holds the server that runs."""
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        activated = Activated(listener, url, more)
        servers = [activated.start()]
        try:
            await_ready(servers[0])
            with proxying(int(listener.getsockname()[1]), folder) as proxy:
                yield activated, servers, proxy
        finally:
            servers[0].process.terminate()
            servers[0].process.wait(PATIENCE)


class Traffic:
    """Clients that create and read without a pause."""

    def __init__(self, proxy: Proxy, org: Client) -> None:
        self._proxy, self._org = proxy, org
        self._end = Event()
        self._pool = ThreadPoolExecutor(CLIENTS)
        self._running: list[Future[list[int]]] = []

    def __enter__(self) -> "Traffic":
        self._running = [self._pool.submit(self._go_on, number) for number in range(CLIENTS)]
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._pool.shutdown()

    def _go_on(self, number: int) -> list[int]:
        seen = []
        kind = {"Authorization": f"Bearer {self._org.token}", "Content-Type": "application/json"}
        while not self._end.is_set():
            body = b'{"displayName": "Customer of client %d"}' % number
            seen.append(ask(self._proxy.port, "POST", "/api/v1/customers", body=body, headers=kind).status)
            seen.append(ask(self._proxy.port, "GET", "/api/v1/customers?limit=5", headers=kind).status)
        return seen

    def statuses(self) -> list[int]:
        """Every status that was answered; raises what a client met instead of an answer."""
        return [status for one in self._running for status in one.result()]


def assert_nobody_noticed(traffic: Traffic, org: Client) -> None:
    statuses = traffic.statuses()
    assert len(statuses) > 20
    assert set(statuses) == {200, 201}
    assert org.get("/customers").json["meta"]["total"] == statuses.count(201)


def test_a_reload_brings_new_workers_and_loses_no_request(
    service: Service, database_url: str, tmp_path: Path
) -> None:
    org = service.organization()
    with behind_nginx(database_url, tmp_path) as (_, (server,), proxy):
        before = set(server.workers())
        with Traffic(proxy, org) as traffic:
            for _ in range(TIMES):
                time.sleep(1.5)
                server.process.send_signal(signal.SIGHUP)
            time.sleep(3)
        assert server.process.poll() is None
        assert not before & set(server.workers())
    assert_nobody_noticed(traffic, org)


def test_a_restart_on_a_kept_socket_loses_no_request(
    service: Service, database_url: str, tmp_path: Path
) -> None:
    org = service.organization()
    with behind_nginx(database_url, tmp_path) as (activated, servers, proxy), Traffic(proxy, org) as traffic:
        for _ in range(TIMES):
            time.sleep(1)
            servers[0].process.terminate()
            assert servers[0].process.wait(PATIENCE) == 0
            servers[0] = activated.start()
            await_ready(servers[0])
        time.sleep(1)
    assert_nobody_noticed(traffic, org)


def test_workers_that_are_replaced_by_and_by_lose_no_request(
    service: Service, database_url: str, tmp_path: Path
) -> None:
    org = service.organization()
    with behind_nginx(database_url, tmp_path, GUNICORN_CMD_ARGS=OFTEN) as (_, (server,), proxy):
        before = set(server.workers())
        with Traffic(proxy, org) as traffic:
            time.sleep(8)
        assert not before & set(server.workers())
    assert_nobody_noticed(traffic, org)
