"""The scope parameter: names separated by spaces (RFC 6749 section 3.3)."""

from collections.abc import Sequence

from app.identity.scopes import expand, unknown_scopes


def scopes_to_grant(requested: str | None, allowed: Sequence[str]) -> list[str] | None:
    """Return the requested scopes, each once, or all allowed ones if none is requested.

    `requested` are names separated by spaces. Return None if a name is unknown or includes more than is allowed.
    """
    names = list(dict.fromkeys(name for name in requested.split(" ") if name)) if requested else list(allowed)
    if not names or unknown_scopes(names) or not expand(names) <= expand(allowed):
        return None
    return names
