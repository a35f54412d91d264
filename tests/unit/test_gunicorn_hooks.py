"""gunicorn's hooks: what a master and its workers set up and clean up."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.config import ROOT
from resources.serving.gunicorn import hooks, metrics_folder
from tests.waiting import eventually

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_FORGETS = """
import sys
import app.environment
from resources.serving.gunicorn import hooks
server = type("Server", (), {"WORKERS": {}, "num_workers": 1, "cfg": type("Cfg", (), {"workers": 1})})
hooks.pre_fork(server, type("Worker", (), {}))
print([name for name in sys.modules if name.split(".")[0] in ("app", "resources")])
"""
_ENDS = "from app.embedded.parent_process import end_with_parent; end_with_parent(); input()"


def server(folder: Path) -> Any:
    return SimpleNamespace(cfg=SimpleNamespace(worker_tmp_dir=str(folder)))


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Start a master in a folder, with METRICS on or off."""

    def start(metrics: str) -> Path:
        monkeypatch.setenv("METRICS", metrics)
        monkeypatch.setenv(FOLDER, "of somebody else")
        monkeypatch.setenv("RATE_TABLE", "")
        monkeypatch.delenv("STOP_WITH_PARENT", raising=False)
        hooks.on_starting(server(tmp_path))
        return tmp_path

    return start


def test_workers_share_a_file_without_a_name_for_the_rate_limits(started: Callable[[str], Path]) -> None:
    assert list(started("off").iterdir()) == []
    descriptor = int(os.environ["RATE_TABLE"])
    assert os.fstat(descriptor).st_nlink == 0
    os.close(descriptor)


def test_the_folder_of_metrics_lives_as_long_as_the_master(started: Callable[[str], Path]) -> None:
    (folder,) = started("on").iterdir()
    assert os.environ[FOLDER] == str(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    hooks.on_exit(None)
    assert not folder.exists()


def test_without_metrics_no_folder_is_made_and_none_is_removed(
    started: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(started("off").iterdir()) == []
    assert os.environ[FOLDER] == "of somebody else"
    monkeypatch.setenv(FOLDER, str(tmp_path))
    hooks.child_exit(None, SimpleNamespace(pid=1))
    hooks.on_exit(None)
    assert tmp_path.exists()


def test_a_dead_worker_leaves_its_counts_and_takes_its_gauges(started: Callable[[str], Path]) -> None:
    (folder,) = started("on").iterdir()
    for name in ("counter_7.db", "gauge_livesum_7.db", "gauge_livesum_8.db"):
        (folder / name).touch()
    hooks.child_exit(None, SimpleNamespace(pid=7))
    assert sorted(path.name for path in folder.iterdir()) == ["counter_7.db", "gauge_livesum_8.db"]


@pytest.mark.parametrize(
    ("pid", "ppid", "removed"),
    [
        (os.getpid(), -1, True),
        (os.getpid(), os.getppid(), False),
        (-1, -1, False),
    ],
    ids=["the master was killed", "the master lives", "called in the master"],
)
def test_a_worker_removes_the_folder_only_where_its_master_was_killed(
    pid: int, ppid: int, removed: bool, started: Callable[[str], Path]
) -> None:
    (folder,) = started("on").iterdir()
    hooks.worker_exit(None, SimpleNamespace(pid=pid, ppid=ppid))
    assert folder.exists() is not removed
    metrics_folder.remove()


def test_workers_do_not_inherit_modules_of_the_service_from_their_master() -> None:
    command = [sys.executable, "-c", _FORGETS]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout == "[]\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has died")
@pytest.mark.parametrize("parent", ["", "1"])
def test_a_master_whose_parent_is_gone_does_not_start(parent: str) -> None:
    command = [sys.executable, "-c", _ENDS]
    environment = os.environ | {"STOP_WITH_PARENT": parent}
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        input="\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode == 0) is (not parent)
    assert ("The process that started this one is gone." in ran.stderr) is bool(parent)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has died")
def test_a_master_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    starts = (
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', sys.argv[1]], stdin=subprocess.PIPE,\n"
        "    env=os.environ | {'STOP_WITH_PARENT': str(os.getpid())})\n"
        "print(child.pid, flush=True); input()"
    )
    marked = _ENDS.replace("input()", f"open({str(tmp_path / 'ready')!r}, 'w'); import time; time.sleep(60)")
    command = [sys.executable, "-c", starts, marked]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert eventually((tmp_path / "ready").exists, 30)
        parent.send_signal(signal.SIGKILL)
    assert eventually(lambda: not _is_alive(child), 30)


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
