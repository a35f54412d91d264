"""Returns of the demonstration's year: each month of each registration is filed whole, and ties with the books."""

from datetime import date
from typing import Any

import pytest

from tests.operators.commands import Operator
from tests.operators.demonstration import Demonstration

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def year(database_url: str) -> Demonstration:
    return Demonstration(Operator(database_url), "demo-returns")


@pytest.fixture(scope="module")
def months(year: Demonstration) -> list[str]:
    """The twelve months up to that of the last invoice."""
    last = date.fromisoformat(max(each["invoiceDate"] for each in year.all("/invoices"))[:10])
    counted = [last.year * 12 + last.month - 1 - back for back in range(12)]
    return [f"{month // 12}-{month % 12 + 1:02}" for month in counted]


def read(year: Demonstration, path: str, month: str, registration: Any) -> Any:
    return year.client.read(f"/gst/{path}?period={month}&registrationId={registration['id']}")


def test_every_month_of_every_registration_is_filed_without_a_problem(
    year: Demonstration, months: list[str]
) -> None:
    told = [
        (month, path, problem)
        for registration in year.client.read("/registrations")
        for month in months
        for path in ("gstr-1", "gstr-3b")
        for problem in read(year, path, month, registration)["problems"]
    ]
    assert told == []


def test_every_summary_equals_the_books(year: Demonstration, months: list[str]) -> None:
    seen: set[str] = set()
    for registration in year.client.read("/registrations"):
        for month in months:
            summary = read(year, "gstr-1/summary", month, registration)
            assert summary["difference"] == 0, (month, summary)
            documents = sum(section["documents"] for section in summary["sections"])
            assert documents == summary["books"]["documents"] > 0
            seen |= {section["section"] for section in summary["sections"] if section["documents"]}
    assert seen >= {"b2b", "b2cs", "exp", "cdnr", "nil"}
