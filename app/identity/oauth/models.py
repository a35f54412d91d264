"""Clients, accounts and refresh tokens, with the methods that Authlib calls."""

# Authlib has no type hints, so its classes are Any.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin

from app.identity.oauth.scope import scopes_to_grant


@dataclass(frozen=True)
class Client(ClientMixin):
    """An application that users log in with. A client without a secret is public (RFC 6749 section 2.1).

    `proves` tells whether a secret is that of a client's id: the database compares it.
    """

    id: str
    is_confidential: bool
    scopes: tuple[str, ...]
    proves: Callable[[str, str], bool]

    def get_client_id(self) -> str:
        """Return the client's id."""
        return self.id

    def check_client_secret(self, client_secret: str) -> bool:
        """Return whether `client_secret` is the client's secret. It never is for a public client."""
        return self.is_confidential and self.proves(self.id, client_secret)

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Return whether the method fits: `none` for a public client, one with a secret for any other."""
        return (method == "none") != self.is_confidential

    def check_grant_type(self, grant_type: str) -> bool:
        """Return True: every client may use both grants."""
        return True

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """Return the scope to grant, or None if the client may not have the requested one."""
        names = scopes_to_grant(scope, self.scopes)
        return " ".join(names) if names else None


@dataclass(frozen=True)
class Credentials:
    """The credentials of a login attempt.

    `refresh_token` is of an earlier login of the same device, or None.
    """

    username: str
    password: str
    refresh_token: str | None


@dataclass(frozen=True)
class LoginAttempt:
    """A login that was begun. `proof` is what its password was hashed to, `begun` its moment if its address counts.

    `is_outdated` tells that the stored hash was made with other settings than new ones are.
    """

    credentials: Credentials
    begun: datetime | None
    proof: str
    is_outdated: bool


@dataclass(frozen=True)
class RefreshToken(TokenMixin):
    """A refresh token that may be used. `scopes` are those of its login."""

    token: str
    user_id: str
    client_id: str
    scopes: tuple[str, ...]

    def check_client(self, client: Client) -> bool:
        """Return whether the token was issued to this client."""
        return self.client_id == client.id

    def get_scope(self) -> str:
        """Return the scope of the login, names separated by spaces."""
        return " ".join(self.scopes)
