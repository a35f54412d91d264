"""RFC 6749's errors with headers and descriptions of this service.

Descriptions are plain ASCII, as the RFC demands, and never repeat a value of the request.
"""

# Authlib has no type hints, so its classes are Any.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"

from authlib.oauth2.rfc6749 import InvalidClientError, InvalidGrantError, UnsupportedGrantTypeError

Headers = list[tuple[str, str]]


class ClientRefusedError(InvalidClientError):
    """The client is unknown, or its credentials are wrong."""

    status_code = 401
    description = "The client is unknown or its credentials are wrong."

    def get_headers(self) -> Headers:
        """Return Authlib's headers and the challenge that every 401 carries."""
        return [*OAUTH_HEADERS, ("WWW-Authenticate", 'Basic realm="oauth"')]


class LoginRefusedError(InvalidGrantError):
    """The user is unknown, the password is wrong, or the username is locked; the description is always the same.

    `locked_for` is in seconds, 0 for a username that is not locked.
    """

    description = "The username or password is wrong."

    def __init__(self, locked_for: int = 0) -> None:
        super().__init__()
        self._locked_for = locked_for

    def get_headers(self) -> Headers:
        """Return Authlib's headers and, for a locked username, `Retry-After` in seconds."""
        return [*OAUTH_HEADERS, *([("Retry-After", str(self._locked_for))] if self._locked_for else [])]


class RefreshRefusedError(InvalidGrantError):
    """The refresh token is unknown, expired, revoked, already used, or another client's."""

    description = "The refresh token is not valid."


class GrantTypeRefusedError(UnsupportedGrantTypeError):
    """The grant type is neither `password` nor `refresh_token`."""

    description = "The grant_type must be password or refresh_token."


OAUTH_HEADERS: Headers = InvalidGrantError().get_headers()
