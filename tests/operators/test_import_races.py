"""Imports at the same moment as other work on the same books."""

import os
import pty
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from app.config import ROOT
from app.database import Database, Transaction
from app.importing.entries import Entry
from app.importing.kinds import KINDS
from app.importing.loading import load
from app.wire import to_json
from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.service import Service

DAY = "2026-05-04"
EACH = 60


def import_at_once(books: Books, documents: list[Body]) -> list[Body]:
    """Import invoices on a connection of one's own; what is told of each."""
    told: list[Body] = []

    def work(tx: Transaction) -> None:
        told.clear()
        tx.enter(books.org.organization_id)
        load(tx, KINDS["invoices"], map(to_json, documents), tell)

    def tell(entry: Entry) -> None:
        assert entry.is_good, entry.faults
        told.append(entry.result)

    with closing(Database(books.service.url, pool_size=1)) as database:
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
        until = time.monotonic() + 10
        while not tx.all("imported.waiting_for_me")[0]["sessions"]:
            assert time.monotonic() < until
            time.sleep(0.01)

    note = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "lines": lines}
    with ThreadPoolExecutor(1) as pool:
        voiding = pool.submit(books.as_owner, void)
        assert voided.wait(10)
        result = books.run("credit-notes", note | {"invoiceId": told["id"]})
        voiding.result()
    assert result.exit_code == 2
    assert result.stderr.startswith("-:1: invoiceId: The invoice is VOID; ")


def test_a_terminal_shows_how_far_the_file_was_read(
    service: Service, operator: Operator, tmp_path: Path
) -> None:
    books = Books(service, operator)
    file = tmp_path / "customers.ndjson"
    file.write_text('{"displayName": "Acme"}\n' * 3)
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "app", "import", "customers", str(file), "--org", books.slug]
    environment = os.environ | {"DATABASE_URL": service.url, "TERM": "xterm"}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=end, check=True)
    os.close(end)
    shown = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert "100%" in shown
    assert done.stdout.decode() == f"Imported 3 customers into {books.slug}.\n"
