"""The scope parameter: names separated by spaces (RFC 6749 section 3.3)."""

from collections.abc import Sequence

from app.identity.scopes import expand, unknown


def granted(asked: str | None, allowed: Sequence[str]) -> list[str] | None:
    """The names to grant: those asked for, once each, or all that is allowed when none is asked for.

    None when a name is unknown or stands for more than is allowed.
    """
    names = list(dict.fromkeys(name for name in asked.split(" ") if name)) if asked else list(allowed)
    if not names or unknown(names) or not expand(names) <= expand(allowed):
        return None
    return names
