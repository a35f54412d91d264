"""Reloads: they must take up the release on disk, in modules of the master too."""

import sys

_OURS = ("app", "resources")


def forget_modules() -> None:
    """Drop the service's modules from this process, gunicorn's master.

    A worker inherits the modules that its master has loaded. Without this, workers would mix those of the release
    that the master was started with and those of the release on disk. At a reload, `gunicorn.conf.py` imports them
    again.
    """
    for name in [name for name in sys.modules if name.partition(".")[0] in _OURS]:
        del sys.modules[name]
