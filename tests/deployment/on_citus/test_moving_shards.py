"""Shards move from one worker to another while their organizations work."""

from concurrent.futures import ThreadPoolExecutor

import psycopg

from tests.deployment.citus import Citus
from tests.deployment.load import Load
from tests.deployment.on_citus.shops import assert_the_books_tie
from tests.operators.commands import Operator
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop
from tests.reliability.test_numbers_under_fire import assert_gapless
from tests.waiting import eventually


def test_a_shard_moves_while_its_organizations_sell(
    remote: Remote, cluster: Citus, shop: Shop, operator: Operator
) -> None:
    with Load(remote, shop) as load:
        load.await_writes()
        there = cluster.move(str(shop.org.organization_id))
        load.await_writes()
    assert cluster.holder(str(shop.org.organization_id)) is there
    assert_gapless(shop, "INVOICE", "INV-", len(load.numbers))
    assert_the_books_tie(operator, shop)
    # The newest come last in the trail, whichever worker wrote them.
    ids = [entry["id"] for entry in operator.trail(str(shop.org.slug), "--table", "invoices")]
    assert ids == sorted(ids)


def test_an_organization_gets_a_shard_of_its_own_while_it_sells(
    remote: Remote, cluster: Citus, shop: Shop, operator: Operator
) -> None:
    id = str(shop.org.organization_id)
    shared = cluster.shard(id)
    with Load(remote, shop) as load:
        load.await_writes()
        cluster.isolate(id)
        load.await_writes()
    assert cluster.shard(id) != shared
    assert_gapless(shop, "INVOICE", "INV-", len(load.numbers))
    assert_the_books_tie(operator, shop)


def test_while_a_shard_moves_its_organizations_are_read_and_writes_wait(cluster: Citus, shop: Shop) -> None:
    shop.customer()
    node, shard = cluster.holder(str(shop.org.organization_id)), cluster.shard(str(shop.org.organization_id))
    with psycopg.connect(node.url()) as mover, ThreadPoolExecutor(1) as pool:
        # As a move does for as long as it copies.
        mover.execute("SELECT lock_shard_metadata(7, ARRAY[%s::bigint])", [shard])
        writing = pool.submit(shop.customer)
        assert not eventually(writing.done, 1)
        assert len(shop.org.read("/customers")) == 2
        mover.rollback()
        assert writing.result(20)


def test_a_shard_that_has_moved_leaves_nothing_behind(cluster: Citus, shop: Shop) -> None:
    shop.customer()
    left, shard = cluster.holder(str(shop.org.organization_id)), cluster.shard(str(shop.org.organization_id))
    cluster.move(str(shop.org.organization_id))
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute("CALL citus_cleanup_orphaned_resources()")
    with psycopg.connect(left.url()) as connection:
        found = connection.execute(
            "SELECT to_regclass(%s), to_regclass(%s)", [f"trail_{shard}", f"shard_{shard}.trail"]
        )
        assert found.fetchone() == (None, None)
    # And back.
    cluster.move(str(shop.org.organization_id))
    assert len(shop.org.read("/customers")) == 2
    shop.customer()


def test_citus_plans_no_statement_of_a_caller(cluster: Citus, shop: Shop) -> None:
    shop.customer()
    node, shard = cluster.holder(str(shop.org.organization_id)), cluster.shard(str(shop.org.organization_id))
    with psycopg.connect(node.url()) as connection:
        connection.execute(f"SET search_path = shard_{shard}, public")
        found = connection.execute(
            "EXPLAIN SELECT * FROM invoice_records WHERE organization_id = 'x'"
        ).fetchall()
    assert not [line for (line,) in found if "Citus" in line]
