"""The service on a cluster of Citus, where a PostgreSQL of this machine has it."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from threading import Event

import pytest

from tests.deployment.citus import SHARDS, Citus, clustered, programs_with_citus
from tests.deployment.test_failover import Caller
from tests.logins import Logins
from tests.operators.commands import Operator
from tests.postgresql import Node
from tests.reliability.raw import serving
from tests.reliability.remote import Remote
from tests.reliability.sales import Shop
from tests.reliability.test_numbers_under_fire import assert_gapless
from tests.service import Service

pytestmark = pytest.mark.skipif(programs_with_citus() is None, reason="no PostgreSQL here has Citus")

CLIENTS = 4


@pytest.fixture(scope="module")
def cluster() -> Iterator[Citus]:
    with clustered() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def remote(cluster: Citus) -> Iterator[Remote]:
    with (
        serving(cluster.url, DATABASE_POOLER="citus") as server,
        closing(Remote(server.address[1])) as remote,
    ):
        yield remote


@pytest.fixture(scope="module")
def service(cluster: Citus, remote: Remote) -> Iterator[Service]:
    with closing(Service(remote, cluster.url, pooler="citus")) as service:
        yield service


@pytest.fixture
def operator(cluster: Citus, monkeypatch: pytest.MonkeyPatch) -> Operator:
    monkeypatch.setenv("DATABASE_POOLER", "citus")
    return Operator(cluster.url)


def shop_on(service: Service, cluster: Citus, worker: Node) -> Shop:
    """An organization that a worker holds."""
    while True:
        org = service.organization()
        if cluster.holder(str(org.organization_id)) is worker:
            shop = Shop(service, org, "")
            return Shop(service, org, shop.customer())


@pytest.fixture(params=[0, 1], ids=["first", "second"])
def shop(service: Service, cluster: Citus, request: pytest.FixtureRequest) -> Shop:
    return shop_on(service, cluster, cluster.workers[request.param])


def assert_the_books_tie(operator: Operator, shop: Shop) -> None:
    assert operator.run("check", "--org", str(shop.org.slug)).stdout == "The books tie.\n"


class Load:
    """Callers who create invoices until the block ends."""

    def __init__(self, remote: Remote, shop: Shop, clients: int = CLIENTS) -> None:
        self._over = Event()
        self.callers = [Caller(remote, shop, number) for number in range(clients)]

    def __enter__(self) -> "Load":
        self._pool = ThreadPoolExecutor(len(self.callers))
        self._running = [self._pool.submit(caller.go_on, self._over) for caller in self.callers]
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._pool.shutdown()
        for work in self._running:
            work.result()

    def await_writes(self) -> None:
        """Until each caller has had an answer to a write that began from now on."""
        began = time.monotonic()
        while any(caller.began <= began for caller in self.callers):
            assert time.monotonic() - began < 60, "writes are not answered"
            time.sleep(0.01)

    @property
    def numbers(self) -> list[str]:
        return [number for caller in self.callers for number in caller.numbers]


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
