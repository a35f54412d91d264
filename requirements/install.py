"""Make .venv and install the pinned packages into it, unless that is done: `install.py service`, `test` or `proof`.

It runs on whatever Python the machine has, so it uses nothing newer than 3.6 has, if only to say that 3.6
will not do. Each set includes those that were named before it.
"""

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

OLDEST, NEWEST = 11, 14  # of Python 3
FOLDER = Path(".venv")
PYTHON = FOLDER / "bin" / "python"
STAMP = FOLDER / "installed"  # a line for each set that is in
SETS = {"service": ["service"], "test": ["service", "test"], "proof": ["service", "test", "proof"]}


def main(name):
    Path("var").mkdir(exist_ok=True)
    with Path("var/install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two makes at once would write the same files
        version = version_of_environment()
        if not version:
            version = make_environment()
        if line_for(name, version) not in stamped():
            install(name, version)


def version_of_environment():
    """The version of a working environment's Python; "" when it is missing, broken or too old."""
    question = "import pip, sys; print(*sys.version_info[:2], sep='.')"
    try:
        answer = subprocess.run(  # noqa: S603 - the environment's own Python
            [str(PYTHON), "-c", question], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        return ""
    version = answer.stdout.decode().strip()
    return version if answer.returncode == 0 and version in supported() else ""


def supported():
    return [f"3.{minor}" for minor in range(OLDEST, NEWEST + 1)]


def make_environment():
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if version not in supported():
        sys.exit(
            f"Python {' or '.join(supported())} is needed, and {sys.executable} is {version}. "
            "Name another, as in: make PYTHON=python3.12 run"
        )
    run(sys.executable, "-m", "venv", "--clear", str(FOLDER))
    return version


def line_for(name, version):
    pins = Path("requirements", f"{name}.txt").read_bytes()
    return f"{name} {version} {hashlib.sha256(pins).hexdigest()}"


def stamped():
    return STAMP.read_text().splitlines() if STAMP.exists() else []


def install(name, version):
    sys.stderr.write("Installing the pinned packages into .venv (once) ...\n")
    if STAMP.exists():
        STAMP.unlink()  # other sets may lose their versions, and this one may be interrupted
    pip = (str(PYTHON), "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check")
    # The file names every package, so nothing is resolved: pip 23.2 asks for the newest of a package with an extra
    # (coverage[toml]) before it looks at the pin, and then refuses it for want of a hash.
    run(*pip, "--no-deps", "--require-hashes", "-r", f"requirements/{name}.txt")
    STAMP.write_text("\n".join(line_for(each, version) for each in SETS[name]))


def run(*command):
    if subprocess.call(command) != 0:  # noqa: S603 - fixed lines of this file
        sys.exit(f"{' '.join(command)} failed; see above.")


if __name__ == "__main__":
    main(sys.argv[1])
