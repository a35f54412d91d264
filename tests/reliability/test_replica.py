"""Reads from a standby, and those that go to the primary, on a primary and a standby that follows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from app.config import Settings
from app.postgres import replicas
from app.postgres.migrations import migrate
from resources.api import create_app
from tests.deployment.replication import Pair
from tests.postgresql import PROGRAMS
from tests.selling import DAY, customer, sent
from tests.service import Client, Service
from tests.shards import needs_one_server

pytestmark = [
    needs_one_server("it has no replicas"),
    pytest.mark.skipif(
        not (PROGRAMS / "pg_basebackup").exists(), reason="no pg_basebackup beside PostgreSQL"
    ),
]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    # Not pytest's own folder: each run of root's closes that to the account of the servers again.
    with TemporaryDirectory(prefix="invoicing-replica-") as folder:
        pair = Pair(Path(folder))
        try:
            pair.primary.create()
            migrate(pair.primary.url())
            pair.clone()
            yield pair
        finally:
            pair.end()


@pytest.fixture(scope="module")
def replicated(pair: Pair) -> Iterator[Service]:
    """The service on both servers."""
    settings = Settings(database_url=pair.primary.url(), replica_url=pair.standby.url(), pdf_cache=None)
    service = Service(create_app(settings), pair.primary.url())
    yield service
    service.close()


@pytest.fixture(autouse=True)
def read_by(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The servers that answered reads, one after the other. A standby may lag for as long as a test takes, and is asked
    again at once."""
    answered: list[str] = []
    monkeypatch.setattr(replicas.REPLICA_READS, "add", answered.append)
    monkeypatch.setattr(replicas, "LAG", 3_600.0)
    monkeypatch.setattr(replicas, "LEFT_OUT", 0.0)
    return answered


@pytest.fixture
def writer(replicated: Service) -> Client:
    """The administrator of a new organization, which the standby knows."""
    return replicated.organization()


@pytest.fixture
def reader(replicated: Service, writer: Client, pair: Pair) -> Client:
    """Another member of it, who writes nothing."""
    member = replicated.member(writer.organization_id)
    catch_up(pair)
    return member


def catch_up(pair: Pair) -> None:
    """Wait until the standby shows all that the primary has."""
    reached = pair.primary.ask("SELECT pg_current_wal_insert_lsn()")
    pair.standby.await_that(f"SELECT pg_last_wal_replay_lsn() >= '{reached}'")


@contextmanager
def standing_still(pair: Pair) -> Iterator[None]:
    """The standby receives what is committed, and does not show it."""
    pair.standby.ask("SELECT pg_wal_replay_pause()")
    pair.standby.await_that("SELECT pg_get_wal_replay_pause_state() = 'paused'")
    try:
        yield
    finally:
        pair.standby.ask("SELECT pg_wal_replay_resume()")


def names(org: Client) -> list[str]:
    return [row["displayName"] for row in org.read("/customers")]


@pytest.mark.parametrize(
    "path",
    [
        "/customers",
        "/invoices?status=SENT",
        "/inventory",
        "/customer-ledger",
        "/customer-ledger/{customer}",
        "/customers/{customer}/ledger-pdf",
        "/invoices/{invoice}/pdf",
        "/dashboard/receivables",
        f"/reports/hsn?from={DAY}&to={DAY}",
        "/gst/gstr-1?period=2026-05",
        "/gst/gstr-3b?period=2026-05",
    ],
)
def test_who_wrote_nothing_lately_reads_from_the_standby(
    path: str, writer: Client, reader: Client, pair: Pair, read_by: list[str]
) -> None:
    buyer = customer(writer)
    invoice = sent(writer, buyer)["id"]
    catch_up(pair)
    answer = reader.get(path.format(customer=buyer, invoice=invoice))
    assert answer.status_int == 200, answer.text
    assert read_by == ["replica"]


def test_a_list_as_csv_is_read_from_the_standby(reader: Client, read_by: list[str]) -> None:
    assert reader.get("/customers", Accept="text/csv").text.startswith("id,")
    assert read_by == ["replica"]


def test_the_standby_answers_with_what_it_has(writer: Client, reader: Client, pair: Pair) -> None:
    with standing_still(pair):
        customer(writer, displayName="New")
        assert names(reader) == []
    catch_up(pair)
    assert names(reader) == ["New"]


def test_a_caller_sees_what_they_wrote_at_once(writer: Client, pair: Pair, read_by: list[str]) -> None:
    with standing_still(pair):
        customer(writer, displayName="New")
        assert names(writer) == ["New"]
    assert read_by == ["primary"]


def test_another_token_of_who_wrote_sees_it_too(replicated: Service, writer: Client, pair: Pair) -> None:
    other = replicated.token(writer.known)
    with standing_still(pair):
        customer(writer, displayName="New")
        assert names(other) == ["New"]


def test_who_wrote_is_read_for_by_the_standby_again_when_that_is_long_ago(
    writer: Client, pair: Pair, read_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    customer(writer, displayName="Old")
    catch_up(pair)
    # What is asked for is the time since the last write: of none at all each one is long ago.
    monkeypatch.setattr(replicas, "LAST_STATEMENT", -Settings().request_timeout)
    assert names(writer) == ["Old"]
    assert read_by == ["replica"]


def test_a_standby_that_lags_is_not_asked(
    writer: Client,
    reader: Client,
    pair: Pair,
    read_by: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with standing_still(pair):
        customer(writer, displayName="New")
        monkeypatch.setattr(replicas, "LAG", 0.0)
        assert names(reader) == ["New"]
        assert read_by == ["primary"]
        assert "the replica is left out for 0.0 seconds: the standby lags" in caplog.text
    catch_up(pair)
    assert names(reader) == ["New"]
    assert read_by == ["primary", "replica"]


def test_what_the_standby_does_not_know_yet_is_asked_of_the_primary(
    replicated: Service, writer: Client, reader: Client, pair: Pair
) -> None:
    with standing_still(pair):
        buyer = customer(writer)
        invoice = sent(writer, buyer)["id"]
        assert reader.get(f"/invoices/{invoice}/pdf").status_int == 200
        assert reader.read(f"/customer-ledger/{buyer}")["outstanding"] == 100
        assert replicated.token(reader.known).get("/customers").status_int == 200


def test_a_token_ends_at_once(replicated: Service, writer: Client, reader: Client, pair: Pair) -> None:
    token = replicated.token(reader.known)
    catch_up(pair)
    assert token.get("/customers").status_int == 200
    with standing_still(pair):
        with psycopg.connect(pair.primary.url()) as owner:
            owner.execute("UPDATE tokens SET revoked_at = now() WHERE id = %s", [token.token_id])
        assert token.get("/customers").status_int == 401


def test_refusals_are_the_primary_s(replicated: Service, reader: Client) -> None:
    assert replicated.anonymous().get("/customers").status_int == 401
    assert replicated.token(reader.known, "items.read").get("/customers").status_int == 403
    assert reader.get("/customers?limt=1").json["error"]["details"][0]["field"] == "limt"


def test_the_service_reads_on_while_the_standby_is_dead(
    reader: Client, pair: Pair, read_by: list[str]
) -> None:
    assert names(reader) == []
    pair.primary.ask("ALTER SYSTEM RESET synchronous_standby_names")
    pair.primary.ask("SELECT pg_reload_conf()")
    pair.standby.kill()
    assert [reader.get("/customers").status_int for _ in range(5)] == [200] * 5
    pair.standby.start()
    catch_up(pair)
    while read_by[-1] == "primary":  # its connections are made anew beside requests
        assert names(reader) == []
    assert read_by[0] == "replica"


def test_a_server_that_is_no_standby_is_not_asked(pair: Pair, read_by: list[str]) -> None:
    settings = Settings(database_url=pair.primary.url(), replica_url=pair.primary.url())
    service = Service(create_app(settings), pair.primary.url())
    assert names(service.organization()) == []
    assert read_by == ["primary"]
    service.close()
