"""Reads and writes of logins. Each method is one short transaction: none is open during a password's verification."""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypedDict, TypeVar

from app.identity.caller import token_hash
from app.identity.oauth.models import Client, Credentials, LoginAttempt, RefreshToken
from app.ids import new_id
from app.postgres.database import Database, Row, Transaction, jsonb

T = TypeVar("T")


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


@dataclass(frozen=True)
class Source:
    """The network address of a request.

    `most_failures` is the number of failed logins that an address may have; None for no limit.
    """

    address: bytes | None
    most_failures: int | None

    @property
    def counted_as(self) -> str | None:
        """The key that failures of the address are counted under; None where none are."""
        if self.address is None or self.most_failures is None:
            return None
        # No username has a zero byte.
        return hashlib.sha256(b"\0address " + self.address).hexdigest()


@dataclass(frozen=True)
class Exchange:
    """The nonce that an exchange's tokens were worked out from, the access token's scopes, and its age in seconds."""

    nonce: bytes
    scopes: Sequence[str]
    seconds_ago: int


@dataclass(frozen=True)
class LoginBegun:
    """The stored form of the password to verify, and the seconds left of the login's lock and of the address's wait."""

    password_form: str | None
    begun: datetime | None
    locked_for: int
    wait: int


@dataclass(frozen=True)
class LoginEnded:
    """`accepted`, `refused`, `locked`, or `changed` where the login is to begin again; and the seconds of a lock."""

    verdict: str
    locked_for: int


class Storage:
    """Clients, accounts and tokens, for one request. The instance is made as soon as the request has been read."""

    def __init__(self, database: Database, request_id: str, source: Source) -> None:
        self._database = database
        self._source = source
        self._request_id = request_id
        self._arrived = time.monotonic()

    def _run(self, work: Callable[[Transaction], T]) -> T:
        return self._database.run(work, request_id=self._request_id)

    def _one(self, query: str, **params: Any) -> Row | None:
        # Other sessions of the login see the texts of statements: no hash may stand in one.
        return self._run(lambda tx: tx.one_bound(query, **params))

    def _one_always(self, query: str, **params: Any) -> Row:
        row = self._one(query, **params)
        if row is None:
            raise RuntimeError(f"{query} answers one row always.")
        return row

    def client(self, client_id: str) -> Client | None:
        """Return the client with this id, or None."""
        row = self._one("oauth.client", client_id=client_id)
        if row is None:
            return None
        return Client(row["id"], row["is_confidential"], tuple(row["scopes"]), self._proves)

    def _proves(self, client_id: str, secret: str) -> bool:
        row = self._one_always("oauth.client_proven", client_id=client_id, secret_hash=token_hash(secret))
        return bool(row["proven"])

    def begin_login(self, given: Credentials, client: Client) -> LoginBegun:
        """Read the stored password form of a login, and take one attempt from the address's budget.

        Upper and lower case of the username make no difference.
        """
        asked = self._asked(given, client) | {"most_failures": self._source.most_failures}
        return LoginBegun(**self._one_always("oauth.begin_login", **asked))

    def give_up_login(self, begun: LoginBegun) -> None:
        """Give back the attempt that `begin_login` took from the address: the password was not looked at."""
        self._one("oauth.give_up_login", address=self._source.counted_as, begun=begun.begun)

    def end_login(self, attempt: LoginAttempt, client: Client, tokens: Sequence[NewToken]) -> LoginEnded:
        """Store the tokens of a login if its proof is right and nothing was locked or changed meanwhile."""
        asked = self._asked(attempt.credentials, client) | {
            "begun": attempt.begun,
            "proof": attempt.proof,
            "family_id": new_id("fam"),
            "issued": jsonb(tokens),
        }
        return LoginEnded(**self._one_always("oauth.end_login", **asked))

    def renew_password(self, attempt: LoginAttempt, hash: str) -> None:
        """Replace the stored hash of the password that was proved by another one of it."""
        self._one(
            "oauth.renew_password", username=attempt.credentials.username, proof=attempt.proof, renewed=hash
        )

    def _asked(self, given: Credentials, client: Client) -> dict[str, Any]:
        old = given.refresh_token
        return {
            "username": given.username,
            "refresh_hash": token_hash(old) if old else None,
            "client_id": client.id,
            "address": self._source.counted_as,
        }

    def find_refresh_token(self, token: str, client: Client) -> RefreshToken | None:
        """Return the refresh token if this client may exchange it or have its answer again, else None.

        A reuse ends its login. A request that arrived before the use is no reuse, however long it waited.
        """
        row = self._refresh("oauth.find_refresh_token", token, client)
        return RefreshToken(token, row["user_id"], client.id, tuple(row["scopes"])) if row else None

    def exchange_refresh_token(
        self, old: RefreshToken, client: Client, nonce: bytes, tokens: Sequence[NewToken]
    ) -> Exchange | None:
        """Store the tokens, which were worked out from the nonce, in place of the old one.

        Return the exchange that was made: this one, or that of before where its answer may be repeated. Return None
        where neither may be.
        """
        row = self._refresh(
            "oauth.exchange_refresh_token", old.token, client, nonce=nonce, issued=jsonb(tokens)
        )
        return Exchange(**row) if row and row["nonce"] else None

    def _refresh(self, query: str, token: str, client: Client, **params: Any) -> Row | None:
        def work(tx: Transaction) -> Row | None:
            tx.open()
            # Measured inside the transaction, because the wait for a connection counts too.
            waited = timedelta(seconds=time.monotonic() - self._arrived)
            return tx.one_bound(
                query, token_hash=token_hash(token), client_id=client.id, waited=waited, **params
            )

        return self._run(work)

    def revoke(self, token: str, client: Client | None) -> None:
        """Revoke a token of any kind, unless a client asks that it was not issued to. A refresh token is revoked with
        all tokens of its login."""
        self._one("oauth.revoke", token_hash=token_hash(token), client_id=client and client.id)
