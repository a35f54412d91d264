"""The servers of a measurement: a database of its own, and gunicorn as the service runs under it."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from app.config import ROOT
from app.embedded.server import embedded_database
from app.postgres.migrations import migrate
from app.wire import to_json
from bench.load import Request
from bench.processes import parent_of

_PATIENCE = 60.0
_READY = 200


class NotReadyError(SystemExit):
    """A server did not start."""


@contextmanager
def server(folder: str) -> Iterator[str]:
    """Yield the URL of a PostgreSQL server for new databases: BENCH_DATABASE_URL, or an embedded one with its data
    in `var/`."""
    given = os.environ.get("BENCH_DATABASE_URL")
    if given:
        yield given
    else:
        with embedded_database(ROOT / "var" / folder) as url:
            yield url


def make_database(server_url: str, name: str) -> str:
    """Make a database with the migrations alone, in place of one of that name; return the owner's URL."""
    drop_database(server_url, name)
    _run(server_url, sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    url = make_conninfo(server_url, dbname=name)
    migrate(url)
    return url


def open_database(server_url: str, name: str, *, fresh: bool) -> str:
    """Make the database of that name with all migrations, if it is missing or has to be `fresh`; return the owner's
    URL."""
    with psycopg.connect(server_url) as connection:
        found = connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone()
    if fresh or found is None:
        return make_database(server_url, name)
    url = make_conninfo(server_url, dbname=name)
    migrate(url)
    return url


def drop_database(server_url: str, name: str) -> None:
    """Remove a database, if it is there."""
    _run(server_url, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def tidy(url: str) -> None:
    """Vacuum, analyse and checkpoint the loaded database, so that nothing is left to do in the background."""
    # A long import elsewhere on the server may hold the catalogue that all databases share.
    for statement in ("VACUUM (ANALYZE, SKIP_LOCKED)", "CHECKPOINT"):
        _run(url, sql.SQL(statement))


def _run(url: str, statement: sql.SQL | sql.Composed) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def postmaster_of(url: str) -> int | None:
    """Return the process whose children all processes of PostgreSQL are; None if it is not on this machine."""
    with psycopg.connect(url) as connection:
        pid = connection.info.backend_pid
        command = Path("/proc") / str(pid) / "cmdline"
        with suppress(OSError):
            return parent_of(pid) if re.match(rb"postgres:", command.read_bytes()) else None
    return None


@contextmanager
def gunicorn(application: str, url: str, **more: str) -> Iterator[tuple[int, int]]:
    """Serve an application under the service's own settings, and `more` of them; yield process id and port."""
    port = free_port()
    settings = {
        "DATABASE_URL": url,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "STOP_WITH_PARENT": str(os.getpid()),
        # Counted as ever, and never reached: all that is sent comes from one address, and most under one token.
        "RATE_PER_TOKEN": "1000000",
        "RATE_PER_ADDRESS": "1000000",
    }
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", application]
    with serving(command, os.environ | settings | more, port, "/readyz") as pid:
        yield pid, port


@contextmanager
def serving(
    command: Sequence[str], environment: Mapping[str, str], ready_port: int, ready_path: str
) -> Iterator[int]:
    """Run a server until the block ends; yield its process id, once it says that it is ready."""
    # The log of requests costs what it costs, wherever it goes.
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            _await_ready(process, ready_port, ready_path)
            yield process.pid
        finally:
            process.terminate()


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _await_ready(process: subprocess.Popen[bytes], port: int, path: str) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not _is_ready(port, path):
        if process.poll() is not None or time.monotonic() > deadline:
            raise NotReadyError(f"{process.args!r} did not start.")
        time.sleep(0.05)


def _is_ready(port: int, path: str) -> bool:
    with (
        closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection,
        suppress(OSError, HTTPException),
    ):
        connection.request("GET", path)
        return connection.getresponse().status == _READY
    return False


def size_of_answer(port: int, request: Request) -> int:
    """Send a request once; return the number of bytes of the answer's body."""
    body = None if request.body is None else to_json(request.body)
    headers = {"Authorization": f"Bearer {request.token}", "Content-Type": "application/json"}
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(request.method, request.path, body, headers)
        return len(connection.getresponse().read())
