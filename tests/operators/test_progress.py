"""The progress of commands: shown on standard error where that is a terminal, and nowhere else."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.config import ROOT
from app.operators import progress as told
from app.operators.progress import counted, progress
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.shards import needs_one_server

pytestmark = pytest.mark.slow

# The program, which tells of the shortest work too, and of each step of it.
AT_ONCE = (
    "import app.operators.progress as told; told.SHOWN_AFTER, told._DRAWN_EVERY = 0, 0.01; "
    "from app.__main__ import main; main(prog_name='python -m app')"
)
# What click writes to move back, and to hide and show the cursor.
_CONTROL = re.compile(r"\r\x1b\[\?25l|\x1b\[\?25h")


class Ran(NamedTuple):
    """The output of a program, and the progress on its standard error."""

    printed: str
    shown: str


def on_a_terminal(url: str, *words: str) -> Ran:
    terminal, end = pty.openpty()
    environment = os.environ | {"DATABASE_URL": url, "TERM": "xterm"}
    command = [sys.executable, "-c", AT_ONCE, *words]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=end) as process:
        os.close(end)
        shown = "".join(pieces(terminal))
        printed = process.stdout.read() if process.stdout else b""
    os.close(terminal)
    assert process.returncode == 0, shown
    return Ran(printed.decode(), _CONTROL.sub("\n", shown))


def pieces(terminal: int) -> Iterator[str]:
    """Yield what a terminal shows until its other end is closed."""
    while True:
        try:
            piece = os.read(terminal, 65_536)
        except OSError:
            return
        if not piece:
            return
        yield piece.decode(errors="replace")


def piped(url: str, *words: str) -> Ran:
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE, *words],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )
    return Ran(done.stdout, done.stderr)


@pytest.fixture(scope="module")
def database_url(server_url: str, worker_id: str) -> Iterator[str]:
    """A database without the books that other tests spoil: a copy that is restored is checked as a whole."""
    yield from fresh_database(server_url, f"progress_{worker_id}_{os.getpid()}")


@pytest.fixture(scope="module")
def books(database_url: str) -> str:
    """An organization with a registration."""
    operator = Operator(database_url)
    operator.organization("p-books", "--gstin", "27AAPFU0939F1ZV")
    return "p-books"


def customers(folder: Path) -> str:
    file = folder / "customers.ndjson"
    file.write_text('{"displayName": "Acme"}\n' * 3)
    return str(file)


def test_an_import_shows_how_much_of_the_file_was_read(database_url: str, books: str, tmp_path: Path) -> None:
    words = ("import", "customers", customers(tmp_path), "--org", books, "--dry-run")
    ran = on_a_terminal(database_url, *words)
    assert re.search(r"Reading customers  \[#+\]  100%", ran.shown)
    assert ran.printed == f"Would import 3 customers into {books}.\n"
    assert piped(database_url, *words) == (ran.printed, "")


def test_a_check_shows_how_much_was_recomputed(database_url: str, books: str) -> None:
    ran = on_a_terminal(database_url, "check", "--org", books, "--trail")
    assert re.search(r"Recomputing  \[#+\]  100%", ran.shown)
    assert ran.printed == "The books tie, and every row is what the trail says.\n"
    assert piped(database_url, "check", "--org", books, "--trail") == (ran.printed, "")


def test_a_return_shows_how_many_documents_were_read(database_url: str, books: str) -> None:
    words = ("gst", "gstr-1", "--org", books, "--period", "2026-10")
    ran = on_a_terminal(database_url, *words)
    assert re.search(r"Reading 2026-10  \[#+\]  100%", ran.shown), ran.shown
    assert ran.printed.startswith('{"gstin":"27AAPFU0939F1ZV"')
    assert piped(database_url, *words) == (ran.printed, "")


def test_what_a_timer_runs_shows_what_it_does(database_url: str) -> None:
    assert re.search(r"Removing  \[#+\]  100%", on_a_terminal(database_url, "prune").shown)
    assert re.search(r"Making what is due  \d+ s", on_a_terminal(database_url, "recur").shown)


def test_json_stays_alone_on_the_output(database_url: str, books: str, tmp_path: Path) -> None:
    words = ("import", "customers", customers(tmp_path), "--org", books, "--dry-run", "--json")
    ran = on_a_terminal(database_url, *words)
    assert "Reading customers" in ran.shown
    assert [line[:8] for line in ran.printed.splitlines()] == ['{"line":'] * 3


def test_migrations_show_how_many_are_done(empty_url: str) -> None:
    ran = on_a_terminal(empty_url, "migrate")
    assert re.search(r"Migrating  \[#+\]  100%", ran.shown)
    assert ran.printed.startswith("Applied 0001_")
    assert piped(empty_url, "migrate") == ("The database is current.\n", "")


@needs_one_server("`backup` refuses")
def test_a_backup_and_its_restore_show_how_much_is_done(
    database_url: str, empty_url: str, books: str, tmp_path: Path
) -> None:
    made = on_a_terminal(database_url, "backup", "--to", str(tmp_path))
    assert re.search(r"Dumping  [\d,]{6,} bytes", made.shown)
    assert (
        made.printed.splitlines()[0] in piped(database_url, "check", "--org", books).printed or made.printed
    )
    manifest = made.printed.splitlines()[-1]
    again = on_a_terminal(database_url, "backup", "--to", str(tmp_path))
    assert re.search(r"Dumping  \[#+\]  100%", again.shown)
    ran = on_a_terminal(empty_url, "restore", "--from", manifest)
    for label in ("Reading the dump", "Restoring", "Checking the copy"):
        assert re.search(rf"{label}  \[#+\]  100%", ran.shown), ran.shown
    assert ran.printed.startswith("Restored ")


def test_a_demonstration_shows_how_many_invoices_are_made(empty_url: str) -> None:
    piped(empty_url, "migrate")
    ran = on_a_terminal(empty_url, "demo", "--invoices", "20")
    assert re.search(r"Making a year of a trader  \[#+\]  100%", ran.shown)
    assert re.search(r"Making a year of a trader  \[#+-+\]  +\d+%", ran.shown)
    assert re.search(r"Making invoices  \[#+\]  100%", ran.shown)
    assert ran.printed.startswith("Made the demonstration demo ")
    assert piped(empty_url, "demo", "--org", "another", "--invoices", "1").shown == ""


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The reading end of a terminal that shows the progress of this process."""
    reading, end = pty.openpty()
    with os.fdopen(end, "w") as terminal:
        monkeypatch.setattr(told, "_terminal", lambda: terminal)
        yield reading
    os.close(reading)


def test_work_that_is_short_shows_nothing(screen: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "SHOWN_AFTER", 3_600)
    with progress("Working", 3) as advance:
        assert list(counted("abc", advance)) == ["a", "b", "c"]
    os.set_blocking(screen, False)
    with pytest.raises(BlockingIOError):
        os.read(screen, 1)


def test_the_time_that_is_left_is_told_while_the_work_goes_on(
    screen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(told, "SHOWN_AFTER", 0)
    monkeypatch.setattr(told, "_DRAWN_EVERY", 0.01)
    shown = ""
    with progress("Working", 4) as advance:
        advance(1)
        while not re.search(r"25%  00:00:\d\d  left", shown):
            shown += os.read(screen, 4096).decode()
    assert "Working  [#######" in shown


def test_work_that_fails_leaves_the_bar_where_it_is(screen: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "SHOWN_AFTER", 0)
    with pytest.raises(KeyError), progress("Working", 4) as advance:
        advance(2)
        raise KeyError
    shown = ""
    while "50%" not in shown:
        shown += os.read(screen, 4096).decode()
