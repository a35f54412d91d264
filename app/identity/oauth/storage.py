"""What logging in reads and writes. Each method is one short transaction, so none is open while a password is
being verified."""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, TypedDict, TypeVar

from app.identity.caller import token_hash
from app.identity.oauth.records import Account, Client, RefreshToken
from app.ids import new_id
from app.postgres.database import Database, Row, Transaction, jsonb

T = TypeVar("T")


class _Changed(Exception):
    """The password or the organization to sign in to is another one by now: nothing may be stored."""


class Issued(TypedDict):
    """One new token, as it is stored: never the token itself."""

    id: str
    kind: str
    token_hash: str
    scopes: Sequence[str]
    seconds: int


def issued(kind: str, token: str, scopes: Sequence[str], seconds: int) -> Issued:
    """Describe a new token of the kind `access` or `refresh` that lives for `seconds`."""
    return Issued(id=new_id("tok"), kind=kind, token_hash=token_hash(token), scopes=scopes, seconds=seconds)


class Storage:
    """Clients, accounts and tokens, for one request: made when the request has been read."""

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
        """The client of this identifier."""
        row = self._one("oauth.client", client_id=client_id)
        return Client(row["id"], row["secret_hash"], tuple(row["scopes"])) if row else None

    def account(self, username: str) -> Account:
        """Whom the username stands for, upper and lower case being the same."""
        return Account(username=username, **(self._one("oauth.account", username=username) or {}))

    def fail_login(self, username: str) -> int:
        """Count a failure; answer for how many seconds the username is now locked."""
        return int(self._value("oauth.fail_login", "locked_for", username=username))

    def complete_login(self, account: Account, client: Client, tokens: Sequence[Issued]) -> int | None:
        """Store the tokens of a new login and forget the failures.

        Answers 0 when done, else the seconds for which the username is locked, or None when the user
        left the organization, signs in to another one by now or was given another password.
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
            # Looked at last: who changes it waits from then on, and ends what is stored here.
            (done,), (now,) = tx.run_all(
                ("oauth.complete_login", login), ("oauth.account", {"username": account.username})
            )
            if (now["organization_id"], now["password_hash"]) != verified:
                raise _Changed
            return done

        try:
            locked_for: int | None = self._run(work)["locked_for"]
        except _Changed:
            return None
        return locked_for

    def use_refresh_token(self, token: str, client: Client) -> RefreshToken | None:
        """The refresh token if this client may exchange it. A second use ends the login it came from.

        A request that was here before the exchange was made is no second use, however long it waited.
        """

        def work(tx: Transaction) -> Row | None:
            # Measured in here, because the wait for a connection counts too.
            waited = timedelta(seconds=time.monotonic() - self._arrived)
            known = {"token_hash": token_hash(token), "client_id": client.id}
            return tx.one("oauth.use_refresh_token", waited=waited, **known)

        row = self._run(work)
        if row is None:
            return None
        return RefreshToken(**{**row, "client_id": client.id, "scopes": tuple(row["scopes"])})

    def exchange_refresh_token(self, old: RefreshToken, tokens: Sequence[Issued]) -> bool:
        """Store the tokens in place of the old one; False when another request was faster."""
        return bool(
            self._value(
                "oauth.exchange_refresh_token",
                "exchanged",
                organization=old.organization_id,
                token_id=old.id,
                issued=jsonb(tokens),
            )
        )

    def revoke(self, token: str) -> None:
        """End a token of any kind, a refresh token with all that came from its login."""
        self._one("oauth.revoke", token_hash=token_hash(token))
