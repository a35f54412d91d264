"""The books that `make bench-scale` measures: copies made in the tables tie as imported books do."""

from collections.abc import Iterator

import psycopg
import pytest

from bench.copies import copy_organization
from bench.multiples import multiply_organization
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.operators.demonstration import Demonstration
from tests.selling import body
from tests.shards import needs_one_server

pytestmark = [pytest.mark.slow, needs_one_server("the bench of sizes copies rows in the tables of one")]

SLUG = "demo-multiplied"
INVOICES, TIMES = 100, 5
LISTS = (
    "customers",
    "vendors",
    "items",
    "expenses",
    "quotes",
    "invoices",
    "credit-notes",
    "payments-received",
    "bills",
)


@pytest.fixture(scope="module")
def url(server_url: str, worker_id: str) -> Iterator[str]:
    yield from fresh_database(server_url, f"test_{worker_id}_multiplied")


@pytest.fixture(scope="module")
def counted_before(url: str) -> dict[str, int]:
    return totals(Demonstration(Operator(url), SLUG, "--invoices", str(INVOICES)))


@pytest.fixture(scope="module")
def multiplied(url: str, counted_before: dict[str, int]) -> Demonstration:
    multiply_organization(url, SLUG, TIMES - 1)
    return Demonstration(Operator(url), SLUG)


def totals(books: Demonstration) -> dict[str, int]:
    """Return the total of each list."""
    return {name: books.client.get(f"/{name}?limit=1").json["meta"]["total"] for name in LISTS}


def entries(url: str) -> dict[str, int]:
    """Return the number of trail entries and events of each organization."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            """SELECT o.slug, (SELECT count(*) FROM trail t WHERE t.organization_id = o.id)
                   + (SELECT count(*) FROM events e WHERE e.organization_id = o.id)
               FROM organizations o"""
        )
        return dict(found.fetchall())


def test_there_is_so_many_times_as_much_and_the_books_tie(
    multiplied: Demonstration, counted_before: dict[str, int]
) -> None:
    assert totals(multiplied) == {name: TIMES * count for name, count in counted_before.items()}
    assert multiplied.differences() == []


def test_each_copy_has_numbers_and_names_of_its_own(multiplied: Demonstration) -> None:
    invoices = [row["invoiceNumber"] for row in multiplied.all("/invoices")]
    customers = [row["displayName"] for row in multiplied.all("/customers")]
    assert len(set(invoices)) == len(invoices)
    assert len(set(customers)) == len(customers)


def test_a_copy_names_what_was_copied_with_it(multiplied: Demonstration) -> None:
    newest = max(row["id"] for row in multiplied.all("/invoices"))
    invoice = multiplied.client.read(f"/invoices/{newest}")
    of_copy = f"{TIMES - 1:010}"
    named = [invoice["customerId"], *(line["itemId"] for line in invoice["lines"] if line["itemId"])]
    assert {id[-20:-10] for id in (newest, *named)} == {of_copy}


def test_it_goes_on_as_any_other(url: str, multiplied: Demonstration) -> None:
    newest, before = multiplied.all("/invoices")[0], entries(url)
    day = newest["invoiceDate"][:10]
    made = multiplied.client.make("/invoices", body(newest["customerId"], invoiceDate=day, status="SENT"))
    assert made["status"] == "SENT"
    assert entries(url)[SLUG] > before[SLUG]
    assert multiplied.differences() == []


def test_organizations_alike_tie_too_and_have_no_trail(url: str, multiplied: Demonstration) -> None:
    before = entries(url)
    copy_organization(url, SLUG, 2)
    assert entries(url) == before | {f"{SLUG}-1": 0, f"{SLUG}-2": 0}
    assert Demonstration(Operator(url), f"{SLUG}-2").differences() == []
