"""The password grant and the refresh grant (RFC 6749 sections 4.3 and 6)."""

# Authlib has no type hints, so its classes are Any.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"

from typing import Any

from authlib.oauth2.rfc6749 import InvalidScopeError, grants

from app.identity.oauth.models import Client, LoginAccount, RefreshToken
from app.identity.oauth.refusals import LoginRefusedError, RefreshRefusedError
from app.identity.oauth.scope import scopes_to_grant
from app.identity.oauth.storage import NewToken, new_token
from app.identity.passwords import verify_password
from app.telemetry.metrics import LOGIN_FAILURES, LOGIN_LOCKS

ACCESS_SECONDS = 3600
REFRESH_SECONDS = 30 * 24 * 3600


class _ScopeCheckedFirst:
    # The scope is checked before the password. Checked after it, a wrong scope would reveal that the password is
    # right, without a count of the failure and without a look at the lock.
    request: Any

    def authenticate_token_endpoint_client(self) -> Client:
        client: Client = super().authenticate_token_endpoint_client()  # type: ignore[misc]
        if client.get_allowed_scope(self.request.payload.scope) is None:
            raise InvalidScopeError
        return client


class PasswordGrant(_ScopeCheckedFirst, grants.ResourceOwnerPasswordCredentialsGrant):
    """A login to the user's default organization."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("client_secret_basic", "client_secret_post", "none")

    def authenticate_user(self, username: str, password: str) -> LoginAccount:
        """Return the account of the username. Count the failure and raise LoginRefusedError if the password is wrong.

        Raises LoginRefusedError, without a look at the password, while the username is locked.
        """
        storage = self.server.storage
        account: LoginAccount = storage.account(username)
        if account.locked_for:
            raise _locked(account.locked_for)
        if not verify_password(account.password_hash, password):
            raise _wrong_credentials(storage.fail_login(username))
        return account

    def save_token(self, token: dict[str, Any]) -> None:
        """Store the tokens of the login.

        Raises LoginRefusedError if the username was locked, or the account changed, during the verification.
        """
        tokens = _new_tokens(token, token["scope"].split())
        locked_for = self.server.storage.complete_login(self.request.user, self.request.client, tokens)
        if locked_for is None:
            raise _wrong_credentials(0)
        if locked_for:
            raise _locked(locked_for)


class RefreshGrant(_ScopeCheckedFirst, grants.RefreshTokenGrant):
    """An exchange of a refresh token for new tokens. The old one can then not be used again."""

    TOKEN_ENDPOINT_AUTH_METHODS = PasswordGrant.TOKEN_ENDPOINT_AUTH_METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> RefreshToken:
        """Return the token if this client may exchange it, else raise RefreshRefusedError."""
        storage = self.server.storage
        token: RefreshToken | None = storage.use_refresh_token(refresh_token, self.request.client)
        if token is None:
            raise RefreshRefusedError
        return token

    def _validate_token_scope(self, token: RefreshToken) -> None:
        # Authlib compares names, and would refuse `customers.read` to a login of the scope `full`.
        if scopes_to_grant(self.request.payload.scope, token.scopes) is None:
            raise InvalidScopeError

    def authenticate_user(self, refresh_token: RefreshToken) -> str:
        """Return the user's id. The end of a membership ends its tokens, so the user is still a member."""
        return refresh_token.user_id

    def save_token(self, token: dict[str, Any]) -> None:
        """Replace the old token by the new ones, in one statement. Raises RefreshRefusedError if it is used already.

        The new refresh token keeps the whole scope of the login, as RFC 6749 section 6 demands.
        """
        old: RefreshToken = self.request.refresh_token
        if not self.server.storage.exchange_refresh_token(old, _new_tokens(token, old.scopes)):
            raise RefreshRefusedError

    def revoke_old_credential(self, refresh_token: RefreshToken) -> None:
        """Do nothing: `save_token` has replaced the token."""


def _locked(seconds: int) -> LoginRefusedError:
    LOGIN_FAILURES.add("locked")
    return LoginRefusedError(seconds)


def _wrong_credentials(locked_for: int) -> LoginRefusedError:
    LOGIN_FAILURES.add("credentials")
    LOGIN_LOCKS.add(amount=locked_for > 0)
    return LoginRefusedError(locked_for)


def _new_tokens(token: dict[str, Any], login_scopes: tuple[str, ...] | list[str]) -> list[NewToken]:
    return [
        new_token("access", token["access_token"], token["scope"].split(), ACCESS_SECONDS),
        new_token("refresh", token["refresh_token"], login_scopes, REFRESH_SECONDS),
    ]
