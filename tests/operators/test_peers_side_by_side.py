"""`make bench ARGS=--peers`, once and briefly: each peer does what the service does and is measured beside it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from bench.bars import CREATE, CREATE_MANY, READS
from bench.peers import installing

PATIENCE = 400

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not installing.is_installed(), reason="make bench ARGS=--peers installs the peers, and was not run"
    ),
]


def test_peers_are_measured_beside_the_service(server_url: str, tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    brief = ["--peers", "--rounds", "1", "--seconds", "1", "--connections", "4", "--json", str(file)]
    done = subprocess.run(
        [sys.executable, "-m", "bench", *brief],
        cwd=ROOT,
        env=os.environ | {"BENCH_DATABASE_URL": server_url},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "left out" not in done.stdout
    told = json.loads(file.read_text())["measured"]
    peers = [(one["name"], one["peer_of"]) for one in told if one["peer_of"]]
    works = (*READS, CREATE, CREATE_MANY)
    assert sorted(peers) == sorted(
        (name, work) for name in ("Django REST framework", "PostgREST") for work in works
    )
    assert all(one["beside"] > 0 for one in told if one["peer_of"])
