"""Imports at the same moment as other work on the same books."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import date
from operator import itemgetter
from pathlib import Path

import pytest

import app.postgres.database
from app.demonstration.journal import Journal
from app.demonstration.year import fill
from app.ids import new_id
from app.importing import entries
from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import load
from app.operators import demo
from app.operators.progress import Advance
from app.postgres.database import Database, Transaction
from app.wire import to_json
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.service import Service, opened
from tests.shards import needs_one_server
from tests.waiting import eventually, waiting_for_locks

pytestmark = pytest.mark.slow

DAY = "2026-05-04"
EACH = 60


@pytest.fixture
def database_of_nobody(server_url: str, worker_id: str) -> Iterator[str]:
    """A database on which nobody has started anything yet."""
    yield from fresh_database(server_url, f"test_{worker_id}_races")


def import_at_once(books: Books, documents: list[Body]) -> list[Body]:
    """Import invoices on a connection of one's own; what is told of each."""
    told: list[Body] = []

    def work(tx: Transaction) -> None:
        told.clear()
        tx.enter(books.org.organization_id)
        load(tx, FILE_KINDS["invoices"], map(to_json, documents), tell)

    def tell(entry: Entry) -> None:
        assert entry.is_good, entry.faults
        told.append(entry.result)

    with closing(opened(books.service.url, pool_size=1)) as database:
        database.run_as_owner(work)
    return told


def test_imports_at_once_leave_neither_gap_nor_duplicate_and_stock_is_right(
    service: Service, operator: Operator
) -> None:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    books.load("items", *({"name": name, "trackInventory": True, "sellingPrice": 1} for name in "ABC"))

    def file(names: str) -> list[Body]:
        lines = [{"item": name, "quantity": 1} for name in names]
        return [{"customer": "Acme", "invoiceDate": DAY, "status": "SENT", "lines": lines}] * EACH

    with ThreadPoolExecutor(3) as pool:
        told = list(pool.map(lambda names: import_at_once(books, file(names)), ["ABC", "CBA", "BCA"]))
    numbers = [row["number"] for rows in told for row in rows]
    assert sorted(numbers) == [f"INV-{n:05d}" for n in range(1, 3 * EACH + 1)]
    assert [row["quantityOnHand"] for row in books.org.read("/inventory")] == [-3 * EACH] * 3
    assert books.differences() == []


@pytest.mark.parametrize("elsewhere", [False, True], ids=["where they lay", "where none was"])
def test_a_file_and_an_invoice_of_the_same_goods_in_the_other_order_do_not_deadlock(
    elsewhere: bool, service: Service, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "MOST_BATCH_ENTRIES", 1)
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    customer = books.org.read("/customers")[0]["id"]
    books.load("items", *({"name": name, "trackInventory": True, "sellingPrice": 1} for name in "AB"))
    for item in books.org.read("/items"):
        books.org.make("/stock-adjustments", {"itemId": item["id"], "quantity": 9, "unitCost": 1})
    where = (
        {"warehouseId": books.org.make("/warehouses", {"code": "W2", "name": "Second"})["id"]}
        if elsewhere
        else {}
    )
    # Positions are locked in the order of their variants; the file goes the other way.
    moved = sorted(books.org.read("/inventory"), key=itemgetter("itemVariantId"))
    lines = [{"itemId": row["itemId"], "quantity": 1} for row in moved]
    sold = {"customerId": customer, "invoiceDate": DAY, "status": "SENT"} | where
    asked: list[Future[int]] = []
    begun, retries = [], []
    monkeypatch.setattr(app.postgres.database.RETRIES, "add", retries.append)

    def work(tx: Transaction) -> None:
        begun.append("the file")
        load(tx, FILE_KINDS["invoices"], [to_json(sold | {"lines": [line]}) for line in lines[::-1]], tell)

    def tell(entry: Entry) -> None:
        assert entry.is_good, entry.faults
        if entry.line == 1:
            asked.append(pool.submit(lambda: books.org.post("/invoices", sold | {"lines": lines}).status_int))
            assert eventually(lambda: waiting_for_locks(service) == 1, 10)

    with ThreadPoolExecutor(1) as pool:
        books.as_owner(work)
        assert [future.result() for future in asked] == [201]
    assert (begun, retries) == (["the file"], [])
    assert books.differences() == []


def test_a_credit_note_waits_for_the_void_of_its_invoice(service: Service, operator: Operator) -> None:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    lines = [{"description": "Work", "quantity": 1, "rate": 100}]
    sent = {"customer": "Acme", "invoiceDate": DAY, "status": "SENT", "lines": lines}
    (told,) = books.load("invoices", sent)
    voided = threading.Event()

    def void(tx: Transaction) -> None:
        tx.execute("invoices.void", id=told["id"])
        voided.set()
        wait_for_another(tx)

    note = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "lines": lines}
    with ThreadPoolExecutor(1) as pool:
        voiding = pool.submit(books.as_owner, void)
        assert voided.wait(10)
        result = books.run("credit-notes", note | {"invoiceId": told["id"]})
        voiding.result()
    assert result.exit_code == 2
    assert result.stderr.startswith("-:1: invoiceId: The invoice is VOID; ")


def test_parts_of_one_line_at_once_give_back_its_discount_once(service: Service, operator: Operator) -> None:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    lines = [{"description": "Work", "quantity": 2, "rate": 80, "discount": 0.01}]
    invoice = books.one(
        "invoices", {"customer": "Acme", "invoiceDate": DAY, "status": "SENT", "lines": lines}
    )
    part = {"quantity": 1, "originalInvoiceItemId": invoice["lines"][0]["id"]}
    note = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "lines": [part]}
    loaded = threading.Event()

    def load_slowly(tx: Transaction) -> None:
        load(tx, FILE_KINDS["credit-notes"], [to_json(note)], lambda entry: None)
        loaded.set()
        wait_for_another(tx)

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(books.as_owner, load_slowly)
        assert loaded.wait(10)
        second = books.one("credit-notes", note)
        first.result()
    assert second["items"][0]["discount"] == 0
    assert sum(row["total"] for row in books.org.read("/credit-notes")) == invoice["total"]


def wait_for_another(tx: Transaction) -> None:
    """Wait until another session waits for this transaction."""
    until = time.monotonic() + 10
    while not tx.all("imported.waiting_for_me")[0]["sessions"]:
        assert time.monotonic() < until
        time.sleep(0.01)


@needs_one_server(
    "Citus has one transaction at a time write to organizations, of which every node has a copy"
)
def test_a_demonstration_does_not_wait_for_another_that_is_being_filled(
    database_of_nobody: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filling, another_is_there = threading.Event(), threading.Event()

    def fill_slowly(tx: Transaction, today: date, advance: Advance) -> Journal:
        journal = fill(tx, today, advance)
        if not filling.is_set():
            filling.set()
            assert another_is_there.wait(60)
        return journal

    monkeypatch.setattr(demo, "fill", fill_slowly)
    newcomer = Operator(database_of_nobody)
    with ThreadPoolExecutor(1) as pool, closing(opened(database_of_nobody, pool_size=1)) as database:
        # The runner of commands is not for two threads: what the first does is what the command does.
        large = pool.submit(start, database, "demo-large")
        large.add_done_callback(lambda _: filling.set())
        assert filling.wait(60)
        try:
            assert newcomer.make("demo", "--org", "demo-small")["made"]
            assert demo.ensure_demo(database_of_nobody, tmp_path / "demo-token")
        finally:
            another_is_there.set()
        assert large.result()["made"]
    assert newcomer.make("demo", "--org", "demo-large")["made"] is False
    assert newcomer.look("people.client", id="demo")


def start(database: Database, slug: str) -> Body:
    database.run_as_owner(lambda tx: demo._make_user(tx, slug))
    new = new_id("org")
    return database.run_as_owner(lambda tx: demo._enter_demonstration(tx, slug, new))


@pytest.mark.parametrize("locks", [{}, {"operators.lock_demonstration": "SELECT %(slug)s::text"}])
def test_of_two_demonstrations_of_one_slug_at_once_one_is_made(
    locks: dict[str, str], database_of_nobody: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the lock is not known to the other, as on two nodes of a cluster."""
    monkeypatch.setattr(demo, "fill", lambda *_: time.sleep(0.3))

    def make(database: Database) -> bool:
        return bool(start(database, "demo-twice")["made"])

    with ExitStack() as stack, ThreadPoolExecutor(2) as pool:
        databases = [stack.enter_context(closing(opened(database_of_nobody, pool_size=1))) for _ in "12"]
        start(databases[0], "demo-first")
        for each in databases:
            each.queries = each.queries | locks
        assert sorted(pool.map(make, databases)) == [False, True]
