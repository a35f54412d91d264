"""Refusals in RFC 6749's words that need a header or a sentence of ours. Sentences are plain ASCII and never
repeat what was sent."""

# Authlib has no type hints, so its classes are Any.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"

from authlib.oauth2.rfc6749 import InvalidClientError, InvalidGrantError, UnsupportedGrantTypeError

Headers = list[tuple[str, str]]


class ClientRefusedError(InvalidClientError):
    """The client is unknown, or does not prove that it is the one it says."""

    status_code = 401
    description = "The client is unknown or its credentials are wrong."

    def get_headers(self) -> Headers:
        """A challenge goes with every 401."""
        return [*OAUTH_HEADERS, ("WWW-Authenticate", 'Basic realm="oauth"')]


class LoginRefusedError(InvalidGrantError):
    """One answer for an unknown user, a wrong password and a locked username."""

    description = "The username or password is wrong."

    def __init__(self, locked_for: int = 0) -> None:
        super().__init__()
        self._locked_for = locked_for

    def get_headers(self) -> Headers:
        """`Retry-After`, in seconds, while the username is locked."""
        return [*OAUTH_HEADERS, *([("Retry-After", str(self._locked_for))] if self._locked_for else [])]


class RefreshRefusedError(InvalidGrantError):
    """The refresh token is unknown, expired, revoked, used before, or another client's."""

    description = "The refresh token is not valid."


class GrantTypeRefusedError(UnsupportedGrantTypeError):
    """Neither `password` nor `refresh_token`."""

    description = "The grant_type must be password or refresh_token."


OAUTH_HEADERS: Headers = InvalidGrantError().get_headers()
