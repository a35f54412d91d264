"""A list of many records as CSV, from the service as production serves it: the worker stays small."""

import re
import sys
from pathlib import Path

import pytest

from tests.reliability.raw import Server, serving
from tests.reliability.sizes import DOWNLOADED
from tests.service import Client, Service
from tests.shards import beside_the_rows
from tests.waiting import eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

RATES = """
    INSERT INTO tax_rates (organization_id, id, name, rate_percent)
    SELECT %(org)s, 'tax_' || n, repeat('x', 90) || n, 1 FROM generate_series(1, %(many)s) AS n"""
HELD = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'"
# Bytes by which a worker may grow.
MOST = 60_000_000


def peak(pid: int) -> int:
    """The most memory that a process had since `forget`, in bytes."""
    found = re.search(r"VmHWM:\s+([0-9]+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    assert found
    return int(found[1]) * 1024


def forget(pid: int) -> int:
    """Begin to measure anew; return the memory that the process has."""
    Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")
    return peak(pid)


def test_a_download_of_many_rows_takes_little_memory_of_the_worker(service: Service, org: Client) -> None:
    fill(service, org, DOWNLOADED)
    with serving(service.url, WEB_CONCURRENCY="1") as server:
        (worker,) = server.workers()
        download(server, org, "customers")
        before = forget(worker)
        lines, size = download(server, org, "tax-rates")
        assert lines == DOWNLOADED + 1
        assert size > 150 * DOWNLOADED
        assert peak(worker) - before < MOST


def test_clients_that_leave_in_the_middle_leave_no_transaction(
    service: Service, org: Client, server: Server
) -> None:
    fill(service, org, 20_000)
    for _ in range(10):
        with server.connect() as connection:
            connection.sendall(asking(org, "tax-rates"))
            assert connection.recv(100).startswith(b"HTTP/1.0 200")
    assert eventually(lambda: held(service, org) == 0, 5)
    assert download(server, org, "customers")[0] == 1


def held(service: Service, org: Client) -> int:
    """Return the number of transactions that wait for their client."""
    with beside_the_rows(service, str(org.organization_id)) as connection:
        return connection.execute(HELD.encode()).rowcount


def fill(service: Service, org: Client, many: int) -> None:
    """Give an organization so many tax rates."""
    with beside_the_rows(service, str(org.organization_id)) as connection, connection.transaction():
        connection.execute("SELECT set_config('app.organization_id', %s, true)", [org.organization_id])
        connection.execute(RATES.encode(), {"org": org.organization_id, "many": many})


def asking(org: Client, path: str) -> bytes:
    """A request for a list as CSV."""
    return (
        f"GET /api/v1/{path} HTTP/1.0\r\nHost: x\r\n"
        f"Authorization: Bearer {org.token}\r\nAccept: text/csv\r\n\r\n"
    ).encode()


def download(server: Server, org: Client, path: str) -> tuple[int, int]:
    """Read a list to its end; return its lines and bytes."""
    with server.connect() as connection:
        connection.settimeout(60)
        connection.sendall(asking(org, path))
        with connection.makefile("rb") as answer:
            assert answer.readline().split()[1] == b"200"
            while answer.readline() != b"\r\n":
                pass
            lines = size = 0
            while piece := answer.read(65_536):
                lines, size = lines + piece.count(b"\n"), size + len(piece)
    return lines, size
