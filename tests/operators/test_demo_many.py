"""`demo --invoices`: as many invoices more, with the goods and the money that belong to them."""

from collections import Counter

import pytest

from tests.operators.commands import Operator
from tests.operators.demonstration import Demonstration

pytestmark = pytest.mark.slow

FEW = 120


@pytest.fixture(scope="module")
def small(database_url: str) -> Demonstration:
    return Demonstration(Operator(database_url), "demo-without")


@pytest.fixture(scope="module")
def large(database_url: str) -> Demonstration:
    return Demonstration(Operator(database_url), "demo-with", "--invoices", str(FEW))


def test_so_many_invoices_are_added_and_the_books_tie(small: Demonstration, large: Demonstration) -> None:
    assert len(large.all("/invoices")) == len(small.all("/invoices")) + FEW
    assert large.differences() == []


def test_they_have_five_lines_each(large: Demonstration) -> None:
    counts = Counter(len(invoice["lines"]) for invoice in large.each("/invoices"))
    assert counts[5] >= FEW


def test_they_are_spread_over_the_year_and_mostly_paid(small: Demonstration, large: Demonstration) -> None:
    added = Counter(row["status"] for row in large.all("/invoices"))
    added.subtract(row["status"] for row in small.all("/invoices"))
    assert sum(added.values()) == FEW
    assert added["PAID"] > FEW / 2
    assert added["SENT"] and added["OVERDUE"]
    months = {invoice["invoiceDate"][:7] for invoice in large.all("/invoices")}
    assert len(months) >= 12


def test_what_they_sell_was_bought(large: Demonstration) -> None:
    assert large.rows("least_on_hand")[0]["least"] >= 0


def test_a_second_run_adds_none(large: Demonstration) -> None:
    before = len(large.all("/invoices"))
    again = large.operator.make("demo", "--org", "demo-with", "--invoices", "50")
    assert again["made"] is False
    assert len(large.all("/invoices")) == before
    said = large.operator.run("demo", "--org", "demo-with", "--invoices", "50").stdout
    assert "No invoices were added" in said
