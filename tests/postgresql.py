"""A PostgreSQL server of a test's own, on a port, which keeps what it acknowledged and can be killed."""

import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import psycopg
from psycopg import sql

import app.embedded.server as embedded
from app.embedded.system_account import account_for
from tests.deployment.programs import free_port
from tests.deployment.test_versions import allow

PROGRAMS = Path(embedded.program("postgres")).parent
DATABASE = "invoicing"
PATIENCE = 60.0


class Node:
    """A server with its data under `folder`; `name` is what other servers know it by."""

    def __init__(self, folder: Path, name: str, programs: Path = PROGRAMS, **settings: str) -> None:
        self.name, self.port = name, free_port()
        self._programs = programs
        self._settings = settings
        self.data = folder / name
        self._printed = folder / f"{name}.printed"
        self._process: subprocess.Popen[bytes] | None = None
        self._account = account_for(self.data)
        self._account.take(folder)
        allow(self._account, programs)

    def url(self, database: str = DATABASE) -> str:
        """The URL of its superuser."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def create(self) -> None:
        """Make new data, and start with an empty database."""
        self.run("initdb", "-U", "postgres", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8")
        # In the file, where PostgreSQL's other programs find them too; those of this server alone are its arguments.
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in self._settings.items())
        self.start()
        self.ask("CREATE DATABASE " + DATABASE)

    def run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs on the data."""
        self.run_elsewhere(program, self.data, *words)

    def run_elsewhere(self, program: str, data: Path, *words: str) -> None:
        """Run one of PostgreSQL's programs on the folder `data`."""
        command = [str(self._programs / program), "-D", str(data), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **self._who())
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = embedded.OPTIONS | {
            "port": str(self.port),
            "cluster_name": self.name,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        command = [str(self._programs / "postgres"), "-D", str(self.data), *options]
        with self._printed.open("wb") as printed:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=printed, stderr=printed, **self._who()
            )
        self.await_that("SELECT true")

    def _who(self) -> dict[str, Any]:
        who = {"user": self._account.user, "group": self._account.group}
        return {"cwd": self.data.parent, "env": {"LC_ALL": "C"}, **who}

    def archive(self) -> None:
        """Wait until the log up to now is in the archive."""
        # Asked again, it begins no new file unless something was written since.
        self.await_that("SELECT last_archived_wal >= pg_walfile_name(pg_switch_wal()) FROM pg_stat_archiver")

    def kill(self) -> None:
        """SIGKILL to each of its processes."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        family = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
        for each in family:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        process.wait(PATIENCE)
        _, left = psutil.wait_procs(family[1:], timeout=PATIENCE)
        assert not left, left

    def stop_sending(self) -> None:
        """Have those who follow it hear no more, although their connections stay."""
        assert self._process is not None
        for each in psutil.Process(self._process.pid).children():
            # A session that has just ended is still among the children for a moment.
            with suppress(psutil.NoSuchProcess):
                if "walsender" in " ".join(each.cmdline()):
                    each.suspend()

    def ask(self, statement: str) -> Any:
        """Run a statement by itself; the first value that it answers."""
        with psycopg.connect(self.url("postgres"), autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(sql.SQL(statement))  # type: ignore[arg-type]
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None

    def await_that(self, question: str) -> None:
        """Wait until the server answers true to a question."""
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(psycopg.OperationalError):
                if self.ask(question):
                    return
            told = self._printed.read_text(errors="replace")[-3000:]
            assert self._process and self._process.poll() is None, told
            assert time.monotonic() < deadline, f"{question}: {told}"
            time.sleep(0.02)
