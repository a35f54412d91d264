"""Warnings of imported files as `import` prints them, by line, and refusals with `--strict`."""

import json
from typing import Any

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Books
from tests.service import Service

CUSTOMERS = [
    {"displayName": "Right"},
    {"displayName": "Wrong", "gstin": "27AAPFU0939F1ZX", "pan": "AAPFU"},
]
LINE = {"description": "Work", "quantity": 1, "rate": 100, "taxRatePercent": 13, "unit": "heap"}
INVOICE = {"customer": "Acme", "invoiceDate": "2026-05-04", "lines": [LINE | {"unit": "PCS"}, LINE]}
FIELDS = ["lines.0.taxRatePercent", "lines.1.unit", "lines.1.taxRatePercent"]


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    made = Books(service, operator)
    made.org.make("/customers", {"displayName": "Acme"})
    return made


def fields_told(text: str) -> list[tuple[str, str]]:
    """The line and the field of each report, without the sentence at the end."""
    return [(line, field.strip()) for _, line, field, *_ in (row.split(":") for row in text.splitlines())]


def test_records_that_look_wrong_are_loaded_and_told_by_their_lines(books: Books) -> None:
    result = books.run("customers", *CUSTOMERS)
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "-:2: gstin: warning: Its last character should be V: one of the others may be misspelt.",
        "-:2: pan: warning: Is no PAN: five letters, four digits and a letter.",
    ]
    assert result.stdout.startswith("Imported 2 customers")
    assert len(books.org.read("/customers")) == 3


def test_documents_that_look_wrong_are_loaded_and_told_by_their_lines(books: Books) -> None:
    result = books.run(
        "invoices", INVOICE | {"lines": [LINE | {"taxRatePercent": 18, "unit": "PCS"}]}, INVOICE
    )
    assert result.exit_code == 0
    assert fields_told(result.stderr) == [("2", field) for field in FIELDS]
    assert all(": warning: " in row for row in result.stderr.splitlines())


def test_json_has_the_warnings_of_each_line(books: Books) -> None:
    right, wrong = books.load("customers", *CUSTOMERS)
    assert "warnings" not in right
    assert [row["code"] for row in wrong["warnings"]] == ["gstin_check_character", "pan_malformed"]
    assert set(wrong["warnings"][0]) == {"code", "field", "message"}
    (invoice,) = books.load("invoices", INVOICE)
    assert [row["field"] for row in invoice["warnings"]] == FIELDS


def test_a_dry_run_tells_them_and_loads_nothing(books: Books) -> None:
    result = books.run("invoices", INVOICE, words=("--dry-run", "--json"))
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)["warnings"]) == 3
    assert books.org.read("/invoices") == []


@pytest.mark.parametrize(("kind", "documents"), [("customers", CUSTOMERS), ("invoices", [INVOICE])])
def test_strict_takes_them_for_faults_and_loads_nothing(
    books: Books, kind: str, documents: list[dict[str, Any]]
) -> None:
    told = books.run(kind, *documents, words=("--dry-run",)).stderr.replace("warning: ", "").splitlines()
    before = books.counts()
    result = books.run(kind, *documents, words=("--strict",))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [*told, "Nothing was imported: 1 line is not right."]
    assert books.counts() == before


def test_strict_loads_a_file_that_looks_right(books: Books) -> None:
    assert books.run("customers", {"displayName": "Right"}, words=("--strict",)).exit_code == 0
