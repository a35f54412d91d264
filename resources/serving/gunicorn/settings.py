"""Settings of gunicorn from the environment. A value that is not accepted ends the process with one sentence."""

import os

from app import environment


def whole_number(name: str, default: int, most: int, *, old: str = "") -> int:
    """Return a whole number from 1 to `most`; `old` is the variable's former name. Raises SystemExit."""
    try:
        return environment.whole_number(os.environ, name, default, most, old=old)
    except ValueError as error:
        # gunicorn prints any other exception of its configuration file with a traceback.
        raise SystemExit(str(error)) from None


def address(host: str, port: int) -> str:
    """Return `host:port`, with brackets around an IPv6 address."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
