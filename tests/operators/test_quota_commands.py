"""`quota set` and `quota show`, and files beyond a quota."""

from collections.abc import Iterator

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Books
from tests.selling import body, customer
from tests.service import Client, Service

WORK = {"description": "Work", "quantity": 1, "rate": 100, "taxRatePercent": 18}


@pytest.fixture
def default(operator: Operator) -> Iterator[None]:
    """Take back the quotas of all organizations after the test."""
    yield
    operator.make("quota", "set", "--records", "off", "--lines", "off")


def makes(org: Client, number: int) -> int:
    return org.post("/customers", {"displayName": f"Customer {number}"}).status_int


def test_nothing_is_limited_unless_an_operator_says_so(operator: Operator, org: Client) -> None:
    assert operator.make("quota", "show") == {"org": None, "records": None, "lines": None}
    shown = operator.make("quota", "show", "--org", org.slug)
    assert (shown["records"], shown["lines"]) == (None, None)


@pytest.mark.usefixtures("default")
def test_what_holds_for_all_holds_where_nothing_is_said_of_one(operator: Operator, service: Service) -> None:
    org, other = service.organization(), service.organization()
    operator.make("quota", "set", "--records", "1")
    operator.make("quota", "set", "--org", other.slug, "--records", "2")
    assert [makes(org, number) for number in range(2)] == [201, 409]
    assert [makes(other, number) for number in range(3)] == [201, 201, 409]
    told = operator.make("quota", "set", "--org", other.slug, "--records", "off")
    assert told == {"org": other.slug, "records": 1, "lines": None}
    operator.make("quota", "set", "--records", "off")
    assert [makes(org, 2), makes(other, 4)] == [201, 201]


def test_what_is_not_named_stays(operator: Operator, org: Client) -> None:
    operator.make("quota", "set", "--org", org.slug, "--records", "5", "--lines", "7")
    told = operator.make("quota", "set", "--org", org.slug, "--lines", "8")
    assert told == {"org": org.slug, "records": 5, "lines": 8}


def test_what_an_organization_has_is_told_beside_it(operator: Operator, org: Client) -> None:
    org.make("/invoices", body(customer(org), WORK, WORK))
    has = operator.make("quota", "show", "--org", org.slug)["has"]
    assert (has["customers"], has["invoices"], has["invoice_lines"]) == (1, 1, 2)
    said = operator.run("quota", "show", "--org", org.slug).stdout.splitlines()
    assert said[0] == (
        f"The organization {org.slug} may have any number of records and any number of lines of each kind."
    )
    assert "           2 invoice lines" in said


@pytest.mark.parametrize("words", [(), ("--records", "-1"), ("--records", "many"), ("--lines", "1" * 17)])
def test_what_is_no_number_is_refused(words: tuple[str, ...], operator: Operator) -> None:
    operator.refused("quota", "set", *words)


@pytest.mark.parametrize("words", [(), ("--dry-run",)])
def test_a_file_beyond_a_quota_is_refused_as_a_whole(
    words: tuple[str, ...], books: Books, operator: Operator
) -> None:
    operator.make("quota", "set", "--org", books.slug, "--records", "2")
    named = [{"displayName": f"Customer {number}"} for number in range(3)]
    result = books.run("customers", *named, words=words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Error: The organization may have at most 2 customers.\n" in result.stderr
    assert books.org.get("/customers").json["meta"]["total"] == 0
    assert len(books.load("customers", *named[:2])) == 2
