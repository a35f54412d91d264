"""The service and the operators' commands on a cluster of Citus."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import psycopg
import pytest

from app.postgres.migrations import MIGRATIONS, migrate
from tests.deployment.citus import SHARDS, Citus
from tests.deployment.load import Load
from tests.deployment.on_citus.shops import assert_the_books_tie, assert_the_trail_holds, shop_on
from tests.logins import Logins
from tests.operators.commands import Operator
from tests.postgresql import Node
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop
from tests.reliability.test_numbers_under_fire import assert_gapless
from tests.service import Service
from tests.waiting import eventually


def test_an_organization_sells_and_is_paid_on_either_worker(shop: Shop, operator: Operator) -> None:
    invoice = shop.invoice(100)
    paid = {"customerId": shop.customer_id, "amount": 100, "paymentDate": "2026-05-02", "mode": "CASH"}
    shop.org.make("/payments-received", paid | {"allocations": [{"invoiceId": invoice, "amount": 100}]})
    assert shop.org.read(f"/invoices/{invoice}")["status"] == "PAID"
    assert [row["id"] for row in shop.org.read("/invoices")] == [invoice]
    assert_the_books_tie(operator, shop)


def test_a_key_that_comes_twice_makes_one_invoice(shop: Shop) -> None:
    body = shop.invoice_body(100)
    made = [shop.org.post("/invoices", body, **{"Idempotency-Key": "once"}).json["data"]["id"] for _ in "12"]
    assert made[0] == made[1]
    assert len(shop.org.read("/invoices")) == 1


def test_organizations_know_nothing_of_each_other(service: Service, cluster: Citus) -> None:
    left, right = (shop_on(service, cluster, worker) for worker in cluster.workers)
    invoice = left.invoice(100)
    assert right.org.get(f"/invoices/{invoice}").status_int == 404
    assert right.org.read("/invoices") == []


def test_commands_make_and_load_an_organization(operator: Operator, cluster: Citus) -> None:
    held: set[Node] = set()
    for number in count():
        if held == set(cluster.workers):
            break
        slug = f"of-commands-{number}"
        held.add(cluster.holder(operator.organization(slug)))
        operator.member(slug, f"of-{number}@example.com")
        customers = operator.run("import", "customers", "--org", slug, "-", stdin='{"displayName": "Acme"}\n')
        assert customers.exit_code == 0, customers.output
        assert operator.run("check", "--org", slug).stdout == "The books tie.\n"


def test_goods_do_not_move_past_the_node_that_numbers_them(
    shop: Shop, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = json.dumps({"itemId": shop.item(), "quantity": 5, "unitCost": 80}) + "\n"
    load = ("import", "stock", "--org", str(shop.org.slug), "-")
    operator.make("warehouse", "create", "--org", str(shop.org.slug), "--code", "MAIN", "--name", "Main")
    monkeypatch.setenv("DATABASE_POOLER", "transaction")
    assert "outside the range" in operator.run(*load, stdin=line).output
    assert shop.org.read("/inventory") == []
    monkeypatch.setenv("DATABASE_POOLER", "citus")
    assert operator.run(*load, stdin=line).exit_code == 0
    assert_the_books_tie(operator, shop)


def test_numbers_have_no_gap_though_many_are_taken_at_once(remote: Remote, shop: Shop) -> None:
    with Load(remote, shop) as load:
        load.await_writes()
        load.await_writes()
    assert_gapless(shop, "INVOICE", "INV-", len(load.numbers))


def test_the_trail_tells_of_members_and_their_tokens_too(shop: Shop, operator: Operator) -> None:
    slug, email = str(shop.org.slug), f"{shop.org.organization_id}@example.org".lower()
    member = operator.member(slug, email)
    token = operator.make("token", "create", "--org", slug, "--email", email, "--scopes", "full")
    told = operator.trail(slug)
    assert [entry["id"] for entry in told] == sorted(entry["id"] for entry in told)
    assert told[0]["tableName"] == "organizations"
    last = [(entry["tableName"], entry["recordId"], entry["requestId"][:9]) for entry in told[-2:]]
    assert last == [("memberships", member, "operator:"), ("tokens", token["id"], "operator:")]
    assert shop.org.read("/audit?table=memberships")[0]["recordId"] == member
    assert_the_trail_holds(operator, slug)


def test_the_trail_tells_of_logins(service: Service, cluster: Citus, operator: Operator) -> None:
    logins = Logins(service)
    person = logins.person()
    assert logins.login(person, logins.client()).status_int == 201
    with psycopg.connect(cluster.url) as connection:
        found = connection.execute("SELECT slug FROM organizations WHERE id = %s", [person.organization_id])
        ((slug,),) = found.fetchall()
    kinds = [entry["after"]["kind"] for entry in operator.trail(slug, "--table", "tokens")]
    assert sorted(kinds) == ["access", "pat", "refresh"]
    assert_the_trail_holds(operator, slug)


def test_a_seal_waits_for_what_is_still_written_on_the_node(
    cluster: Citus, shop: Shop, operator: Operator
) -> None:
    slug = str(shop.org.slug)
    node = cluster.holder(str(shop.org.organization_id))
    with psycopg.connect(node.url()) as writer, ThreadPoolExecutor(1) as pool:
        writer.execute("SELECT nextval('trail_ids')")
        shop.customer()
        making = pool.submit(operator.make, "audit-seal", "--org", slug)
        assert not eventually(making.done, 1)
        # As a write to every node ends.
        writer.execute("PREPARE TRANSACTION 'under way'")
        assert not eventually(making.done, 1)
        with psycopg.connect(node.url(), autocommit=True) as other:
            other.execute("COMMIT PREPARED 'under way'")
        assert making.result(20)["entries"] > 2
    verified = operator.run("audit-verify", "--org", slug)
    assert verified.stdout == "Its seal holds, and every row is what the trail says.\n"


def test_a_first_quota_waits_for_who_writes_on_a_node(
    service: Service, cluster: Citus, operator: Operator
) -> None:
    node = cluster.workers[0]
    shop = shop_on(service, cluster, node)
    rename = "UPDATE customers SET display_name = 'Acme' WHERE organization_id = %s"
    with psycopg.connect(node.url()) as writer, ThreadPoolExecutor(1) as pool:
        # As a caller of the service does.
        writer.execute("SET citus.enable_manual_changes_to_shards = on")
        writer.execute(f"SET search_path = shard_{cluster.shard(str(shop.org.organization_id))}, public")
        writer.execute(rename, [shop.org.organization_id])
        setting = pool.submit(operator.make, "quota", "set", "--org", str(shop.org.slug), "--records", "1")
        assert not eventually(setting.done, 2)
        writer.rollback()
        setting.result(20)
    assert shop.org.post("/customers", {"displayName": "One more"}).status_int == 409


# A column, and a table that refers to others, as later releases may add them.
BADGES = """
    ALTER TABLE customers ADD COLUMN badge text;
    ALTER TABLE customers ADD CONSTRAINT customers_have_a_badge CHECK (badge <> '');
    CALL hash_columns('customers');
    CREATE TABLE badges (
        organization_id text NOT NULL REFERENCES organizations, id text NOT NULL, customer_id text NOT NULL,
        PRIMARY KEY (organization_id, id)
    );
    CALL tenant_table('badges');
    ALTER TABLE badges ADD FOREIGN KEY (organization_id, customer_id) REFERENCES customers;
"""
MAKE_A_BADGE = "INSERT INTO badges (organization_id, id, customer_id) VALUES (%s, 'one', %s)"


def test_a_migration_is_applied_and_the_trail_goes_on(
    service: Service, cluster: Citus, operator: Operator, tmp_path: Path
) -> None:
    shops = [shop_on(service, cluster, worker) for worker in cluster.workers]
    shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (tmp_path / "migrations" / "9999_badges.sql").write_text(BADGES)
    assert migrate(cluster.url, tmp_path / "migrations") == ["9999_badges"]
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        # This release does not know it.
        connection.execute("DELETE FROM schema_migrations WHERE version = '9999_badges'")
        for shop in shops:
            connection.execute(MAKE_A_BADGE, [shop.org.organization_id, shop.customer_id])
    cluster.equip_workers()
    for shop in shops:
        shop.customer()
        assert_the_trail_holds(operator, str(shop.org.slug))
        assert operator.trail(str(shop.org.slug), "--table", "badges")[0]["recordId"] == "one"
        with psycopg.connect(cluster.holder(str(shop.org.organization_id)).url()) as connection:
            connection.execute(
                f"SET search_path = shard_{cluster.shard(str(shop.org.organization_id))}, public"
            )
            connection.execute("SELECT badge FROM customers")
            assert connection.execute("SELECT id FROM badges").fetchall() == [("one",)]


# The last but one: the cluster keeps three workers.
def test_a_worker_that_is_added_takes_organizations_while_all_sell(
    service: Service, remote: Remote, cluster: Citus, operator: Operator
) -> None:
    shops = [shop_on(service, cluster, worker) for worker in cluster.workers for _ in range(SHARDS)]
    with ExitStack() as stack:
        loads = [stack.enter_context(Load(remote, shop, clients=1)) for shop in shops]
        for load in loads:
            load.await_writes()
        added = cluster.grow()
        for load in loads:
            load.await_writes()
    moved = [shop for shop in shops if cluster.holder(str(shop.org.organization_id)) is added]
    assert 0 < len(moved) < len(shops)
    for shop, load in zip(shops, loads, strict=True):
        assert_gapless(shop, "INVOICE", "INV-", len(load.numbers))
        assert_the_books_tie(operator, shop)
    for shop in moved:
        ids = [entry["id"] for entry in operator.trail(str(shop.org.slug), "--table", "invoices")]
        assert ids == sorted(ids)


# The last: Citus keeps connections to the worker that died, and a transaction that writes to every node fails once.
def test_what_was_acknowledged_is_there_after_its_worker_died(
    service: Service, remote: Remote, cluster: Citus, operator: Operator
) -> None:
    worker = cluster.workers[1]
    # The server has ended the connection of this thread, which was idle for a minute.
    remote.close()
    shop = shop_on(service, cluster, worker)
    logins = Logins(service)
    person, app_id = logins.person(), logins.client()
    with Load(remote, shop) as load:
        load.await_writes()
        worker.kill()
        worker.start()
        load.await_writes()
    assert_gapless(shop, "INVOICE", "INV-", len(load.numbers))
    assert_the_books_tie(operator, shop)
    answers = [logins.login(person, app_id).status_int for _ in range(4)]
    assert set(answers) <= {201, 503}
    assert answers[-1] == 201
