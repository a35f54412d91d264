"""The files of deploy/ that nothing here can run: what can be said of them all the same."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from tests.deployment.programs import DEPLOY, free_port
from tests.reliability.raw import Server, await_ready

ANALYZE = shutil.which("systemd-analyze")
# Out of ten; units that ask for nothing get 9.6.
MOST_EXPOSED = 2.0
UNITS = (
    "gst-invoicing.service",
    "gst-invoicing.socket",
    "gst-invoicing-deliver.service",
    "gst-invoicing-migrate.service",
    "gst-invoicing-prune.service",
    "gst-invoicing-prune.timer",
)


def analyze(*words: str) -> str:
    done = subprocess.run([str(ANALYZE), *words], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.skipif(not ANALYZE, reason="no systemd-analyze: install Debian's systemd")
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_every_line_of_a_unit(unit: str) -> None:
    told = analyze("verify", str(DEPLOY / unit)).splitlines()
    assert [line for line in told if "is not executable" not in line] == []


@pytest.mark.skipif(not ANALYZE, reason="no systemd-analyze: install Debian's systemd")
@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.endswith(".service")])
def test_a_service_is_shut_in(unit: str) -> None:
    told = analyze("security", "--offline=yes", "--no-pager", str(DEPLOY / unit))
    assert float(re.findall(r"exposure level for \S+: ([\d.]+)", told)[0]) <= MOST_EXPOSED


def copied() -> list[tuple[list[str], str]]:
    """Return what the container's last stage takes from the checkout, and where to."""
    last = (DEPLOY / "Containerfile").read_text().split("\nFROM ")[-1]
    lines = [line.split()[1:] for line in last.splitlines() if line.startswith("COPY ")]
    return [(words[:-1], words[-1]) for words in lines if not words[0].startswith("--from")]


def test_what_the_container_takes_is_enough_to_serve_and_to_migrate(
    database_url: str, tmp_path: Path
) -> None:
    for sources, target in copied():
        for source in sources:
            if (ROOT / source).is_dir():
                shutil.copytree(
                    ROOT / source, tmp_path / target, ignore=shutil.ignore_patterns("__pycache__")
                )
            else:
                shutil.copy(ROOT / source, tmp_path / target)
    port = free_port()
    environment = {
        "DATABASE_URL": database_url,
        "PATH": os.environ["PATH"],
        "PORT": str(port),
        "PDF_CACHE": "off",
    }
    command = (sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:application")
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
    try:
        await_ready(Server(("127.0.0.1", port), process))
    finally:
        process.terminate()
        process.wait(60)
    migrate = (sys.executable, "-m", "app", "migrate")
    done = subprocess.run(migrate, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "The database is current.\n"


def test_the_container_installs_by_hash_and_does_not_run_as_root() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    assert "--require-hashes" in text
    assert re.search(r"^USER (?!root|0)", text, re.MULTILINE)


def test_gunicorn_tells_systemd_that_it_is_there(database_url: str, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(tmp_path / "notify"))
        told.settimeout(60)
        environment = os.environ | {
            "DATABASE_URL": database_url,
            "PORT": str(free_port()),
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
        }
        command = (sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:application")
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
        try:
            assert told.recv(100).startswith(b"READY=1")
        finally:
            process.terminate()
            process.wait(60)
