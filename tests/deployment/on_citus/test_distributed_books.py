"""The books of one server move to a cluster."""

from pathlib import Path

import pytest

from app.postgres.migrations import migrate
from tests.deployment.citus import joined
from tests.deployment.on_citus.shops import assert_the_trail_holds, service_on
from tests.operators.commands import Operator
from tests.service import Client

# Asked before and after.
READ = ("/me", "/customers", "/items", "/invoices", "/bills", "/payments-received", "/dashboard/receivables")


def test_books_of_one_server_go_on_on_a_cluster(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with joined() as cluster:
        cluster.coordinator.ask("CREATE DATABASE single")
        single = cluster.coordinator.url("single")
        migrate(single)
        token = Operator(single).make("demo")["token"]
        with service_on(single, "") as service:
            client = Client(service.app, token)
            number = sell_again(client)
            read = [client.read(path) for path in READ]
        entries = Operator(single).trail("demo")
        Operator(cluster.url).make(
            "restore", "--from", Operator(single).make("backup", "--to", str(tmp_path))["manifest"]
        )
        cluster.distribute()
        monkeypatch.setenv("DATABASE_POOLER", "citus")
        with service_on(cluster.url) as service:
            client = Client(service.app, token)
            assert [client.read(path) for path in READ] == read
            assert sell_again(client) == f"{number[:-4]}{int(number[-4:]) + 1:04}"
        assert Operator(cluster.url).trail("demo")[: len(entries)] == entries
        assert_the_trail_holds(Operator(cluster.url), "demo")


def sell_again(client: Client) -> str:
    """Make the newest invoice once more; its number."""
    newest = client.read(f"/invoices/{client.read('/invoices')[0]['id']}")
    of_line = ("itemId", "itemVariantId", "quantity", "rate")
    body = {key: newest[key] for key in ("customerId", "invoiceDate", "dueDate")}
    body["lines"] = [{key: line[key] for key in of_line} for line in newest["lines"]]
    made = client.make("/invoices", {**body, "status": "SENT"})
    return str(client.read(f"/invoices/{made['id']}")["invoiceNumber"])
