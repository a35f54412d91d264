"""GSTR-1 of a month of many invoices, from the service as production serves it: little work, and the worker stays
small."""

import sys

import psutil
import psycopg
import pytest

from app.postgres.queries import load
from app.wire import from_json
from tests.api.filing import gstin_of
from tests.reliability.raw import Server, serving
from tests.reliability.sizes import FILED, FILED_SECONDS
from tests.reliability.test_downloads import forget, peak
from tests.service import FIXTURES, Client

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

# Bytes that a worker may have.
MOST = 200_000_000
MONTHS = ("2026-03-01", "2026-04-01", "2026-05-01", "2026-06-01")


def test_a_month_of_many_invoices_is_answered_quickly_in_little_memory(
    database_url: str, org: Client
) -> None:
    fill(database_url, org)
    with serving(database_url, WEB_CONCURRENCY="1") as server:
        (worker,) = server.workers()
        ask(server, org, "/gst/gstr-1?period=2020-01")
        forget(worker)
        before = worked(worker, database_url)
        answer = ask(server, org, "/gst/gstr-1?period=2026-05")
        assert peak(worker) < MOST
        # Worker and database take turns, so that on a machine of their own this is the time that the answer takes.
        assert worked(worker, database_url) - before < FILED_SECONDS
        data = from_json(answer)["data"]
        assert data["problems"] == []
        assert sum(len(buyer["inv"]) for buyer in data["document"]["b2b"]) == FILED
        summary = from_json(ask(server, org, "/gst/gstr-1/summary?period=2026-05"))["data"]
        assert (summary["books"]["documents"], summary["difference"]) == (FILED, 0)
        assert peak(worker) < MOST


def worked(worker: int, database_url: str) -> float:
    """The seconds of a processor that a worker and the database that answers it have had: unlike those of a clock,
    they do not depend on what else the machine does."""
    with psycopg.connect(database_url) as owner:
        backends = owner.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        pids = [worker, *(pid for (pid,) in backends)]
    return sum(sum(psutil.Process(pid).cpu_times()[:2]) for pid in pids if psutil.pid_exists(pid))


def fill(database_url: str, org: Client) -> None:
    """Give an organization so many invoices in each of the months."""
    queries = load(FIXTURES)
    # PAN of the buyers: one of a hundred.
    gstins = [gstin_of("27", f"AAGCB{n:04}J") for n in range(100)]
    named = {"organization_id": org.organization_id, "each": FILED, "gstins": gstins}
    with psycopg.connect(database_url, autocommit=True) as owner:
        with owner.transaction():
            # Neither a trail nor foreign keys: the rows are only there to be many.
            owner.execute("SET LOCAL session_replication_role = replica")
            owner.execute("ALTER TABLE invoices DISABLE TRIGGER ALL")
            owner.execute("ALTER TABLE invoice_lines DISABLE TRIGGER ALL")
            for month in MONTHS:
                owner.execute(queries["filing.month"].encode(), named | {"from": month})
            owner.execute(queries["filing.lines"].encode(), named)
            owner.execute("ALTER TABLE invoices ENABLE TRIGGER ALL")
            owner.execute("ALTER TABLE invoice_lines ENABLE TRIGGER ALL")
        owner.execute("VACUUM ANALYZE invoices, invoice_lines")


def ask(server: Server, org: Client, path: str) -> bytes:
    """The body of what is answered."""
    request = f"GET /api/v1{path} HTTP/1.0\r\nHost: x\r\nAuthorization: Bearer {org.token}\r\n\r\n"
    with server.connect() as connection:
        connection.settimeout(60)
        connection.sendall(request.encode())
        with connection.makefile("rb") as answer:
            assert answer.readline().split()[1] == b"200"
            while answer.readline() != b"\r\n":
                pass
            return answer.read()
