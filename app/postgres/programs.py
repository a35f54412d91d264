"""PostgreSQL's own programs, run on the database of a URL."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")
_PER_MAJOR = 10_000


class NoProgramError(Exception):
    """A program is missing, or too old for the server; the sentence says which."""


def find_program(name: str, server_version: int, bundled: Iterable[str]) -> str:
    """Return the path of a program that fits a server, whose version is a number such as 180004.

    One of the server's own major version is best, on PATH or among those `bundled` with the service; else the oldest
    newer one is taken. Raise NoProgramError where there is none.
    """
    wanted = server_version // _PER_MAJOR
    paths = [path for path in (shutil.which(name), *bundled) if path and Path(path).exists()]
    fitting = sorted((_major(path), place) for place, path in enumerate(paths) if _major(path) >= wanted)
    if not fitting:
        raise NoProgramError(f"There is no {name} of PostgreSQL {wanted} or later: put one on PATH.")
    return paths[fitting[0][1]]


def _major(program: str) -> int:
    told = subprocess.run((program, "--version"), capture_output=True, text=True, check=False).stdout  # noqa: S603 - found above
    found = _VERSION.search(told)
    return int(found[1]) if found else 0


def invocation(program: str, url: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """Return arguments and environment that run a program on a database. No list of processes shows the password."""
    reached = conninfo_to_dict(url)
    password = reached.pop("password", None)
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    return [program, *words, "-d", make_conninfo("", **reached)], environment
