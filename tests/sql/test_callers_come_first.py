"""The check of the caller, which precedes the first statements of the work in one message."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import falcon.testing
import psycopg
import pytest

from app.errors import DomainError, Forbidden, InsufficientScope, Unauthorized
from app.identity.caller import authorization, token_hash
from app.identity.roles import BUILT_IN
from app.postgres.database import Database, Row, Transaction
from app.postgres.queries import load
from resources.serving.requests import Requests
from tests.refusals import refused
from tests.service import FIXTURES, Client, Service
from tests.sql.tokens import revoke

CURRENCIES = "/currencies"


def currency(code: str) -> dict[str, Any]:
    return {"code": code, "name": code, "symbol": code, "exchangeRate": 80}


@pytest.fixture
def known(org: Client) -> Client:
    """A caller whose statements the connection has prepared."""
    org.make(CURRENCIES, currency("USD"))
    return org


@pytest.fixture
def database(service: Service) -> Iterator[Database]:
    database = Database(service.url, pool_size=1)
    yield database
    database.close()


def codes(service: Service, org: Client) -> set[str]:
    with psycopg.connect(service.url) as connection:
        rows = connection.execute(
            "SELECT code FROM currencies WHERE organization_id = %s", [org.organization_id]
        )
        return {code for (code,) in rows}


def test_a_token_that_was_good_a_moment_ago_writes_nothing_more(service: Service, known: Client) -> None:
    revoke(service, known)
    assert [known.post(CURRENCIES, currency("EUR")).status_int for _ in range(3)] == [401] * 3
    assert "EUR" not in codes(service, known)


def test_a_scope_that_was_taken_away_a_moment_ago_writes_nothing_more(service: Service, org: Client) -> None:
    caller = service.token(org.known, "full")
    caller.make(CURRENCIES, currency("USD"))
    with psycopg.connect(service.url) as connection:
        connection.execute(
            "UPDATE tokens SET scopes = '{currencies.read}' WHERE token_hash = %s",
            [token_hash(str(caller.token))],
        )
    assert [caller.post(CURRENCIES, currency("EUR")).status_int for _ in range(2)] == [403] * 2
    assert "EUR" not in codes(service, org)


@pytest.mark.parametrize("body", [{"code": 7}, currency("USD"), currency("EUR")])
def test_whatever_is_wrong_with_a_body_is_told_after_what_is_wrong_with_its_caller(
    body: dict[str, Any], service: Service, known: Client
) -> None:
    revoke(service, known)
    assert known.post(CURRENCIES, body).status_int == 401


def test_a_body_that_cannot_be_stored_is_refused_as_ever(service: Service, known: Client) -> None:
    for _ in range(2):
        assert refused(known.post(CURRENCIES, currency("USD"))) == {"code"}
        assert "name" in refused(known.post(CURRENCIES, {"code": "EUR"}))
        assert known.patch(f"{CURRENCIES}/no id", {}).status_int == 404
        assert known.patch(f"{CURRENCIES}/cur_x", {"name": "x"}).status_int == 404
    known.make(CURRENCIES, currency("EUR"))


_EURO = {"code": "EUR", "name": "Euro", "symbol": "E", "exchange_rate": 90}


def add(tx: Transaction) -> None:
    tx.execute("currencies.insert", id=f"cur_{id(tx)}", is_base=False, is_active=True, **_EURO)


def add_deferred(tx: Transaction) -> None:
    tx.defer(("currencies.insert", {"id": "cur_later", "is_base": False, "is_active": True} | _EURO))


def prepare(database: Database, org: Client) -> None:
    """Have the database's one connection know the statements, so that they go in one message with the opening."""

    def work(tx: Transaction) -> None:
        add(tx)
        raise LookupError

    with suppress(LookupError):
        database.run_as_caller(authorization(str(org.token), ""), work)


@pytest.mark.parametrize("work", [add, add_deferred, lambda _: None])
@pytest.mark.parametrize(
    ("scopes", "role", "refusal"),
    [
        ("read", "ADMIN", InsufficientScope),
        ("full", "VIEWER", Forbidden),
        ("read", "VIEWER", InsufficientScope),
    ],
)
def test_nothing_of_the_work_is_done_for_a_caller_without_the_permission(
    work: Callable[[Transaction], None],
    scopes: str,
    role: str,
    refusal: type[DomainError],
    database: Database,
    service: Service,
    org: Client,
) -> None:
    prepare(database, org)
    caller = service.member(org.organization_id, role=role, scopes=scopes)
    with pytest.raises(refusal, match=r"currencies\.create"):
        database.run_as_caller(authorization(str(caller.token), "currencies.create"), work)
    assert codes(service, org) == set()


@pytest.mark.parametrize("key", sorted(BUILT_IN))
def test_a_role_of_an_organization_cannot_add_to_one_of_the_program(
    key: str, service: Service, org: Client
) -> None:
    with psycopg.connect(service.url) as connection, pytest.raises(psycopg.errors.CheckViolation):
        connection.execute("INSERT INTO roles VALUES (%s, %s, '{items.create}')", [org.organization_id, key])


def test_a_token_that_is_unknown_or_has_ended_is_refused_by_the_opening(
    database: Database, service: Service, org: Client
) -> None:
    prepare(database, org)
    revoke(service, org)
    for token in (str(org.token), "pat_unknown"):
        with pytest.raises(Unauthorized):
            database.run_as_caller(authorization(token, ""), add)
    assert codes(service, org) == set()


def test_work_knows_its_organization_with_its_first_answer(database: Database, org: Client) -> None:
    def work(tx: Transaction) -> tuple[str | None, str | None]:
        before = tx.organization_id
        tx.all("identity.applied_migrations")
        return before, tx.organization_id

    caller = authorization(str(org.token), "")
    database.run_as_caller(caller, work)
    assert database.run_as_caller(caller, work) == (None, org.organization_id)


def test_what_only_reads_cannot_write(database: Database, service: Service, org: Client) -> None:
    caller = authorization(str(org.token), "")
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        database.run_as_caller(caller, add, only_reads=True)
    assert codes(service, org) == set()


@pytest.mark.parametrize(
    ("method", "only_reads"),
    [("GET", True), ("HEAD", True), ("POST", False), ("PUT", False), ("PATCH", False), ("DELETE", False)],
)
def test_requests_that_get_only_read(method: str, *, only_reads: bool) -> None:
    class Told:
        def run_as_caller(self, *_: Any, **how: Any) -> bool:
            return bool(how["only_reads"])

    req = falcon.testing.create_req(method=method, headers={"Authorization": "Bearer pat_1"})
    req.context.permission, req.context.request_id = "", "one"
    assert Requests(Told()).run(req, lambda tx: False) is only_reads  # type: ignore[arg-type]


def test_a_transaction_that_has_ended_takes_no_further_statement(database: Database, org: Client) -> None:
    def work(tx: Transaction) -> None:
        tx.fetch_and_commit(("identity.profile", {}))
        with pytest.raises(RuntimeError):
            add(tx)

    database.run_as_caller(authorization(str(org.token), ""), work)


def test_behind_a_pooler_each_message_holds_one_statement(service: Service, org: Client) -> None:
    database = Database(service.url, pool_size=1, pooled=True)
    database.queries |= load(FIXTURES)
    sent: list[bytes] = []

    def work(tx: Transaction) -> Row | None:
        send = tx._connection.rows.execute
        tx._connection.rows.execute = lambda text, *values: sent.append(text) or send(text, *values)  # type: ignore
        add_deferred(tx)
        return tx.one("patience.settings")

    try:
        settings = database.run_as_caller(authorization(str(org.token), "currencies.create"), work)
    finally:
        database.close()
    assert settings
    assert settings["lock"] == "5s"
    assert [text for text in sent if b";" in text] == []
    assert [b" ".join(text.split()[:3]) for text in sent] == [
        b"BEGIN ISOLATION LEVEL",
        b"SELECT set_config('TimeZone', 'UTC',",
        b"SET LOCAL ROLE",
        b"SELECT *, now()",
        b"SET LOCAL app.organization_id",
        b"SET LOCAL app.user_id",
        b"SET LOCAL app.token_id",
        b"SET LOCAL app.request_id",
        b"INSERT INTO currencies",
        b"SELECT current_setting('statement_timeout') AS",
        b"COMMIT",
    ]
