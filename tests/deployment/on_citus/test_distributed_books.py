"""A database with books in it becomes a cluster."""

from collections.abc import Iterator

import pytest

from tests.deployment.citus import Citus, joined, programs_with_citus
from tests.deployment.on_citus.shops import assert_the_trail_holds, service_on
from tests.operators.commands import Operator
from tests.service import Client

# Asked before and after.
READ = ("/me", "/customers", "/items", "/invoices", "/bills", "/payments-received", "/dashboard/receivables")


@pytest.fixture
def single() -> Iterator[Citus]:
    if programs_with_citus() is None:
        pytest.skip("no PostgreSQL here has Citus")
    with joined() as cluster:
        yield cluster


def test_books_that_are_there_go_on_on_a_worker(single: Citus, monkeypatch: pytest.MonkeyPatch) -> None:
    operator = Operator(single.url)
    token = operator.make("demo")["token"]
    with service_on(single.url, "") as service:
        client = Client(service.app, token)
        number = sell_again(client)
        read = [client.read(path) for path in READ]
    entries = operator.trail("demo")
    single.distribute()
    monkeypatch.setenv("DATABASE_POOLER", "citus")
    with service_on(single.url) as service:
        client = Client(service.app, token)
        assert [client.read(path) for path in READ] == read
        assert sell_again(client) == f"{number[:-4]}{int(number[-4:]) + 1:04}"
    assert operator.trail("demo")[: len(entries)] == entries
    assert_the_trail_holds(operator, "demo")


def sell_again(client: Client) -> str:
    """Make the newest invoice once more; its number."""
    newest = client.read(f"/invoices/{client.read('/invoices')[0]['id']}")
    of_line = ("itemId", "itemVariantId", "quantity", "rate")
    body = {key: newest[key] for key in ("customerId", "invoiceDate", "dueDate")}
    body["lines"] = [{key: line[key] for key in of_line} for line in newest["lines"]]
    made = client.make("/invoices", {**body, "status": "SENT"})
    return str(client.read(f"/invoices/{made['id']}")["invoiceNumber"])
