"""`report …`: the rows of reports as CSV, as over HTTP."""

import csv
from io import StringIO
from pathlib import Path

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Books
from tests.service import Service

MAY = ("--from", "2026-05-01", "--to", "2026-05-31")


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    lines = [{"description": "Desk", "hsnOrSac": "9403", "unit": "PCS", "quantity": 2, "rate": 1000}]
    books.load(
        "invoices", {"customer": "Acme", "invoiceDate": "2026-05-04", "status": "SENT", "lines": lines}
    )
    return books


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (("sales", *MAY, "--by", "customer"), "sales?by=customer&from=2026-05-01&to=2026-05-31"),
        (("hsn", *MAY), "hsn?from=2026-05-01&to=2026-05-31"),
        (("tds", *MAY), "tds?from=2026-05-01&to=2026-05-31"),
        (("receivables",), "receivables"),
        (
            ("msme-dues", "--as-of", "2026-05-31", "--bank-rate", "6.5"),
            "msme-dues?asOf=2026-05-31&bankRatePercent=6.5",
        ),
    ],
    ids=["sales", "hsn", "tds", "receivables", "msme-dues"],
)
def test_a_report_is_what_the_api_answers_as_csv(
    words: tuple[str, ...], path: str, books: Books, tmp_path: Path
) -> None:
    headers = {"Authorization": f"Bearer {books.org.token}", "Accept": "text/csv"}
    answered = books.org.web.get(f"/api/v1/reports/{path}", headers=headers).body
    printed = books.operator.run("report", *words, "--org", books.slug)
    assert (printed.exit_code, printed.stdout_bytes) == (0, answered)
    file = tmp_path / "report.csv"
    books.operator.run("report", *words, "--org", books.slug, "--out", str(file))
    assert file.read_bytes() == answered


def test_sales_by_customer_tell_each_customer(books: Books) -> None:
    printed = books.operator.run("report", "sales", *MAY, "--by", "customer", "--org", books.slug).stdout
    (row,) = csv.DictReader(StringIO(printed))
    assert (row["name"], row["invoices"], float(row["taxableValue"])) == ("Acme", "1", 2000)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("sales", "--from", "2026-05-02", "--to", "2026-05-01", "--by", "day"), "--to"),
        (("hsn", "--from", "2026-05-01", "--to", "2027-05-02"), "--to"),
        (("sales", *MAY, "--by", "moon"), "--by"),
        (("msme-dues", "--bank-rate", "20.5"), "--bank-rate"),
        (("msme-dues", "--bank-rate", "NaN"), "--bank-rate"),
        (("msme-dues", "--bank-rate", "x"), "--bank-rate"),
    ],
)
def test_a_word_that_is_wrong_is_named(words: tuple[str, ...], named: str, books: Books) -> None:
    refused = books.operator.run("report", *words, "--org", books.slug)
    assert refused.exit_code == 2
    assert named in refused.stderr
