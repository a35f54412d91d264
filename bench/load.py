"""Requests, and the programs that send them: wrk where it is installed, else a generator in Python."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from app.config import ROOT
from app.wire import to_json

_LUA = Path(__file__).with_name("wrk.lua")
# Seconds to wait for the first answer.
PATIENCE = 30
_runs = count()


@dataclass(frozen=True)
class Request:
    """A request to be sent many times. One with a body has a new Idempotency-Key every time.

    `prefer` is its Prefer header, by which some servers are asked for more.
    """

    method: str
    path: str
    token: str = ""
    body: dict[str, Any] | None = None
    prefer: str = ""

    @property
    def line(self) -> str:
        """The request as a line that wrk.lua and generator.py read."""
        body = "" if self.body is None else to_json(self.body).decode()
        return "\t".join((self.method, self.path, self.token, body, self.prefer))


@dataclass(frozen=True)
class Driven:
    """The result of a load: answers, refusals among them, seconds, latencies in milliseconds."""

    answers: int
    failed: int
    seconds: float
    p50: float
    p99: float


def find_wrk() -> str | None:
    """Return the path of wrk, None if it is not installed."""
    return shutil.which("wrk")


def drive(port: int, requests: Sequence[Request], *, connections: int, seconds: float) -> Driven:
    """Send the requests in turn, over and over, on so many connections at once; raises SystemExit when one fails.

    Where there is no answer in that time, it is given more.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".requests", encoding="utf-8") as file:
        file.write("\n".join(request.line for request in requests) + "\n")
        file.flush()
        while True:
            driven = _driven(port, file.name, connections, seconds)
            if driven.failed:
                raise SystemExit(f"{driven.failed} of {driven.answers} requests failed: {requests[0].path}")
            if driven.answers:
                return driven
            if seconds > PATIENCE:
                raise SystemExit(f"No answer in {seconds} seconds: {requests[0].path}")
            seconds *= 2


def _driven(port: int, file: str, connections: int, seconds: float) -> Driven:
    wrk, prefix = find_wrk(), f"bench-{next(_runs)}-{Path(file).stem}"
    command = (
        _wrk(wrk, port, file, connections, seconds, prefix)
        if wrk
        else _python(port, file, connections, seconds, prefix)
    )
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if said.returncode:
        raise SystemExit(f"The load generator failed: {said.stdout}{said.stderr}")
    return Driven(**json.loads(said.stdout.splitlines()[-1]))


def _wrk(wrk: str, port: int, file: str, connections: int, seconds: float, prefix: str) -> list[str]:
    # Whole seconds are all it takes.
    how = ("-t", "1", "-c", str(connections), "-d", f"{max(1, round(seconds))}s", "--timeout", "30s")
    return [wrk, *how, "-s", str(_LUA), f"http://127.0.0.1:{port}", "--", file, prefix]


def _python(port: int, file: str, connections: int, seconds: float, prefix: str) -> list[str]:
    return [sys.executable, "-m", "bench.generator", str(port), file, str(connections), str(seconds), prefix]
