"""What a renderer process may not do: anything but compute.

Two walls. The kernel's: no memory beyond a bound, no file of any size, and not one more open file or socket, whoever
asks for it, libraries in C too. Python's own: an audit hook that refuses what needs none, such as removing a file.
"""

import ctypes
import os
import resource
import signal
import sys
from typing import Any

#: Of addresses. A thousand lines take a quarter of it, most of which are the program and its fonts.
MEMORY = 512 * 1024 * 1024

#: Audit events, by how their names begin.
_REFUSED = (
    *("open", "os.", "shutil.", "tempfile.", "glob.", "pathlib.", "fcntl.", "mmap.", "resource."),
    *("socket.", "urllib.", "http.", "subprocess.", "pty.", "signal.", "ctypes.", "sqlite3.", "pickle."),
    "sys.addaudithook",
)
_STANDARD = 3  # descriptors: input, output, error


class Refused(PermissionError):
    """What was tried in a renderer that may not do it."""


def end_with_parent(parent: int) -> None:
    """Let the kernel kill this process when the thread that started it ends, killed or not; raises SystemExit."""
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit("The process that started this renderer is gone.")


def outlive_signals() -> None:
    """What stops a whole group of processes leaves the paper in hand to be finished; the service ends its renderers."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def confine(memory: int = MEMORY) -> None:
    """Raise the walls; there is no way back. Descriptors other than the first three are closed."""
    os.closerange(_STANDARD, os.sysconf("SC_OPEN_MAX"))
    _limit(resource.RLIMIT_NOFILE, _STANDARD)
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NPROC, 0)  # root is not bound by it; the audit hook is for everybody
    sys.addaudithook(_refuse)


def _limit(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (most, most))


def _refuse(event: str, _arguments: Any) -> None:
    if event.startswith(_REFUSED):
        raise Refused(f"{event} is refused to papers")
