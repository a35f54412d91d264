"""Confinement of renderer processes, which can do nothing but compute.

There are two walls. The kernel's holds for C code too: a limit of memory, no data in files, no further open file or
socket. Python's audit hook refuses what needs no open file, such as deleting one.
"""

import ctypes
import os
import resource
import signal
import sys
from typing import Any

#: Bytes of address space. A page of a thousand lines takes a quarter of it, most of it for the program and the fonts.
MEMORY = 512 * 1024 * 1024

#: Beginnings of the names of refused audit events.
_REFUSED = (
    *("open", "os.", "shutil.", "tempfile.", "glob.", "pathlib.", "fcntl.", "mmap.", "resource."),
    *("socket.", "urllib.", "http.", "subprocess.", "pty.", "signal.", "ctypes.", "sqlite3.", "pickle."),
    "sys.addaudithook",
)
_STANDARD = 3  # descriptors of standard input, output and error


class OperationRefused(PermissionError):
    """A renderer tried something that it may not do."""


def end_with_parent(parent: int) -> None:
    """Let the kernel kill this process when the thread that started it ends, killed or not.

    parent: the pid of that thread's process. Raises SystemExit where it has ended already.
    """
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit("The process that started this renderer is gone.")


def ignore_signals() -> None:
    """Ignore signals to the whole process group, to finish the current paper. The service ends its renderers."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def confine(memory: int = MEMORY) -> None:
    """Confine this process for good, with a limit of memory in bytes. Closes all descriptors but the first three."""
    os.closerange(_STANDARD, os.sysconf("SC_OPEN_MAX"))
    _limit(resource.RLIMIT_NOFILE, _STANDARD)
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NPROC, 0)  # root is exempt, but the audit hook holds for root too
    sys.addaudithook(_refuse)


def _limit(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (most, most))


def _refuse(event: str, _arguments: Any) -> None:
    if event.startswith(_REFUSED):
        raise OperationRefused(f"{event} is refused to papers")
