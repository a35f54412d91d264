"""Values of environment variables. An empty variable counts as one that is not set.

`old` is the name that a setting had in earlier releases. It is read where the present name is not set.
Every function raises ValueError, with the name of the variable in its text, for a value that it does not accept.
"""

from collections.abc import Mapping, Sequence

Environment = Mapping[str, str]


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


def present_name(env: Environment, name: str, old: str) -> str:
    """Return the name under which a setting is found: `old` where only the old name is set."""
    return old if old and env.get(old) and not env.get(name) else name
