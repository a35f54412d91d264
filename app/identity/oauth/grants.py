"""The password grant and the refresh grant (RFC 6749 sections 4.3 and 6)."""

# Authlib has no type hints, so its classes are Any.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"

from contextlib import suppress
from typing import Any

from authlib.oauth2.rfc6749 import InvalidScopeError, grants

from app.errors import RateLimited, Unavailable
from app.identity.oauth.models import Client, Credentials, LoginAttempt, RefreshToken
from app.identity.oauth.refusals import LoginRefusedError, RefreshRefusedError
from app.identity.oauth.scope import scopes_to_grant
from app.identity.oauth.storage import NewToken, new_token
from app.identity.oauth.successors import new_nonce, successors
from app.identity.passwords import hash_password, is_outdated, prove_password
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
        # Authlib sets it later, and failures are counted by client too.
        self.request.client = client
        return client


class PasswordGrant(_ScopeCheckedFirst, grants.ResourceOwnerPasswordCredentialsGrant):
    """A login to the user's default organization."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("client_secret_basic", "client_secret_post", "none")

    def authenticate_user(self, username: str, password: str) -> LoginAttempt:
        """Return the login with the password's proof, which `save_token` has compared.

        Raises LoginRefusedError while the username is locked, RateLimited while too many logins from the address have
        failed, both without a look at the password. A device that shows a refresh token of an earlier login is held
        back by its own failures alone.
        """
        return self._begin(Credentials(username, password, self.request.form.get("refresh_token")))

    def _begin(self, given: Credentials) -> LoginAttempt:
        begun = self.server.storage.begin_login(given, self.request.client)
        if begun.locked_for:
            raise _locked(begun.locked_for)
        if begun.wait:
            LOGIN_FAILURES.add("address")
            raise RateLimited("Too many logins from this address have failed.", retry_after=begun.wait)
        form = begun.password_form
        try:
            proof = prove_password(form, given.password)
        except Unavailable:
            self.server.storage.give_up_login(begun)
            raise
        return LoginAttempt(given, begun.begun, proof, form is not None and is_outdated(form))

    def save_token(self, token: dict[str, Any]) -> None:
        """Store the tokens of the login.

        Raises LoginRefusedError if the password is wrong, which is counted, or if the username was locked during the
        verification. Where the account changed meanwhile, the login begins again, once.
        """
        tokens = _new_tokens(token, token["scope"].split())
        attempt: LoginAttempt = self.request.user
        ended = self.server.storage.end_login(attempt, self.request.client, tokens)
        if ended.verdict == "changed":
            attempt = self._begin(attempt.credentials)
            ended = self.server.storage.end_login(attempt, self.request.client, tokens)
        if ended.verdict == "locked":
            raise _locked(ended.locked_for)
        if ended.verdict != "accepted":
            raise _wrong_credentials(ended.locked_for)
        if attempt.is_outdated:
            self._renew_hash(attempt)

    def _renew_hash(self, attempt: LoginAttempt) -> None:
        # If all processors are busy with passwords, the next login renews the hash.
        with suppress(Unavailable):
            self.server.storage.renew_password(attempt, hash_password(attempt.credentials.password))


class RefreshGrant(_ScopeCheckedFirst, grants.RefreshTokenGrant):
    """An exchange of a refresh token for new tokens. The old one gives the same ones once more within 30 seconds."""

    TOKEN_ENDPOINT_AUTH_METHODS = PasswordGrant.TOKEN_ENDPOINT_AUTH_METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> RefreshToken:
        """Return the token if this client may use it, else raise RefreshRefusedError."""
        storage = self.server.storage
        token: RefreshToken | None = storage.find_refresh_token(refresh_token, self.request.client)
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
        """Replace the old token by those that come after it, in one statement, and put them into the answer.

        Raises RefreshRefusedError if the old one may not be used any more. The new refresh token keeps the whole scope
        of the login, as RFC 6749 section 6 demands. A repeated answer has the tokens, and so the scope, of the first.
        """
        old: RefreshToken = self.request.refresh_token
        nonce = new_nonce()
        token["access_token"], token["refresh_token"] = successors(old.token, nonce)
        issued = _new_tokens(token, old.scopes)
        made = self.server.storage.exchange_refresh_token(old, self.request.client, nonce, issued)
        if made is None:
            raise RefreshRefusedError
        token["access_token"], token["refresh_token"] = successors(old.token, made.nonce)
        token["scope"] = " ".join(made.scopes)
        token["expires_in"] -= made.seconds_ago

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
