"""The service on PgBouncer in transaction mode, with deploy/pgbouncer.ini and DATABASE_POOLER=transaction."""

import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from app.config import Settings
from app.postgres.database import Database, Transaction
from resources.api import create_app
from tests.conftest import fresh_database
from tests.deployment.programs import LOGIN, PASSWORD, PGBOUNCER, Pooler, pooling
from tests.logins import Logins
from tests.operators.commands import Operator
from tests.parallel import at_once
from tests.selling import body, customer, line, move, pay, read
from tests.service import Client, Service

pytestmark = pytest.mark.skipif(not PGBOUNCER, reason="no pgbouncer: install Debian's pgbouncer")

# Of the service, and of PgBouncer.
CLIENTS, SERVERS = 24, 4
FEW = {"default_pool_size = 16": f"default_pool_size = {SERVERS}"}


@pytest.fixture(scope="module")
def url(server_url: str, worker_id: str) -> Iterator[str]:
    """The owner's URL of a database with a plain login."""
    for url in fresh_database(server_url, f"pooled_{worker_id}_{os.getpid()}"):
        with psycopg.connect(url, autocommit=True) as connection:
            login = sql.Identifier(LOGIN)
            connection.execute(
                sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE invoicing_app").format(login, PASSWORD)
            )
            try:
                yield url
            finally:
                connection.execute(sql.SQL("DROP ROLE {}").format(login))


@contextmanager
def pooler_of(url: str, changes: dict[str, str]) -> Iterator[Pooler]:
    with (
        tempfile.TemporaryDirectory(prefix="pgbouncer-") as folder,
        pooling(url, Path(folder), changes) as one,
    ):
        yield one


@pytest.fixture(scope="module")
def pooler(url: str) -> Iterator[Pooler]:
    with pooler_of(url, FEW) as pooler:
        yield pooler


@pytest.fixture(scope="module")
def pooled(url: str, pooler: Pooler, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    settings = Settings(
        database_url=pooler.login_url,
        pooled=True,
        pool_size=CLIENTS,
        pool_wait=30,
        pdf_cache=tmp_path_factory.mktemp("pdf-cache"),
    )
    service = Service(create_app(settings), url)
    yield service
    service.close()


def test_the_whole_job_is_done_through_it(pooled: Service) -> None:
    logins = Logins(pooled)
    person = logins.person()
    client_id = logins.client()
    # Often enough to meet every session of the pooler with what another one has run.
    for _ in range(7):
        org = Client(pooled.app, logins.tokens(person, client_id)["access_token"])
        buyer = customer(org, openingBalance=10)
        bill = org.make("/invoices", body(buyer, line(taxRatePercent=18)))
        assert move(org, bill["id"], "send")["status"] == "SENT"
        pay(org, buyer, 118, (bill["id"], 118))
        assert read(org, bill["id"])["status"] == "PAID"
        assert org.read(f"/customer-ledger/{buyer}")["entries"][-1]["balance"] == 10
        assert org.get(f"/invoices/{bill['id']}/pdf").body.startswith(b"%PDF")
    assert org.get("/dashboard/receivables").status_int == 200
    assert org.get("/invoices").json["meta"]["total"] == 7


def test_operators_load_and_check_through_it(
    pooler: Pooler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_POOLER", "transaction")
    operator = Operator(pooler.owner_url)
    operator.organization("pooled-acme")
    file = tmp_path / "customers.ndjson"
    file.write_text("".join(json.dumps({"displayName": f"Customer {n}"}) + "\n" for n in range(300)))
    assert operator.run("import", "customers", str(file), "--org", "pooled-acme").exit_code == 0
    assert operator.run("check", "--org", "pooled-acme").stdout == "The books tie.\n"
    refused = operator.run("migrate")
    assert (refused.exit_code, "DATABASE_POOLER" in refused.stderr) == (1, True)


def test_many_organizations_at_once_never_meet(pooled: Service) -> None:
    organizations = [pooled.organization() for _ in range(CLIENTS)]
    names = [f"Customer of {org.slug}" for org in organizations]

    def go(_: Client, number: int) -> None:
        org = Client(pooled.app, organizations[number].token)
        for _turn in range(25):
            org.make("/customers", {"displayName": names[number]})
            seen = org.get("/customers?limit=200").json["data"]
            assert {record["displayName"] for record in seen} == {names[number]}
            assert org.get("/me").json["data"]["organization"]["slug"] == organizations[number].slug

    at_once(CLIENTS, organizations[0], go)  # type: ignore[arg-type]
    for org in organizations:
        assert org.get("/customers").json["meta"]["total"] == 25


def test_one_number_series_has_no_gap_through_it(pooled: Service) -> None:
    org = pooled.organization()
    bill = body(customer(org), status="SENT")
    answers = at_once(CLIENTS, org, lambda own, _: own.post("/invoices", bill))
    assert {answer.status_int for answer in answers} == {201}
    numbers = {read(org, answer.json["data"]["id"])["invoiceNumber"] for answer in answers}
    assert numbers == {f"INV-{number:05}" for number in range(1, CLIENTS + 1)}


LEFT = """
    SELECT pg_backend_pid(), current_user, coalesce(current_setting('app.organization_id', true), ''),
           coalesce(current_setting('app.user_id', true), ''), current_setting('lock_timeout'),
           (SELECT count(*) FROM pg_prepared_statements), (SELECT count(*) FROM customers)"""


def test_nothing_stays_behind_in_a_session_of_the_server(pooled: Service, pooler: Pooler) -> None:
    org = pooled.organization()
    customer(org)
    at_once(CLIENTS, org, lambda own, _: own.get("/customers"))
    seen = set()
    with psycopg.connect(pooler.login_url, autocommit=True, prepare_threshold=None) as connection:
        for _ in range(50):
            process, *left = connection.execute(LEFT).fetchone() or ()
            assert left == [LOGIN, "", "", "0", 0, 0]
            seen.add(process)
    assert 1 <= len(seen) <= SERVERS


WANTED = {
    "TimeZone": "UTC",
    "lock_timeout": "5s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "30s",
    "max_parallel_workers_per_gather": "0",
    "transaction_isolation": "read committed",
    "role": "invoicing_app",
}


def test_time_limits_hold_for_each_transaction(pooler: Pooler) -> None:
    with closing(Database(pooler.login_url, pooled=True)) as database:
        database.queries |= {f"asked.{name}": f"SELECT current_setting('{name}') AS value" for name in WANTED}

        def ask(tx: Transaction) -> dict[str, str]:
            return {name: (tx.one(f"asked.{name}") or {})["value"] for name in WANTED}

        assert database.run(ask) == WANTED
        assert database.run_as_auditor(ask) == WANTED | {
            "statement_timeout": "0",
            "transaction_isolation": "repeatable read",
            "role": "none",
        }


def test_who_waits_for_a_lock_is_let_go_after_five_seconds(pooled: Service, url: str) -> None:
    org = pooled.organization()
    id = customer(org)
    with psycopg.connect(url) as rival:
        rival.execute("SELECT FROM customers WHERE id = %s FOR UPDATE", [id])
        began = time.monotonic()
        answer = org.patch(f"/customers/{id}", {"displayName": "Another"})
        assert (answer.status_int, 4.5 < time.monotonic() - began < 8) == (503, True)
    assert answer.headers["Retry-After"]


def test_without_a_free_connection_the_answer_is_503_and_no_hang(url: str) -> None:
    short = {
        "default_pool_size = 16": "default_pool_size = 1",
        "query_wait_timeout = 5": "query_wait_timeout = 2",
    }
    with pooler_of(url, short) as pooler:
        service = Service(create_app(Settings(database_url=pooler.login_url, pooled=True)), url)
        try:
            org = service.organization()
            assert org.get("/me").status_int == 200
            with psycopg.connect(pooler.login_url, prepare_threshold=None) as hog:
                hog.execute("SELECT 1")
                began = time.monotonic()
                answer = org.get("/me")
                assert (answer.status_int, time.monotonic() - began < 4) == (503, True)
                assert answer.headers["Retry-After"]
            assert org.get("/me").status_int == 200
        finally:
            service.close()
