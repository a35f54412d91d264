"""What the database knows of clients, users and refresh tokens, in the shape that Authlib asks for."""

# Authlib has no type hints, so its classes are Any.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"

import hmac
from dataclasses import dataclass

from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin

from app.identity.caller import token_hash
from app.identity.oauth.scope import granted


@dataclass(frozen=True)
class Client(ClientMixin):
    """An application that logs users in. One without a secret is public (RFC 6749 section 2.1)."""

    id: str
    secret_hash: str | None
    scopes: tuple[str, ...]

    def get_client_id(self) -> str:
        """The identifier."""
        return self.id

    def check_client_secret(self, client_secret: str) -> bool:
        """Whether this is the secret; a public client has none, so for it nothing is."""
        return self.secret_hash is not None and hmac.compare_digest(
            token_hash(client_secret), self.secret_hash
        )

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Whether the client may go without a secret, or proves itself by one."""
        return (method == "none") == (self.secret_hash is None)

    def check_grant_type(self, grant_type: str) -> bool:
        """Every client may use both grants."""
        return True

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """The scope to grant, or None where the client may not have what is asked for."""
        names = granted(scope, self.scopes)
        return " ".join(names) if names else None


@dataclass(frozen=True)
class Account:
    """Whom a username stands for: all None for nobody. `locked_for` is in seconds, 0 when not locked."""

    username: str
    user_id: str | None
    organization_id: str | None
    password_hash: str | None
    locked_for: int


@dataclass(frozen=True)
class RefreshToken(TokenMixin):
    """A refresh token that may be exchanged; `scopes` are what its login was granted."""

    organization_id: str
    id: str
    user_id: str
    family_id: str
    client_id: str
    scopes: tuple[str, ...]

    def check_client(self, client: Client) -> bool:
        """Whether it was issued to this client."""
        return self.client_id == client.id

    def get_scope(self) -> str:
        """The scope of the login."""
        return " ".join(self.scopes)
