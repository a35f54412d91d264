"""A cluster goes back to a moment, from base backups of its nodes and their archives."""

import psycopg
import pytest

from tests.deployment.base_backups import ARCHIVING, BaseBackup
from tests.deployment.citus import clustered
from tests.deployment.on_citus.shops import assert_the_books_tie, service_on, shop_on
from tests.operators.commands import Operator


def test_all_nodes_go_back_to_one_restore_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_POOLER", "citus")
    with clustered(**ARCHIVING) as cluster:
        nodes = [cluster.coordinator, *cluster.workers]
        with service_on(cluster.url) as service:
            shops = [shop_on(service, cluster, worker) for worker in cluster.workers]
            backups = [BaseBackup(node) for node in nodes]
            before = [shop.invoice() for shop in shops]
            _restore_point(cluster.url, "closing")
            after = [shop.invoice() for shop in shops]
            for node in nodes:
                node.archive()
                node.kill()
            for backup in backups:
                backup.restore("closing")
            for shop, there, gone in zip(shops, before, after, strict=True):
                assert shop.org.get(f"/invoices/{there}").status_int == 200
                assert shop.org.get(f"/invoices/{gone}").status_int == 404
                assert shop.org.read(f"/invoices/{shop.invoice()}")["invoiceNumber"].endswith("2")
                assert_the_books_tie(Operator(cluster.url), shop)


def _restore_point(url: str, name: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT citus_create_restore_point(%s)", [name])
