"""A command that comes while a login or another command is under way, and waits for it."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import TypeVar

from app.identity.oauth.storage import new_token
from app.ids import new_id
from app.postgres.database import Database, Transaction, jsonb
from tests.logins import PASSWORD_HASH, Person
from tests.service import Service
from tests.waiting import eventually, waiting_for_locks

T = TypeVar("T")


def beside(
    service: Service,
    hold: Callable[[Transaction], object],
    command: Callable[[], T],
    *,
    as_owner: bool = False,
) -> T:
    """Run a command that waits for a lock which a transaction holds; return its answer after the commit."""
    with ThreadPoolExecutor(1) as pool, closing(Database(service.url, pool_size=1)) as database:

        def work(tx: Transaction) -> Future[T]:
            hold(tx)
            begun = pool.submit(command)
            assert eventually(lambda: waiting_for_locks(service) == 1, 10)
            return begun

        run = database.run_as_owner if as_owner else database.run
        return run(work).result(10)


def login_stored_beside(service: Service, person: Person, app_id: str, command: Callable[[], object]) -> str:
    """The token of a login that was just being stored when the command came."""
    token = new_id("oat")
    login = {
        "username": person.email,
        "proof": PASSWORD_HASH,
        "client_id": app_id,
        **dict.fromkeys(("refresh_hash", "address", "begun")),
        "family_id": new_id("fam"),
        "issued": jsonb([new_token("access", token, ["full"], 60)]),
    }

    def store(tx: Transaction) -> None:
        assert tx.all("oauth.end_login", **login) == [{"verdict": "accepted", "locked_for": 0}]

    beside(service, store, command)
    return token
