"""`import` as a command: files, names, endings."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.config import ROOT
from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.record_import import CUSTOMER_IMPORT
from app.postgres.database import Transaction, TryAgain
from app.stock.movements import LockedPositions
from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.service import Service

DAY = "2026-05-04"
QUOTE = {"customer": "Acme", "quoteDate": DAY, "lines": [{"description": "Work", "quantity": 1, "rate": 1}]}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    return books


def test_a_file_is_read_and_named_in_what_is_wrong_with_it(books: Books, tmp_path: Path) -> None:
    file = tmp_path / "quotes.ndjson"
    # A byte order mark, blank lines, line ends of Windows, none at the end.
    file.write_bytes(
        b"\xef\xbb\xbf" + json.dumps(QUOTE).encode() + b"\r\n\r\n  \n" + json.dumps(QUOTE).encode()
    )
    result = books.operator.run("import", "quotes", str(file), "--org", books.slug)
    assert (result.exit_code, result.stdout) == (0, f"Imported 2 quotes into {books.slug}.\n")
    file.write_text('{"customer": "Acme"\n\n{}\n')
    result = books.operator.run("import", "quotes", str(file), "--org", books.slug)
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert lines[0].startswith(f"{file}:1: body: Is not JSON")
    assert f"{file}:3: customerId: This field is required." in lines
    assert lines[-1] == "Nothing was imported: 2 lines are not right."


def test_with_json_each_document_is_told_by_line_id_and_number(books: Books) -> None:
    result = books.run("quotes", QUOTE, "", QUOTE | {"quoteNumber": "Q"}, words=("--json",))
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["line"], row["number"]) for row in told] == [(1, "QT-00001"), (3, "Q")]
    assert [books.org.read(f"/quotes/{row['id']}")["quoteNumber"] for row in told] == ["QT-00001", "Q"]


def test_a_dry_run_with_json_tells_numbers_without_ids(books: Books) -> None:
    result = books.run("quotes", QUOTE, words=("--json", "--dry-run"))
    assert json.loads(result.stdout) == {"line": 1, "id": None, "number": "QT-00001", "dryRun": True}
    assert books.org.read("/quotes") == []


@pytest.mark.parametrize(
    ("kind", "line", "one", "two"),
    [
        ("warehouses", {"name": "W"}, "1 warehouse", "2 warehouses"),
        (
            "sales-orders",
            {"customer": "Acme", "orderDate": DAY, "lines": QUOTE["lines"]},
            "1 sales order",
            "2 sales orders",
        ),
        (
            "payments-received",
            {"customer": "Acme", "paymentDate": DAY, "amount": 1},
            "1 payment received",
            "2 payments received",
        ),
        ("stock", {"item": "Rod", "quantity": 1}, "1 stock line", "2 stock lines"),
    ],
)
def test_what_was_imported_is_counted_in_words(
    books: Books, kind: str, line: Body, one: str, two: str
) -> None:
    books.load("items", {"name": "Rod", "trackInventory": True})
    codes = [{"code": str(number)} if kind == "warehouses" else {} for number in range(3)]
    lines = [line | code for code in codes]
    assert books.run(kind, lines[0]).stdout == f"Imported {one} into {books.slug}.\n"
    assert books.run(kind, *lines[1:]).stdout == f"Imported {two} into {books.slug}.\n"
    assert (
        books.run("customers", words=("--dry-run",)).stdout
        == f"Would import 0 customers into {books.slug}.\n"
    )


def test_a_pipe_is_read_like_a_file(books: Books, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(json.dumps(QUOTE) + "\n",))
    writer.start()
    result = books.operator.run("import", "quotes", str(pipe), "--org", books.slug)
    writer.join()
    assert (result.exit_code, result.stdout) == (0, f"Imported 1 quote into {books.slug}.\n")


def test_an_empty_file_is_no_trouble(books: Books) -> None:
    assert books.run("quotes").stdout == f"Imported 0 quotes into {books.slug}.\n"


def test_what_cannot_be_done_ends_with_its_own_status(books: Books) -> None:
    missing = books.operator.run("import", "quotes", "/no/such/file", "--org", books.slug)
    assert (missing.exit_code, missing.stderr) == (
        1,
        "Error: /no/such/file cannot be read: No such file or directory.\n",
    )
    assert "no-such-org" in books.operator.refused("import", "quotes", "-", "--org", "no-such-org", stdin="")
    assert "spoons" in books.operator.refused("import", "spoons", "-", "--org", books.slug, stdin="")


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--json",)])
def test_what_was_imported_is_not_taken_for_undone_where_it_cannot_be_printed(
    books: Books, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = tmp_path / "quotes.ndjson"
    file.write_text(json.dumps(QUOTE) + "\n")
    command = [sys.executable, "-m", "app", "import", "quotes", str(file), "--org", books.slug, *words]
    environment = os.environ | {"DATABASE_URL": books.service.url}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "Error: It was done, but cannot be printed: No space left on device.\n"
    assert len(books.org.read("/quotes")) == 1


class Stumbling:
    """Customers whose first batch meets a deadlock."""

    schema = CUSTOMER_IMPORT.schema
    moves_goods = CUSTOMER_IMPORT.moves_goods
    falls = 1

    def load(self, tx: Transaction, entries: Sequence[Entry], held: LockedPositions) -> None:
        CUSTOMER_IMPORT.load(tx, entries, held)
        if self.falls:
            self.falls -= 1
            raise TryAgain


def test_a_file_that_begins_anew_is_loaded_and_told_once(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FILE_KINDS, "customers", Stumbling())
    told = books.load("customers", {"displayName": "Late"})
    assert [row["id"] for row in books.org.read("/customers?q=Late")] == [row["id"] for row in told]


def test_documents_of_another_organization_are_unknown(
    books: Books, service: Service, operator: Operator
) -> None:
    other = Books(service, operator)
    (stranger,) = other.load("customers", {"displayName": "Stranger"})
    by_id = {"customer": None, "customerId": stranger["id"]}
    assert books.refused("quotes", QUOTE | {"customer": "Stranger"}, QUOTE | by_id) == [
        "1: customer: There is no customer Stranger.",
        "2: customerId: Names no record of this organization.",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        "NaN",
        '{"customer": "\\ud800"}',
        '"text"',
        "1" * 5_000,
        '{"customer": "a\\u0000", "lines": {}}',
        "\x00",
    ],
)
def test_a_hostile_line_is_only_a_bad_line(books: Books, line: str) -> None:
    faults = books.refused("quotes", QUOTE, line, QUOTE)
    assert {fault.partition(":")[0] for fault in faults} == {"2"}


def test_a_name_cannot_forge_a_line_of_the_report(books: Books) -> None:
    forged = QUOTE | {"customer": "x\n-:7: customer: Is wrong"}
    assert books.refused("quotes", forged) == ["1: customer: There is no customer x -:7: customer: Is wrong."]


def test_a_line_that_is_not_utf_8_is_only_a_bad_line(books: Books) -> None:
    result = books.operator.run("import", "quotes", "-", "--org", books.slug, stdin=b'{"customer": "\xff"}\n')
    assert (result.exit_code, result.stderr[:4]) == (2, "-:1:")
