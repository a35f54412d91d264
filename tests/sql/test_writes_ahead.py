"""Writes whose token and key go with what they ask first: what callers are told, and that nothing is left of what
fails."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from app.errors import Forbidden
from app.identity.caller import token_hash
from app.postgres.database import Database, Row, Transaction
from app.postgres.queries import load
from tests.api import samples
from tests.refusals import refused
from tests.selling import customer, payment_body
from tests.service import FIXTURES, Client, Service
from tests.sql.tokens import revoke

CURRENCIES = "/currencies"


def currency(code: str) -> dict[str, Any]:
    return {"code": code, "name": code, "symbol": code, "exchangeRate": 80}


@pytest.fixture
def known(org: Client) -> Client:
    """A caller whose writing the service has admitted before."""
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


def keys(service: Service, org: Client) -> list[str]:
    with psycopg.connect(service.url) as connection:
        rows = connection.execute(
            "SELECT key FROM idempotency_keys WHERE organization_id = %s", [org.organization_id]
        )
        return [key for (key,) in rows]


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


@pytest.fixture
def sell(org: Client) -> Callable[..., Any]:
    """Send an invoice under a key, by a caller whose invoices were admitted before."""
    body = samples.invoice(org)
    org.make("/invoices", body)

    def send(key: str = "one", **more: Any) -> Any:
        return org.post("/invoices", body | more, **{"Idempotency-Key": key})

    return send


def test_a_key_that_comes_again_gets_the_first_answer(org: Client, sell: Callable[..., Any]) -> None:
    first, again = sell(), sell()
    assert (again.status_int, again.body) == (first.status_int, first.body)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert org.get("/invoices").json["meta"]["total"] == 2


def test_a_key_that_comes_again_with_another_body_is_refused_whatever_the_body_is(
    sell: Callable[..., Any],
) -> None:
    assert sell().status_int == 201
    for other in ({"notes": "other"}, {"lines": []}, {"customerId": "cus_nobody"}):
        assert refused(sell(**other)) == {"Idempotency-Key"}


def test_a_refused_body_leaves_its_key_free(service: Service, org: Client, sell: Callable[..., Any]) -> None:
    assert refused(sell(customerId="cus_nobody")) == {"customerId"}
    assert refused(sell(lines=[])) == {"lines"}
    assert keys(service, org) == []
    assert sell().status_int == 201


@pytest.fixture
def held(service: Service, org: Client) -> Iterator[dict[str, Any]]:
    """A payment that was made under the key `one`, of a customer whom somebody holds since."""
    body = {"customerId": samples.record(org, "/customers")["id"], "paymentDate": "2026-05-02", "amount": 5}
    for key in ("none", "one"):
        assert org.post("/payments-received", body, **{"Idempotency-Key": key}).status_int == 201
    with psycopg.connect(service.url) as connection:
        connection.execute("SELECT FROM customers WHERE id = %s FOR UPDATE", [body["customerId"]])
        yield body


def test_a_replay_is_given_though_what_it_would_do_waits_in_vain(org: Client, held: dict[str, Any]) -> None:
    again = org.post("/payments-received", held, **{"Idempotency-Key": "one"})
    assert (again.status_int, again.headers["Idempotent-Replayed"]) == (201, "true")


def test_who_may_not_is_told_so_though_the_work_waits_in_vain(
    service: Service, org: Client, held: dict[str, Any]
) -> None:
    with psycopg.connect(service.url) as connection:
        connection.execute(
            "UPDATE memberships SET role_key = 'VIEWER' WHERE organization_id = %s", [org.organization_id]
        )
    assert org.post("/payments-received", held).status_int == 403


def test_who_was_never_admitted_is_refused_before_anything_waits(
    service: Service, org: Client, held: dict[str, Any]
) -> None:
    viewer = service.member(org.organization_id, role="VIEWER")
    began = time.monotonic()
    assert viewer.post("/payments-received", held).status_int == 403
    assert time.monotonic() - began < 2


def test_a_key_tells_nothing_to_a_token_that_has_ended(
    service: Service, org: Client, sell: Callable[..., Any]
) -> None:
    assert sell().status_int == 201
    revoke(service, org)
    assert [sell().status_int, sell("two").status_int] == [401] * 2
    assert keys(service, org) == ["one"]


Admit = Callable[[Row | None], None]


def refuse(_: Row | None) -> None:
    raise Forbidden("anything")


def add(tx: Transaction) -> None:
    tx.execute("currencies.insert", id=f"cur_{id(tx)}", is_base=False, is_active=True, **_COLUMNS)


_COLUMNS = {"code": "EUR", "name": "Euro", "symbol": "E", "exchange_rate": 90}


def later(tx: Transaction) -> None:
    tx.defer(("currencies.insert", {"id": "cur_later", "is_base": False, "is_active": True} | _COLUMNS))


@pytest.fixture
def prepared(database: Database, org: Client) -> str:
    """The hash of a token, for a database whose one connection knows the statements: they go with the opening."""
    caller = token_hash(str(org.token))

    def prepare(tx: Transaction) -> None:
        tx.all("identity.applied_migrations")
        add(tx)
        raise LookupError

    with suppress(LookupError):
        database.run_with_token(caller, lambda _: None, prepare)
    return caller


@pytest.mark.parametrize("work", [add, later, lambda _: None])
def test_nothing_is_committed_before_the_caller_was_admitted(
    work: Callable[[Transaction], None], database: Database, prepared: str, service: Service, org: Client
) -> None:
    with pytest.raises(Forbidden):
        database.run_with_token(prepared, refuse, work, ahead=True)
    assert "EUR" not in codes(service, org)


def test_who_is_not_admitted_asks_nothing_more_even_where_that_is_overlooked(
    database: Database, prepared: str, service: Service, org: Client
) -> None:
    overlooked = []

    def overlook(tx: Transaction) -> None:
        with suppress(Forbidden):
            tx.all("identity.applied_migrations")
        with pytest.raises(RuntimeError):
            add(tx)
        overlooked.append(tx)

    # What came of it is not believed either: it is done again step by step, and refused there.
    with pytest.raises(Forbidden):
        database.run_with_token(prepared, refuse, overlook, ahead=True)
    assert overlooked
    assert "EUR" not in codes(service, org)


def test_work_is_told_who_calls_before_it_gets_an_answer(
    database: Database, prepared: str, org: Client
) -> None:
    told: list[str] = []

    def admit(found: Row | None) -> None:
        told.append("caller")
        assert found and found["organization_id"] == org.organization_id

    def work(tx: Transaction) -> str | None:
        tx.all("identity.applied_migrations")
        told.append("answer")
        return tx.organization_id

    assert database.run_with_token(prepared, admit, work, ahead=True) == org.organization_id
    assert told == ["caller", "answer"]


def test_behind_a_pooler_nothing_goes_ahead(service: Service, org: Client) -> None:
    # The settings of a session go with an opening of its own.
    database = Database(service.url, pool_size=1, pooled=True)
    database.queries |= load(FIXTURES)

    def work(tx: Transaction) -> Row | None:
        return tx.one("patience.settings")

    try:
        settings = database.run_with_token(token_hash(str(org.token)), lambda _: None, work, ahead=True)
    finally:
        database.close()
    assert settings
    assert settings["lock"] == "5s"


def test_a_payment_that_is_sent_again_does_not_wait_for_who_holds_its_customer(
    service: Service, org: Client
) -> None:
    given = payment_body(customer(org), 40)
    for key in ("first", "second"):  # the second time its token and key go ahead
        assert org.post("/payments-received", given, **{"Idempotency-Key": key}).status_int == 201
    with psycopg.connect(service.url) as connection:
        connection.execute("SELECT FROM customers WHERE id = %s FOR UPDATE", [given["customerId"]])
        began = time.monotonic()
        again = org.post("/payments-received", given, **{"Idempotency-Key": "second"})
        took = time.monotonic() - began
    assert (again.status_int, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert took < 3, "it waited until the lock was given up"
