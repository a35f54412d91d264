"""Totals of lists, which are kept and not counted: exact in every transaction, and without waiting."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import psycopg
import pytest
from webtest import TestResponse

from app.postgres.database import Database, Row, Transaction
from app.postgres.queries import load
from tests.api import samples
from tests.parallel import at_once
from tests.service import FIXTURES, Client, Service


class _Undone(Exception):
    pass


def add(tx: Transaction, org: Client, first: int, last: int) -> None:
    tx.enter(org.organization_id)
    tx.execute("counts.add_customers", first=first, last=last)


def kept(service: Service, org: Client) -> Row:
    def work(tx: Transaction) -> Row:
        tx.enter(org.organization_id)
        found = tx.one("counts.kept")
        assert found
        return found

    return service.owner.run_as_owner(work)


def customer(org: Client, name: str = "Acme") -> TestResponse:
    return org.post("/customers", {"displayName": name})


def test_records_of_every_kind_are_counted_in_and_out(service: Service) -> None:
    org = service.organization()
    for path in ("/customers", "/vendors", "/items", "/expenses", "/invoices"):
        before = org.total(path)
        made = samples.record(org, path)
        assert org.total(path) == before + 1, path
        assert org.delete(f"{path}/{made['id']}").status_int == 200
        assert org.total(path) == before, path


def test_a_statement_that_adds_many_is_one_row(service: Service) -> None:
    org = service.organization()
    service.owner.run_as_owner(lambda tx: add(tx, org, 1, 1_000))
    assert org.total("/customers") == 1_000
    assert kept(service, org)["rows"] == 1


def test_what_was_rolled_back_was_never_counted(service: Service) -> None:
    org = service.organization()

    def work(tx: Transaction) -> None:
        add(tx, org, 1, 10)
        raise _Undone

    with suppress(_Undone):
        service.owner.run_as_owner(work)
    assert org.total("/customers") == 0


def test_a_record_of_others_is_not_in_the_total(service: Service) -> None:
    org, other = service.organization(), service.organization()
    customer(other)
    assert (org.total("/customers"), other.total("/customers")) == (0, 1)


def test_nobody_waits_for_somebody_elses_transaction(service: Service) -> None:
    org = service.organization()
    added, counted = threading.Event(), threading.Event()

    def work(tx: Transaction) -> None:
        # Enough for this transaction to have folded rows, and to hold them.
        for n in range(120):
            add(tx, org, n, n)
        added.set()
        assert counted.wait(10)

    with ThreadPoolExecutor(1) as pool, closing(Database(service.url, pool_size=1)) as database:
        database.queries |= load(FIXTURES)
        holding = pool.submit(database.run_as_owner, work)
        assert added.wait(10)
        for _ in range(60):
            assert customer(org).status_int == 201
        assert org.total("/customers") == 60
        counted.set()
        holding.result()
    assert org.total("/customers") == 180


@pytest.mark.slow
def test_many_at_once_are_counted_each_and_folded_on_the_way(service: Service) -> None:
    org = service.organization()

    def send(own: Client, n: int) -> TestResponse:
        made = [customer(own, f"Acme {n}").json["data"]["id"] for _ in range(12)]
        own.delete(f"/customers/{made[0]}")
        return own.get("/customers")

    assert {answer.status_int for answer in at_once(32, org, send)} == {200}
    assert kept(service, org)["total"] == org.total("/customers") == 32 * 11
    # 416 changes; each fiftieth of the whole server folds those of its list that nobody holds.
    assert kept(service, org)["rows"] < 416


def test_a_page_far_in_is_the_same_from_either_end(service: Service) -> None:
    org = service.organization()
    service.owner.run_as_owner(lambda tx: add(tx, org, 1, 2_450))
    names = [row["id"] for page in range(1, 14) for row in org.read(f"/customers?limit=200&page={page}")]
    assert len(names) == len(set(names)) == 2_450
    assert names == sorted(names, reverse=True)
    oldest = [
        row["id"]
        for page in range(1, 14)
        for row in org.read(f"/customers?limit=200&page={page}&sort=createdAt")
    ]
    assert oldest == names[::-1]


def test_the_last_page_and_what_is_beyond_say_so(service: Service) -> None:
    org = service.organization()
    service.owner.run_as_owner(lambda tx: add(tx, org, 1, 2_450))
    pages = {page: org.get(f"/customers?limit=200&page={page}").json for page in (12, 13, 14, 1_000)}
    assert {page: len(answer["data"]) for page, answer in pages.items()} == {12: 200, 13: 50, 14: 0, 1_000: 0}
    assert {page: answer["meta"]["hasMore"] for page, answer in pages.items()} == {
        12: True,
        13: False,
        14: False,
        1_000: False,
    }
    assert {answer["meta"]["total"] for answer in pages.values()} == {2_450}


def test_a_filter_counts_and_pages_what_it_leaves(service: Service) -> None:
    org = service.organization()
    service.owner.run_as_owner(lambda tx: add(tx, org, 1, 1_300))
    answer = org.get("/customers?limit=200&page=7&isActive=true").json
    assert (len(answer["data"]), answer["meta"]["total"]) == (100, 1_300)
    assert org.get("/customers?limit=200&page=7&isActive=false").json["meta"]["total"] == 0


def test_lists_that_grow_in_step_are_each_put_into_one_row(service: Service) -> None:
    org = service.organization()
    with psycopg.connect(service.url) as connection:
        # Each commits by itself, as requests do; of 600, all are kept apart once in 100,000 times.
        connection.autocommit = True
        for _ in range(600):
            connection.execute(
                "SELECT keep_count(%(org)s, 'invoices', 1), keep_count(%(org)s, 'invoice_lines', 1)",
                {"org": org.organization_id},
            )
        rows = connection.execute(
            "SELECT table_name, count(*), sum(change) FROM record_counts WHERE organization_id = %s GROUP BY 1",
            [org.organization_id],
        ).fetchall()
    assert {table: total for table, _, total in rows} == {"invoices": 600, "invoice_lines": 600}
    assert all(kept < 600 for _, kept, _ in rows)
    service.unchecked.remove(org.organization_id)
