"""Metrics where several processes count: gunicorn with two workers, as in production."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from prometheus_client.multiprocess import MultiProcessCollector

from tests.reliability.raw import PATIENCE, Server, exchange, head, serving
from tests.scraping import Scrape, scraped
from tests.service import POOLER, Client
from tests.waiting import eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

MANY = 40
ROUTE = {"method": "GET", "route": "/api/v1/tax-rates"}
ALL = ("invoicing_http_requests_total", {**ROUTE, "status": "200"})
# Of each worker that has served callers of one organization: a cluster's coordinator, node and shard have each one.
POOLS = 3 if POOLER == "citus" else 1
LOOKS = 12  # enough that both workers answer


@pytest.fixture
def server(database_url: str) -> Iterator[Server]:
    with serving(database_url, METRICS="on", POOL_SIZE="3") as server:
        yield server


def look(server: Server) -> Scrape:
    reply = exchange(server, b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert reply.status == 200
    return scraped(reply.body.decode())


def ask(server: Server, org: Client, times: int = MANY) -> None:
    for _ in range(times):
        assert exchange(server, head(org, "Connection: close", method="GET")).status == 200


def folder_of(server: Server) -> Path:
    """Return the folder in which the workers count."""
    for pid in server.workers():
        found = re.search(r"\S*/gst-metrics-\w+", Path(f"/proc/{pid}/maps").read_text())
        if found:
            return Path(found[0])
    raise AssertionError("no worker counts")


def served(folder: Path) -> list[float]:
    """Return the number of reads of the list by each worker that has answered any."""
    own = [MultiProcessCollector.merge([str(file)]) for file in folder.glob("counter_*.db")]
    samples = [sample for families in own for family in families for sample in family.samples]
    return [sample.value for sample in samples if sample.name == ALL[0] and sample.labels == ALL[1]]


def test_whichever_worker_is_asked_tells_of_all(server: Server, org: Client) -> None:
    folder = folder_of(server)
    asked = 0
    while len(served(folder)) < 2:
        assert (asked := asked + MANY) < 50 * MANY
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: ask(server, org, 1), range(MANY)))
    looks = [look(server) for _ in range(LOOKS)]
    assert {each.of(ALL[0], **ALL[1]) for each in looks} == {asked}
    assert sum(served(folder)) == asked
    assert {each.of("invoicing_http_request_duration_seconds_count", **ROUTE) for each in looks} == {asked}
    bucket = "invoicing_http_request_duration_seconds_bucket"
    assert {each.of(bucket, **ROUTE, le="+Inf") for each in looks} == {asked}


def test_kinds_and_levels_are_those_of_one_process_added_up(server: Server, org: Client) -> None:
    ask(server, org)
    assert eventually(lambda: look(server).of("invoicing_pool_limit") == 6 * POOLS, PATIENCE)
    found = look(server)
    assert found.kinds["invoicing_http_requests"] == "counter"
    assert found.kinds["invoicing_pool_size"] == "gauge"
    assert found.kinds["invoicing_http_request_duration_seconds"] == "histogram"
    assert found.of("invoicing_http_requests_in_progress") == 1
    assert 2 <= found.of("invoicing_pool_size") <= 6 * POOLS
    assert (found.of("invoicing_ready"), found.of("invoicing_migrations_missing")) == (1, 0)
    assert found.labels("process_resident_memory_bytes", "pid") == {str(pid) for pid in server.workers()}


def test_a_killed_worker_leaves_what_it_counted_and_nothing_that_it_was_doing(
    server: Server, org: Client
) -> None:
    ask(server, org)
    old = server.workers()
    # Half a body each, on enough connections that both workers are at work on one.
    waiting = [server.connect() for _ in range(LOOKS)]
    for connection in waiting:
        connection.sendall(head(org, "Content-Length: 10") + b"{")
    assert eventually(
        lambda: look(server).of("invoicing_http_requests_in_progress") == 1 + len(waiting), PATIENCE
    )
    for pid in old:
        os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: len(server.workers()) == 2 and not set(server.workers()) & set(old), PATIENCE)
    for connection in waiting:
        connection.close()
    assert eventually(lambda: answers(server), PATIENCE)
    assert eventually(lambda: look(server).of("invoicing_pool_limit") == 6, PATIENCE)
    found = look(server)
    assert found.of("invoicing_http_requests_in_progress") == 1
    assert found.labels("process_resident_memory_bytes", "pid") == {str(pid) for pid in server.workers()}
    assert found.of(ALL[0], **ALL[1]) == MANY
    ask(server, org)
    assert {look(server).of(ALL[0], **ALL[1]) for _ in range(LOOKS)} == {2 * MANY}


def answers(server: Server) -> bool:
    try:
        return look(server).of("invoicing_ready") == 1
    except OSError:
        return False


def test_an_idle_worker_tells_of_its_pool_all_the_same(server: Server, org: Client) -> None:
    ask(server, org, 4 * LOOKS)
    # Nobody asks for two seconds: what was in use is told to be free again.
    time.sleep(2)
    assert look(server).of("invoicing_pool_in_use") == 0


def test_the_counts_are_gone_when_the_service_stops(database_url: str) -> None:
    with serving(database_url, METRICS="on") as server:
        folder = folder_of(server)
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()


def test_the_counts_are_gone_when_the_master_is_killed(database_url: str) -> None:
    with serving(database_url, METRICS="on") as server:
        folder, workers = folder_of(server), server.workers()
        server.process.kill()
        assert eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), PATIENCE)
        assert not folder.exists()


def test_a_folder_named_by_somebody_else_is_left_alone(database_url: str, tmp_path: Path) -> None:
    with serving(database_url, PROMETHEUS_MULTIPROC_DIR=str(tmp_path)) as server:
        reply = exchange(server, b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert reply.status == 404
    with serving(database_url, METRICS="on", PROMETHEUS_MULTIPROC_DIR=str(tmp_path)) as server:
        assert folder_of(server) != tmp_path
    assert list(tmp_path.iterdir()) == []
