"""`python -m app serve`: starts the database, migrates it, makes the demo organization, runs gunicorn and `deliver`."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from types import FrameType
from typing import NamedTuple, NoReturn

import click

from app.config import ROOT, Settings
from app.embedded.server import EmbeddedDatabaseError, embedded_server
from app.operators.deliverer_process import DelivererProcess
from app.operators.demo import ensure_demo
from app.operators.migrations import NOT_POOLED
from app.operators.session import EMBEDDED, bring_up_to_date
from app.postgres.migrations import MigrationError

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
START_TIMEOUT = 60.0  # seconds until the workers are ready
BACKLOG = 2048
CHECK_EVERY = 0.5  # seconds
LONGEST_PAUSE = 10.0  # seconds between two starts of PostgreSQL


class Urls(NamedTuple):
    """The database for who owns its tables, and for the service."""

    owner: str
    service: str


class _Stopped(BaseException):
    """A signal asked for the end. Not an Exception, so that no handler of errors catches it."""


def serve(settings: Settings) -> None:
    """Serve until SIGINT, SIGTERM or SIGHUP. Requests in flight finish before the database is stopped.

    Raises SystemExit with a sentence where the service cannot start, or gunicorn ends by itself.
    """
    if settings.pooled:
        raise SystemExit(NOT_POOLED)
    _on_stop_signals(_raise_stopped)
    try:
        with _listening(settings) as listener, _database(settings) as (urls, revive):
            _run(settings, listener, urls, revive)
    except (EmbeddedDatabaseError, MigrationError) as error:
        raise SystemExit(str(error)) from error
    except _Stopped:
        pass


def _on_stop_signals(handler: Callable[[int, FrameType | None], object]) -> None:
    for number in STOPPING:
        # Under nohup, SIGHUP is ignored on purpose.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def _raise_stopped(_number: int, _frame: FrameType | None) -> NoReturn:
    _on_stop_signals(_do_nothing)  # a second signal must not interrupt the stop
    raise _Stopped


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    pass


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """Open the port before anything is started, so that a port in use is reported at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as error:
        where = f"{settings.host}, port {settings.port}"
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise SystemExit(f"Cannot listen on {where}: {reason}. HOST and PORT name another.") from error
    with closing(listener):
        yield listener


@contextmanager
def _database(settings: Settings) -> Iterator[tuple[Urls, Callable[[], bool]]]:
    """Yield the database's URLs, and a function that starts the database again where it is the embedded one."""
    if settings.database_url:
        yield Urls(settings.database_url, settings.database_url), lambda: False
        return
    with embedded_server(EMBEDDED) as server:
        yield Urls(server.url(), server.service_url()), server.revive


def _run(settings: Settings, listener: socket.socket, urls: Urls, revive: Callable[[], bool]) -> None:
    bring_up_to_date(urls.owner)
    token = ensure_demo(urls.owner) if settings.demo else None
    gunicorn = _start_gunicorn(listener, urls.service, token if _is_private(settings.host) else None)
    try:
        listener.close()  # gunicorn has it now, and closes it when it stops
        _await_ready(gunicorn, settings)
        deliverer = DelivererProcess(urls.owner)
        try:
            _announce(settings, token)
            _supervise(gunicorn, deliverer, revive)
        finally:
            deliverer.stop()
    finally:
        _stop(gunicorn)
    raise SystemExit(f"gunicorn ended by itself (status {gunicorn.returncode}).")


def _supervise(
    gunicorn: subprocess.Popen[bytes], deliverer: DelivererProcess, revive: Callable[[], bool]
) -> None:
    """Keep the embedded PostgreSQL and the deliverer running until gunicorn ends, with growing pauses where they end
    again at once."""
    pause = CHECK_EVERY
    while gunicorn.poll() is None:
        deliverer.keep()
        ended = revive()
        if ended:
            click.echo("The embedded PostgreSQL had ended; it is starting again.", err=True)
        pause = min(2 * pause, LONGEST_PAUSE) if ended else CHECK_EVERY
        time.sleep(pause)


def _is_private(host: str) -> bool:
    """Return whether a listener on the host is reachable from this machine only."""
    return host in ("localhost", "::1") or host.startswith("127.")


def _start_gunicorn(listener: socket.socket, url: str, demo_token: str | None) -> subprocess.Popen[bytes]:
    """Start it; its pages show the token of the demonstration, if there is one."""
    descriptor = listener.fileno()
    options = ("-c", "gunicorn.conf.py", "-b", f"fd://{descriptor}")
    return subprocess.Popen(  # noqa: S603 - gunicorn, with fixed arguments
        [sys.executable, "-m", "gunicorn", *options, "wsgi:application"],
        cwd=ROOT,
        env=os.environ
        | {"DATABASE_URL": url, "STOP_WITH_PARENT": str(os.getpid()), "DEMO_TOKEN": demo_token or ""},
        stdin=subprocess.DEVNULL,
        pass_fds=(descriptor,),
        # Ctrl-C goes to the whole process group, and would make gunicorn drop its requests.
        start_new_session=True,
    )


def _await_ready(gunicorn: subprocess.Popen[bytes], settings: Settings) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    while not _answers_ready(settings):
        if gunicorn.poll() is not None:
            raise SystemExit(f"The service did not start (gunicorn's status {gunicorn.returncode}).")
        if time.monotonic() > deadline:
            raise SystemExit(f"The service was not ready after {START_TIMEOUT:.0f} seconds.")
        time.sleep(0.05)


def _answers_ready(settings: Settings) -> bool:
    connection = HTTPConnection(_reachable(settings.host), settings.port, timeout=5)
    with closing(connection), suppress(OSError, HTTPException):
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200  # noqa: PLR2004
    return False


def _reachable(host: str) -> str:
    """Return an address to connect to, for one to listen on that stands for all addresses."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound


def _announce(settings: Settings, token: str | None) -> None:
    host = _reachable(settings.host)
    base = f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"
    lines = [f"Serving on {base} (Ctrl-C stops)"]
    if settings.docs:
        lines += [f"Documentation: {base}/docs", f"The books: {base}/books"]
    if token:
        lines.append(f"Token of the demo organization: {token}")
        lines.append(f'Try: curl -H "Authorization: Bearer {token}" {base}/api/v1/me')
    # At once, for readers of the output.
    click.echo("\n".join(lines))
    sys.stdout.flush()


def _stop(gunicorn: subprocess.Popen[bytes]) -> None:
    """Let requests in flight finish. Ctrl-C makes gunicorn drop them.

    Other signals are ignored: `make` passes on a SIGTERM that the process group has had already.
    """
    _on_stop_signals(_do_nothing)
    signal.signal(signal.SIGINT, lambda *_: gunicorn.send_signal(signal.SIGQUIT))
    gunicorn.terminate()
    gunicorn.wait()
