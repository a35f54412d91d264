"""Values of environment variables. An empty variable counts as one that is not set.

`old` is the name that a setting had in earlier releases. It is read where the present name is not set.
Every function raises ValueError, with the name of the variable in its text, for a value that it does not accept.
"""

import re
from collections.abc import Mapping, Sequence

Environment = Mapping[str, str]

_ORIGIN = re.compile(r"https?://([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?/?")


def whole_number(env: Environment, name: str, default: int, most: int, *, old: str = "") -> int:
    """Return a whole number from 1 to `most`."""
    name = present_name(env, name, old)
    text = env.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise ValueError(f"{name} must be a whole number from 1 to {most}, not {text!r}")
    return int(text)


def choice(env: Environment, name: str, choices: Sequence[str]) -> str:
    """Return one of two `choices`; the first one is the default."""
    text = env.get(name) or choices[0]
    if text not in choices:
        raise ValueError(f"{name} must be {' or '.join(choices)}, not {text!r}")
    return text


def switch(env: Environment, name: str, default: bool) -> bool:
    """Return True for `on` and False for `off`."""
    text = env.get(name) or ("on" if default else "off")
    if text not in ("on", "off"):
        raise ValueError(f"{name} must be on or off, not {text!r}")
    return text == "on"


def web_origin(env: Environment, name: str) -> str | None:
    """Return `https://host` or `https://host:port` without a slash at the end; None where it is not set."""
    text = env.get(name) or None
    if text is not None and not _ORIGIN.fullmatch(text):
        raise ValueError(f"{name} must be https:// and a host, without a path, not {text!r}")
    return text and text.rstrip("/")


def present_name(env: Environment, name: str, old: str) -> str:
    """Return the name under which a setting is found: `old` where only the old name is set."""
    return old if old and env.get(old) and not env.get(name) else name
