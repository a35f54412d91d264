"""The end of a process together with the one that started it: gunicorn must not leave the port taken."""

import ctypes
import os
import signal
import sys


def end_with_parent() -> None:
    """Let the kernel send SIGTERM when the parent ends, killed or not, where STOP_WITH_PARENT names the parent's pid.

    Raises SystemExit where that process is not the parent any more. Does nothing on other systems than Linux.
    """
    parent = os.environ.get("STOP_WITH_PARENT")
    if not parent or sys.platform != "linux":
        return
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM)
    if os.getppid() != int(parent):
        raise SystemExit("The process that started this one is gone.")
