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
    """Where a request comes from. `most_failures` are the failed logins that an address may have; None: any number."""

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
class LoginBegun:
    """What a password is verified with, or for how many seconds the login is locked or its address has to wait."""

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

    def begin_login(self, given: Credentials, client: Client) -> LoginBegun:
        """Look at what a login is compared with, and take it from what its address has left.

        Upper and lower case of the username make no difference.
        """
        asked = self._asked(given, client) | {"most_failures": self._source.most_failures}
        row = self._run(lambda tx: tx.all("oauth.begin_login", **asked)[0])
        return LoginBegun(**row)

    def end_login(self, attempt: LoginAttempt, client: Client, tokens: Sequence[NewToken]) -> LoginEnded:
        """Store the tokens of a login if its proof is right and nothing was locked or changed meanwhile."""
        asked = self._asked(attempt.credentials, client) | {
            "begun": attempt.begun,
            "proof": attempt.proof,
            "family_id": new_id("fam"),
            "issued": jsonb(tokens),
        }
        row = self._run(lambda tx: tx.all("oauth.end_login", **asked)[0])
        return LoginEnded(**row)

    def _asked(self, given: Credentials, client: Client) -> dict[str, Any]:
        old = given.refresh_token
        return {
            "username": given.username,
            "refresh_hash": token_hash(old) if old else None,
            "client_id": client.id,
            "address": self._source.counted_as,
        }

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
