"""Reads and writes of logins. Each method is one short transaction: none is open during a password's verification."""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, TypedDict, TypeVar

from app.identity.caller import token_hash
from app.identity.oauth.models import Client, LoginAccount, RefreshToken
from app.ids import new_id
from app.postgres.database import Database, Row, Transaction, jsonb

T = TypeVar("T")


class _AccountChanged(Exception):
    """The user's password or default organization has changed since the login began."""


class NewToken(TypedDict):
    """A new token as it is stored: its hash, never the token itself. It expires after `seconds`."""

    id: str
    kind: str
    token_hash: str
    scopes: Sequence[str]
    seconds: int


def new_token(kind: str, token: str, scopes: Sequence[str], seconds: int) -> NewToken:
    """Return the stored form of a token of the kind `access` or `refresh` that expires after `seconds`."""
    return NewToken(id=new_id("tok"), kind=kind, token_hash=token_hash(token), scopes=scopes, seconds=seconds)


class Storage:
    """Clients, accounts and tokens, for one request. The instance is made as soon as the request has been read."""

    def __init__(self, database: Database, request_id: str) -> None:
        self._database = database
        self._request_id = request_id
        self._arrived = time.monotonic()

    def _run(self, work: Callable[[Transaction], T]) -> T:
        return self._database.run(work, request_id=self._request_id)

    def _one(self, query: str, **params: Any) -> Row | None:
        def work(tx: Transaction) -> Row | None:
            return tx.one(query, **params)

        return self._run(work)

    def _value(self, query: str, name: str, **params: Any) -> Any:
        row = self._one(query, **params)
        return row and row[name]

    def client(self, client_id: str) -> Client | None:
        """Return the client with this id, or None."""
        row = self._one("oauth.client", client_id=client_id)
        return Client(row["id"], row["secret_hash"], tuple(row["scopes"])) if row else None

    def account(self, username: str) -> LoginAccount:
        """Return the account of a username. Upper and lower case make no difference."""
        return LoginAccount(username=username, **(self._one("oauth.account", username=username) or {}))

    def fail_login(self, username: str) -> int:
        """Count a failure. Return for how many seconds the username is now locked."""
        return int(self._value("oauth.fail_login", "locked_for", username=username))

    def complete_login(self, account: LoginAccount, client: Client, tokens: Sequence[NewToken]) -> int | None:
        """Store the tokens of a new login and remove the count of failures. Return 0.

        Store nothing and return the seconds if the username is locked, or None if the user has left the
        organization or has another default organization or password than `account` says.
        """
        login = {
            "username": account.username,
            "organization": account.organization_id,
            "member": account.user_id,
            "client_id": client.id,
            "family_id": new_id("fam"),
            "issued": jsonb(tokens),
        }
        verified = (account.organization_id, account.password_hash)

        def work(tx: Transaction) -> Row:
            # The account is read last: `complete_login` holds locks that a later change of it waits for, and that
            # change then ends the tokens stored here.
            (done,), (current,) = tx.run_all(
                ("oauth.complete_login", login), ("oauth.account", {"username": account.username})
            )
            if (current["organization_id"], current["password_hash"]) != verified:
                raise _AccountChanged
            return done

        try:
            locked_for: int | None = self._run(work)["locked_for"]
        except _AccountChanged:
            return None
        return locked_for

    def use_refresh_token(self, token: str, client: Client) -> RefreshToken | None:
        """Return the refresh token if this client may exchange it, else None. A second use ends its login.

        A request that arrived before the exchange is not a second use, however long it waited.
        """

        def work(tx: Transaction) -> Row | None:
            # Measured inside the transaction, because the wait for a connection counts too.
            waited = timedelta(seconds=time.monotonic() - self._arrived)
            known = {"token_hash": token_hash(token), "client_id": client.id}
            return tx.one("oauth.use_refresh_token", waited=waited, **known)

        row = self._run(work)
        if row is None:
            return None
        return RefreshToken(**{**row, "client_id": client.id, "scopes": tuple(row["scopes"])})

    def exchange_refresh_token(self, old: RefreshToken, tokens: Sequence[NewToken]) -> bool:
        """Store the tokens in place of the old one. Return False if another request has exchanged it already."""
        return bool(
            self._value(
                "oauth.exchange_refresh_token",
                "exchanged",
                organization=old.organization_id,
                token_id=old.id,
                issued=jsonb(tokens),
            )
        )

    def revoke(self, token: str, client: Client | None) -> None:
        """Revoke a token of any kind, unless a client asks that it was not issued to. A refresh token is revoked with
        all tokens of its login."""
        self._one("oauth.revoke", token_hash=token_hash(token), client_id=client and client.id)
