"""The two grants: a password, and a refresh token (RFC 6749 sections 4.3 and 6)."""

# Authlib has no type hints, so its classes are Any.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"

from typing import Any

from authlib.oauth2.rfc6749 import InvalidScopeError, grants

from app.identity.oauth.records import Account, Client, RefreshToken
from app.identity.oauth.refusals import LoginRefusedError, RefreshRefusedError
from app.identity.oauth.scope import granted
from app.identity.oauth.storage import Issued, issued
from app.identity.passwords import verify_password
from app.telemetry.metrics import LOGIN_FAILURES, LOGIN_LOCKS

ACCESS_SECONDS = 3600
REFRESH_SECONDS = 30 * 24 * 3600


class _EarlyScope:
    # A wrong scope is refused before a password is looked at: refused after, it would tell that the password
    # was right without the login being counted, and let the lock be passed by.
    request: Any

    def authenticate_token_endpoint_client(self) -> Client:
        client: Client = super().authenticate_token_endpoint_client()  # type: ignore[misc]
        if client.get_allowed_scope(self.request.payload.scope) is None:
            raise InvalidScopeError
        return client


class PasswordGrant(_EarlyScope, grants.ResourceOwnerPasswordCredentialsGrant):
    """A login in the user's default organization."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("client_secret_basic", "client_secret_post", "none")

    def authenticate_user(self, username: str, password: str) -> Account:
        """The account whose password this is; raises LoginRefusedError, counting the failure."""
        storage = self.server.storage
        account: Account = storage.account(username)
        if account.locked_for:
            raise _locked(account.locked_for)
        if not verify_password(account.password_hash, password):
            raise _wrong(storage.fail_login(username))
        return account

    def save_token(self, token: dict[str, Any]) -> None:
        """Store the tokens, unless the username was locked or the account changed while the password was verified."""
        tokens = _pair(token, token["scope"].split())
        locked_for = self.server.storage.complete_login(self.request.user, self.request.client, tokens)
        if locked_for is None:
            raise _wrong(0)
        if locked_for:
            raise _locked(locked_for)


class RefreshGrant(_EarlyScope, grants.RefreshTokenGrant):
    """An exchange of a refresh token for new tokens; the old one is then spent."""

    TOKEN_ENDPOINT_AUTH_METHODS = PasswordGrant.TOKEN_ENDPOINT_AUTH_METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> RefreshToken:
        """The token if this client may exchange it; raises RefreshRefusedError."""
        storage = self.server.storage
        token: RefreshToken | None = storage.use_refresh_token(refresh_token, self.request.client)
        if token is None:
            raise RefreshRefusedError
        return token

    def _validate_token_scope(self, token: RefreshToken) -> None:
        # Authlib compares names; `customers.read` is a part of `full` all the same.
        if granted(self.request.payload.scope, token.scopes) is None:
            raise InvalidScopeError

    def authenticate_user(self, refresh_token: RefreshToken) -> str:
        """The user; that they are still a member is what keeps the token in the table."""
        return refresh_token.user_id

    def save_token(self, token: dict[str, Any]) -> None:
        """Exchange the old token for the new ones, which is one step in the database.

        The new refresh token keeps the whole scope of the login, as RFC 6749 section 6 demands.
        """
        old: RefreshToken = self.request.refresh_token
        if not self.server.storage.exchange_refresh_token(old, _pair(token, old.scopes)):
            raise RefreshRefusedError

    def revoke_old_credential(self, refresh_token: RefreshToken) -> None:
        """Nothing is left to do: `save_token` spent it."""


def _locked(seconds: int) -> LoginRefusedError:
    LOGIN_FAILURES.add("locked")
    return LoginRefusedError(seconds)


def _wrong(locked_for: int) -> LoginRefusedError:
    LOGIN_FAILURES.add("credentials")
    LOGIN_LOCKS.add(amount=locked_for > 0)
    return LoginRefusedError(locked_for)


def _pair(token: dict[str, Any], login_scopes: tuple[str, ...] | list[str]) -> list[Issued]:
    return [
        issued("access", token["access_token"], token["scope"].split(), ACCESS_SECONDS),
        issued("refresh", token["refresh_token"], login_scopes, REFRESH_SECONDS),
    ]
