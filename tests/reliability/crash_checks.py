"""Checks of the data after all kills."""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
from psycopg import sql

from tests.api.receiving import Receiver
from tests.checkout import Checkout
from tests.reliability.books_checks import agree
from tests.reliability.crash_writes import BILLS, Writer, amount
from tests.waiting import eventually

# Each row of a table, and the last state that its trail tells of. A row has one row of the trail for each time it was
# written: they hang together, each begins where the one before ended, and nothing was written past them.
_BROKEN_TRAILS = sql.SQL("""
WITH trail AS (
    SELECT record_id, operation, before, after, lag(after) OVER steps AS was, lead(id) OVER steps IS NULL AS last,
        row_number() OVER steps = 1 AS first
    FROM audit_log
    WHERE organization_id = %(organization_id)s AND table_name = %(name)s
    WINDOW steps AS (PARTITION BY record_id ORDER BY id)
)
SELECT record_id
FROM trail
WHERE (operation = 'INSERT') <> first OR before IS DISTINCT FROM was
UNION ALL
SELECT coalesce(t.record_id, to_jsonb(r) ->> 'id')
FROM (SELECT * FROM trail WHERE last AND operation <> 'DELETE') t
FULL JOIN (SELECT * FROM {table} WHERE organization_id = %(organization_id)s) r ON t.after = to_jsonb(r) - 'made_in'
WHERE t.record_id IS NULL OR r.organization_id IS NULL
""")
_AUDITED = "SELECT table_name FROM trail_tables"
# Seconds for what is left to be told: a deliverer is started again after a minute at most, and what it had claimed is
# claimed again after another.
PATIENCE = 240.0
# Members, tokens and the organization itself are not written by the clients.
_NOT_OF_THE_SERVICE = {"organizations", "tokens"}
_WRITES = "SELECT request_id, count(*) FROM trail_transactions WHERE organization_id = %s GROUP BY request_id"


def assert_all_is_there_once(writer: Writer) -> None:
    """The client's records are those that were acknowledged to it, as they were acknowledged last."""
    of = f"customerId={writer.customer}"
    shown = {
        row["id"]: (row["status"], amount(row["total"]), amount(row["amountPaid"]), row["notes"])
        for row in all_of(writer, f"/invoices?{of}")
    }
    agree(shown, {paper.id: paper.shown for paper in writer.papers.values()})
    payments = {row["id"]: amount(row["allocated"]) for row in all_of(writer, f"/payments-received?{of}")}
    agree(payments, {id: sum(settles.values()) for id, settles in writer.payments.items()})
    bills = [row["vendorBillNumber"] for row in all_of(writer, f"/bills?vendorId={writer.vendor}")]
    assert sorted(bills) == sorted(writer.bills)
    assert writer.read(f"/customers/{writer.customer}")["notes"] == writer.notes
    numbers = {row["id"]: row["invoiceNumber"] for row in all_of(writer, f"/invoices?{of}")}
    told = {paper.id: paper.number for paper in writer.papers.values() if paper.number}
    assert {id: numbers[id] for id in told} == told


def all_of(writer: Writer, path: str) -> Iterator[dict[str, Any]]:
    """All records of a list."""
    cursor = ""
    while True:
        answer = writer.insist("GET", f"{path}&limit=200{cursor}")
        assert answer.status == 200, answer
        yield from answer.data
        if not answer.json["meta"]["hasMore"]:
            return
        cursor = f"&cursor={answer.json['meta']['nextCursor']}"


def assert_the_trail_is_whole(url: str, organization_id: str) -> int:
    """The versions of every row are in the trail, each once; how many there are."""
    of = {"organization_id": organization_id}
    with psycopg.connect(url) as connection:
        tables = {str(name) for (name,) in connection.execute(_AUDITED)} - _NOT_OF_THE_SERVICE
        for name in sorted(tables):
            query = _BROKEN_TRAILS.format(table=sql.Identifier(name))
            assert connection.execute(query, of | {"name": name}).fetchall() == [], name
        rows = connection.execute(
            "SELECT count(*) FROM audit_log WHERE organization_id = %s", [organization_id]
        ).fetchone()
    return int(rows[0]) if rows else 0


def writing_requests(url: str, organization_id: str) -> dict[str, int]:
    """The ids of requests that wrote, and in how many transactions each did."""
    with psycopg.connect(url) as connection:
        return dict(connection.execute(_WRITES, [organization_id]).fetchall())


def assert_each_write_was_done_once(done: dict[str, int], writers: Sequence[Writer]) -> None:
    """Each acknowledged request wrote in one transaction, and no other request wrote at all."""
    acknowledged = {id for writer in writers for id in writer.acknowledged}
    imports = {id: done.pop(id) for id in list(done) if id.startswith("operator:")}
    assert sum(imports.values()) * BILLS == sum(len(writer.bills) for writer in writers)
    assert done.keys() == acknowledged, done.keys() ^ acknowledged
    assert set(done.values()) <= {1}, {id: count for id, count in done.items() if count > 1}


def assert_every_event_arrived(writer: Writer, receiver: Receiver, since: str) -> int:
    """A receiver was told of each event since a moment, of each record in their order; how many messages came twice."""
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    for event in all_of(writer, f"/events?sort=createdAt&since={since}"):
        wanted[event["recordId"]].append(event["id"])
    ids = {id for events in wanted.values() for id in events}

    def arrived() -> list[str]:
        return [headers["webhook-id"] for headers, _ in receiver.arrived]

    assert eventually(lambda: ids <= set(arrived()), PATIENCE), f"{len(ids - set(arrived()))} are missing"
    told, first = arrived(), dict[str, int]()
    for place, id in enumerate(told):
        first.setdefault(id, place)
    assert first.keys() == ids
    for events in wanted.values():
        places = [first[id] for id in events]
        assert places == sorted(places), events
    return len(told) - len(ids)


def assert_the_books_tie(checkout: Checkout, slug: str) -> None:
    """Run `check`, which must find no difference."""
    command = [sys.executable, "-m", "app", "check", "--org", slug]
    ended = subprocess.run(
        command, cwd=checkout.root, env=checkout.environment(), capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "The books tie.\n"), ended.stdout + ended.stderr
