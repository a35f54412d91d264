"""A list as CSV is read as it is taken: on one snapshot, in little memory, and no longer than the client is there."""

import gc
import time
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from falcon.testing import create_environ

from app.errors import Unavailable
from app.identity.caller import authorization
from tests.service import Client, Service

pytestmark = pytest.mark.slow

MANY = 20_000


class Download:
    """A download whose pieces a test takes one by one, as a server does."""

    def __init__(self, org: Client, path: str) -> None:
        headers = {"Authorization": f"Bearer {org.token}", "Accept": "text/csv"}
        path, _, query = path.partition("?")
        environ = create_environ("/api/v1" + path, query_string=query, headers=headers)
        self.status = ""
        self.body: Any = org.web.app._app(environ, self._start)
        self.pieces: Iterator[bytes] = iter(self.body)

    def _start(self, status: str, headers: Any, exc_info: Any = None) -> None:
        self.status = status

    def close(self) -> None:
        if hasattr(self.body, "close"):
            self.body.close()


@pytest.fixture(scope="module")
def full(_running: Service) -> Client:
    """An organization with many tax rates."""
    org = _running.organization()
    # As its caller: on a cluster that is at its shard, where so many rows take no longer than on one PostgreSQL.
    caller = authorization(org.token, "taxes.create")
    _running.owner.run_as_caller(caller, lambda tx: tx.execute("fixtures.many_tax_rates", many=MANY))
    return org


def held(service: Service) -> int:
    """Return the number of transactions that wait for their client."""
    found = service.owner.run_on_each_node(lambda tx: tx.one("fixtures.waiting_transactions") or {})
    return sum(node["transactions"] for node in found)


def end_connections(service: Service) -> None:
    """Have PostgreSQL end the connections of the service."""
    service.owner.run_on_each_node(lambda tx: tx.execute("fixtures.end_connections"))


def test_all_rows_are_of_the_moment_of_the_first(service: Service, full: Client) -> None:
    gone = full.make("/tax-rates", {"name": "Gone", "ratePercent": 1})["id"]
    total = full.get("/tax-rates").json["meta"]["total"]
    download = Download(full, "/tax-rates?sort=createdAt")
    first = next(download.pieces)
    full.make("/tax-rates", {"name": "Made meanwhile", "ratePercent": 1})
    full.patch("/tax-rates/tax_1", {"name": "Changed meanwhile", "ratePercent": 1})
    full.delete(f"/tax-rates/{gone}")
    whole = first + b"".join(download.pieces)
    assert whole.count(b"\r\n") == total + 1
    assert b"Made meanwhile" not in whole
    assert held(service) == 0


def test_what_is_read_takes_no_more_memory_than_a_few_pieces(full: Client) -> None:
    download = Download(full, "/tax-rates")
    size = len(next(download.pieces))
    gc.collect()
    tracemalloc.start()
    size += sum(len(piece) for piece in download.pieces)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size > 4_000_000
    assert peak < 2_500_000


def test_a_client_that_goes_away_leaves_neither_a_transaction_nor_a_connection(
    service: Service, full: Client
) -> None:
    for _ in range(20):
        download = Download(full, "/tax-rates")
        next(download.pieces)
        assert held(service) == 1
        download.close()
        assert held(service) == 0
    # Also before it took anything.
    for _ in range(20):
        Download(full, "/tax-rates").close()
    assert held(service) == 0


def test_half_of_the_connections_are_left_to_others(service: Service, full: Client) -> None:
    downloads = [Download(full, "/tax-rates") for _ in range(8)]
    statuses = [download.status[:3] for download in downloads]
    assert statuses == ["200", "200", *["503"] * 6]
    assert b'"code":"service_unavailable"' in b"".join(downloads[-1].pieces)
    assert full.get("/tax-rates").status_int == 200
    assert held(service) == 2
    for download in downloads:
        download.close()
    again = Download(full, "/tax-rates")
    assert again.status[:3] == "200"
    again.close()


def test_a_download_may_take_longer_than_a_request(full: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    download = Download(full, "/tax-rates")
    first, now = next(download.pieces), time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: now() + 600)
    assert (first + b"".join(download.pieces)).count(b"\r\n") > MANY


def test_a_download_ends_that_takes_too_long(
    service: Service, full: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    download = Download(full, "/tax-rates")
    _, now = next(download.pieces), time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: now() + 1_000)
    with pytest.raises(Unavailable):
        next(download.pieces)
    assert held(service) == 0


def test_connections_that_died_in_the_pool_are_replaced(service: Service, full: Client) -> None:
    assert full.get("/tax-rates").status_int == 200
    end_connections(service)
    download = Download(full, "/tax-rates")
    assert download.status[:3] == "200"
    assert b"".join(download.pieces).count(b"\r\n") > MANY


def test_a_download_whose_connection_ends_breaks_off_and_leaves_room_for_others(
    service: Service, full: Client
) -> None:
    for _ in range(3):
        download = Download(full, "/tax-rates")
        next(download.pieces)
        end_connections(service)
        with pytest.raises(Unavailable):
            next(download.pieces)
    assert full.get("/tax-rates").status_int == 200
