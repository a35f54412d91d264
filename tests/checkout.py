"""A copy of the project in a folder of its own, with a database of its own, as `make run` serves it."""

import fcntl
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from tests.waiting import eventually

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("app", "resources", "sql", "wsgi.py", "gunicorn.conf.py")
PATIENCE = 60.0


class Checkout:
    """A copy of the project under a path with a space, serving on a port of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])

    @property
    def postgres(self) -> Path:
        return self.root / "var" / "postgres"

    @property
    def printed(self) -> str:
        return (self.root / "printed").read_text()

    @classmethod
    def copied_to(cls, root: Path) -> "Checkout":
        """Copy the project to a new folder."""
        root.mkdir()
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, root / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, root / part)
        return cls(root)

    @staticmethod
    def environment() -> dict[str, str]:
        """The environment without what says where the tests have their database."""
        others = {"DATABASE_URL", "DATABASE_POOLER", "HOST"}
        return {name: value for name, value in os.environ.items() if name not in others}

    def start(self, workers: int = 1, **settings: str) -> subprocess.Popen[bytes]:
        with (self.root / "printed").open("wb") as printed:
            return subprocess.Popen(
                [sys.executable, "-m", "app", "serve"],
                cwd=self.root,
                env=self.environment() | {"PORT": str(self.port), "WEB_CONCURRENCY": str(workers)} | settings,
                stdout=printed,
                stderr=subprocess.STDOUT,
            )

    @contextmanager
    def serving(self, workers: int = 1, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
        """The process once it is ready; killed if the test does not stop it."""
        with self.start(workers, **settings) as process:
            try:
                assert eventually(
                    lambda: "Serving on " in self.printed or process.poll() is not None, PATIENCE
                ), self.printed
                assert process.poll() is None, self.printed
                yield process
            finally:
                process.kill()

    def connect(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def free(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) != 0


def running(folder: Path) -> bool:
    """Return whether any process of the server is left: each of them holds this lock."""
    with (folder / "server.lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
