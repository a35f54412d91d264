"""Look for known faults in the pinned packages with pip-audit, which has an environment and pins of its own.

The PostgreSQL and the libpq inside packages are held against postgresql-fixed.txt, which takes no index. Status 1 for a
fault that audit-ignored.txt gives no reason to pass over. Where the package index does not answer, or has no such
knowledge, it says that nothing was looked up, and ends with status 1 where AUDIT=required says that it must be.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from bundled_postgresql import bundled, outdated

HERE = Path("requirements")
FOLDER = Path("var") / "audit"
PYTHON = FOLDER / "bin" / "python"
PINS = HERE / "audit.txt"
PINNED = ("--no-deps", "--require-hashes")  # the file names every package
STAMP = FOLDER / "installed"
# Together they have every Python package that is ever installed.
FILES = [HERE / name for name in ("service.txt", "proof.txt", "tracing.txt", "audit.txt", "peers.txt")]
OPTIONS = (
    "--disable-pip",
    "--no-deps",
    "--format=json",
    "--progress-spinner=off",
    "--timeout=10",
    "--desc=off",
)


class NoAnswerError(Exception):
    """The index was not reached or does not know; the sentence says what came instead."""


def main() -> int:
    """Status of the program."""
    passed_over = ignored((HERE / "audit-ignored.txt").read_text())
    found = outdated(bundled(), (HERE / "postgresql-fixed.txt").read_text())
    for fault, sentence in found:
        if fault in passed_over:
            print(f"Passed over: {sentence} ({passed_over[fault]}).")
    old = told_of_postgresql(found, passed_over)
    print("\n".join(old) or "PostgreSQL and libpq have no known faults but those that are passed over.")
    try:
        install()
        # One question first: it would take a while to be left without an answer to all of them.
        look_up([one_pin()])
        report = look_up(FILES)
    except NoAnswerError as error:
        print(f"Known faults of packages were NOT looked up: {error}")
        return 1 if old or os.environ.get("AUDIT") == "required" else 0
    faults = told(report, passed_over)
    print("\n".join(faults) or f"No known faults in {len(report)} packages.")
    return 1 if old or faults else 0


def install() -> None:
    """Make the environment, unless it is there with these pins."""
    wanted = hashlib.sha256(PINS.read_bytes()).hexdigest()
    if STAMP.exists() and STAMP.read_text() == wanted:
        return
    for command in (
        (sys.executable, "-m", "venv", "--clear", str(FOLDER)),
        (str(PYTHON), "-m", "pip", "install", "-qq", "--no-input", *PINNED, "-r", str(PINS)),
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed words
        if done.returncode:
            raise NoAnswerError(last_line(done.stderr))
    STAMP.write_text(wanted)


def one_pin() -> Path:
    """A file with the first pin of the service."""
    first = next(line for line in FILES[0].read_text().splitlines() if "==" in line)
    path = FOLDER / "one.txt"
    path.write_text(first.split()[0] + "\n")
    return path


def look_up(files: list[Path]) -> list[dict[str, object]]:
    """What pip-audit says of each package of the files; raises NoAnswerError."""
    named = [word for file in files for word in ("-r", str(file))]
    cache = ("--cache-dir", str(FOLDER / "cache"))
    command = (str(PYTHON), "-m", "pip_audit", *OPTIONS, *cache, *named)
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed words
    try:
        report: list[dict[str, object]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        raise NoAnswerError(last_line(done.stderr)) from None
    known = [package for package in report if "vulns" in package]
    if not known:
        raise NoAnswerError("the index knows none of the packages.")
    return known


def last_line(text: str) -> str:
    """The last line that says something."""
    return ([line for line in text.splitlines() if line.strip()] or ["no reason was given."])[-1]


def ignored(text: str) -> dict[str, str]:
    """Fault -> reason; raises SystemExit for one without a reason."""
    lines = [line.split(None, 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    without = [words[0] for words in lines if len(words) == 1]
    if without:
        raise SystemExit(f"audit-ignored.txt gives no reason for {', '.join(without)}.")
    return dict(lines)


def told_of_postgresql(old: list[tuple[str, str]], passed_over: dict[str, str]) -> list[str]:
    """The sentence of each fault that no reason is given for."""
    return [sentence for fault, sentence in old if fault not in passed_over]


def told(report: list[dict[str, object]], passed_over: dict[str, str]) -> list[str]:
    """A line for each fault that no reason is given for under any of its names."""
    lines = []
    for package in report:
        for fault in package["vulns"]:
            if not passed_over.keys() & {fault["id"], *fault.get("aliases", ())}:
                fixed = ", ".join(fault.get("fix_versions", ())) or "no version yet"
                lines.append(f"{package['name']} {package['version']}: {fault['id']}, fixed in {fixed}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
