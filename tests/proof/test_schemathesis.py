"""schemathesis lets loose on the running service whatever the document allows and forbids, and checks every answer."""

import os
from shutil import rmtree
from typing import Any

import pytest

from app.config import ROOT
from tests.conftest import fresh_database
from tests.proof.strangers import PROGRAM, let_loose, operate, place

# `make proof`: the same cases every time; `make fuzz`: others each time, and many more.
SIZES = {
    "short": ("--max-examples", "3", "--generation-deterministic"),
    "full": ("--max-examples", "75"),
}
LEAST = {"short": 5_000, "full": 20_000}

pytestmark = [
    pytest.mark.skipif(not PROGRAM.exists(), reason="schemathesis is not installed: make proof"),
    pytest.mark.skipif(os.environ.get("FUZZ") not in SIZES, reason="takes a minute: make proof, make fuzz"),
]


@pytest.fixture(scope="module")
def run(server_url: str, worker_id: str) -> Any:
    """The results of one run; the files stay in var/proof to be read."""
    folder = ROOT / "var" / "proof"
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for url in fresh_database(server_url, f"proof_{worker_id}_{os.getpid()}"):
        with place(url, folder) as there:
            seen = let_loose(there, folder, *SIZES[os.environ["FUZZ"]])
        # Whatever was asked: every balance is still what its history adds up to.
        operate(url, "check", "--org", "demo")
    return seen


def test_no_check_fails(run: dict[str, Any]) -> None:
    assert run["report"]["failures"] == [], run["printed"]
    assert run["report"]["test_cases"]["errored"] == 0, run["printed"]
    assert run["exit"] == 0, run["printed"]


def test_everything_was_asked_often_enough(run: dict[str, Any]) -> None:
    report = run["report"]
    assert report["complete"]
    assert report["operations"]["tested"] == report["operations"]["selected"] == len(run["answers"])
    assert {phase["status"] for phase in report["phases"].values()} == {"success"}
    assert report["test_cases"]["generated"] >= LEAST[os.environ["FUZZ"]]


def test_nothing_ends_in_a_fault_of_the_service(run: dict[str, Any]) -> None:
    statuses = {status for modes in run["answers"].values() for counts in modes.values() for status in counts}
    assert not {status for status in statuses if status >= "500"}


def test_every_operation_succeeded_with_valid_data(run: dict[str, Any]) -> None:
    """Otherwise the checks would have looked at refusals only."""
    never = {
        operation
        for operation, modes in run["answers"].items()
        if not any(status < "300" for status in modes.get("positive", {}))
    }
    assert never == set()


def test_valid_data_is_mostly_taken(run: dict[str, Any]) -> None:
    """Rightly refused bodies are the exception: tests/proof/rightly_refused.py."""
    taken = sum(
        count
        for modes in run["answers"].values()
        for status, count in modes.get("positive", {}).items()
        if status < "300"
    )
    assert sum(run["overlooked"].values()) < taken / 4
