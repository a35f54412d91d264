"""Processor time and memory of a process and all that it started, from /proc."""

import os
from collections.abc import Iterable
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PROC = Path("/proc")
# Places in /proc/PID/stat after the command's name, which may hold spaces.
_PARENT, _TIMES = 1, slice(11, 15)


def _stat(pid: int) -> list[str] | None:
    try:
        text = (_PROC / str(pid) / "stat").read_text()
    except OSError:
        return None
    return text.rpartition(")")[2].split()


def parent_of(pid: int) -> int | None:
    """Return the process that started `pid`; None if that cannot be seen."""
    stat = _stat(pid)
    return int(stat[_PARENT]) if stat else None


def children_of(pid: int) -> list[int]:
    """Return the living processes that `pid` started itself."""
    every = (int(entry.name) for entry in _PROC.iterdir() if entry.name.isdecimal())
    return [other for other in every if parent_of(other) == pid]


def tree_of(pid: int) -> list[int]:
    """Return the process and all its descendants."""
    return [pid, *(below for child in children_of(pid) for below in tree_of(child))]


def cpu_seconds(root: int) -> float:
    """Return the processor seconds that a process tree has used so far.

    Ended processes count: a parent has the times of the children it waited for.
    """
    stats = [_stat(pid) for pid in tree_of(root)]
    return sum(int(ticks) for stat in stats if stat for ticks in stat[_TIMES]) / _TICKS


def used(root: int | None) -> float | None:
    """Return `cpu_seconds` of a process; None if it cannot be seen."""
    return None if root is None else cpu_seconds(root)


def resident_mib(pids: Iterable[int]) -> float:
    """Return the resident memory of the processes in MiB; memory that they share counts for each of them."""
    return sum(_kibibytes(pid, "VmRSS") for pid in pids) / 1024


def peak_mib(pid: int) -> float:
    """Return the most memory that a process has had so far, in MiB."""
    return _kibibytes(pid, "VmHWM") / 1024


def _kibibytes(pid: int, name: str) -> int:
    try:
        lines = (_PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name + ":")), 0)
