"""The embedded PostgreSQL: shared by its users, gone with the last, whatever happens to them."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from app.embedded.server import EmbeddedDatabaseError, embedded_database, embedded_server
from tests.checkout import running
from tests.waiting import eventually

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0

# What is started in the background of a shell ignores SIGINT, and so does what it starts.
USER = """
import signal, sys, time
from pathlib import Path
from app.embedded.server import embedded_database
signal.signal(signal.SIGINT, signal.default_int_handler)
with embedded_database(Path(sys.argv[1]), durable=False) as url:
    print(url, flush=True)
    time.sleep(float(sys.argv[2]))
"""


def user_of(folder: Path, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", USER, str(folder), str(seconds)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def postmaster(folder: Path) -> int:
    return int((folder / "data" / "postmaster.pid").read_text().split("\n", 1)[0])


@pytest.fixture(scope="module")
def folder(place: Path) -> Path:
    folder = place / "postgres"
    with embedded_database(folder, durable=False):
        pass
    return folder


def test_the_database_is_there_and_its_letters_have_cases(folder: Path) -> None:
    with embedded_database(folder, durable=False) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT current_database(), lower('ÉCOLE')").fetchone() == (
            "invoicing",
            "école",
        )


def test_the_log_of_the_server_has_no_statements(folder: Path) -> None:
    with embedded_database(folder, durable=False) as url, psycopg.connect(url) as connection:
        # A line that is written while a customer is stored would otherwise come with the customer.
        assert connection.execute("SHOW log_min_error_statement").fetchone() == ("panic",)


def test_the_server_stops_when_its_last_user_goes(folder: Path) -> None:
    with embedded_database(folder, durable=False) as first:
        with embedded_database(folder, durable=False) as second:
            assert first == second
        assert running(folder)
    assert not running(folder)
    assert not (folder / "socket").exists()


def test_a_user_of_another_process_keeps_the_server(folder: Path) -> None:
    with user_of(folder, 60) as other:
        assert other.stdout and other.stdout.readline()
        with embedded_database(folder, durable=False):
            pass
        assert running(folder)
        other.send_signal(signal.SIGINT)
    assert not running(folder)


def test_a_killed_user_does_not_keep_the_server(folder: Path) -> None:
    with user_of(folder, 60) as other:
        assert other.stdout and other.stdout.readline()
        other.kill()
    assert running(folder)
    with embedded_database(folder, durable=False):
        pass
    assert not running(folder)


def test_a_killed_server_starts_again_although_its_number_now_belongs_to_somebody_else(folder: Path) -> None:
    with embedded_database(folder, durable=False):
        os.kill(postmaster(folder), signal.SIGKILL)
        assert eventually(lambda: not running(folder), PATIENCE)
        left = folder / "data" / "postmaster.pid"
        left.write_text(left.read_text().replace(str(postmaster(folder)), str(os.getppid()), 1))
    with embedded_database(folder, durable=False) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.parametrize("name", ["short", "long/" + "d" * 120])
def test_a_killed_server_is_revived_where_its_users_look_for_it(place: Path, folder: Path, name: str) -> None:
    copy = place / name / "postgres"
    shutil.copytree(folder, copy, symlinks=True)
    with embedded_server(copy, durable=False) as server:
        assert not server.revive()
        os.kill(postmaster(copy), signal.SIGKILL)
        assert eventually(server.revive, PATIENCE)
        assert eventually(lambda: answers(server.url()), PATIENCE)
        os.kill(postmaster(copy), signal.SIGKILL)
        assert eventually(lambda: not running(copy), PATIENCE)
        # Whoever comes first starts it, and leaves it to the others.
        with embedded_database(copy, durable=False) as url:
            assert url == server.url()
        assert answers(server.url())
    assert not running(copy)


def answers(url: str) -> bool:
    try:
        with psycopg.connect(url) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


def test_processes_that_start_at_the_same_moment_share_one_new_server(place: Path) -> None:
    folder = place / "another"
    users = [user_of(folder, 1) for _ in range(4)]
    urls = {user.communicate()[0] for user in users}
    assert [user.returncode for user in users] == [0, 0, 0, 0]
    assert len(urls) == 1
    assert not running(folder)


@pytest.mark.parametrize("name", ["a b", 'it\'s 100% $HOME, `said` "x"', "deep/" + "d" * 120])
def test_any_path_will_do(place: Path, folder: Path, name: str) -> None:
    copy = place / name / "postgres"
    shutil.copytree(folder, copy, symlinks=True)
    with embedded_database(copy, durable=False) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
        sockets = (copy / "socket").resolve()
    assert not sockets.exists()


def test_a_server_that_cannot_start_says_why(place: Path, folder: Path) -> None:
    copy = place / "broken"
    shutil.copytree(folder, copy)
    (copy / "data" / "postgresql.conf").write_text("no_such_setting = 1\n")
    with pytest.raises(EmbeddedDatabaseError, match="no_such_setting"), embedded_database(copy):
        pass


def test_a_folder_that_cannot_be_made_is_told_with_its_reason(place: Path) -> None:
    (place / "a file").touch()
    with (
        pytest.raises(EmbeddedDatabaseError, match=r"a file/postgres cannot be used: .*Not a directory"),
        embedded_database(place / "a file" / "postgres"),
    ):
        pass


def test_the_service_logs_in_as_a_plain_role(folder: Path) -> None:
    with (
        embedded_server(folder, durable=False) as server,
        psycopg.connect(server.service_url()) as connection,
    ):
        role = connection.execute(
            "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls"
            " FROM pg_roles WHERE rolname = session_user"
        ).fetchone()
        assert role == ("invoicing_service", False, False, False, False)
        owned = connection.execute("SELECT pg_has_role('invoicing_service', 'postgres', 'MEMBER')").fetchone()
        assert owned == (False,)
