"""The lock of closed books: its setter waits for writers, and writers wait for nobody else."""

from concurrent.futures import ThreadPoolExecutor

import psycopg

from tests.operators.commands import Operator
from tests.selling import body, customer
from tests.service import Client, Service
from tests.waiting import eventually, waiting_for_locks

LAST = "2026-09-30"
HOLD = "SELECT hold_books(%s)"
CLOSE = "INSERT INTO books_locks (organization_id, locked_through) VALUES (%s, %s)"


def test_the_lock_is_answered_when_the_writes_that_were_under_way_have_ended(
    service: Service, org: Client
) -> None:
    with psycopg.connect(service.url) as writer, ThreadPoolExecutor(1) as pool:
        writer.execute(HOLD, [org.organization_id])
        closing = pool.submit(org.put, "/books-lock", {"lockedThrough": LAST})
        assert eventually(lambda: waiting_for_locks(service) == 1, 5)
        assert not closing.done()
        writer.commit()
        assert closing.result().status_int == 200


def test_a_write_that_begins_while_the_lock_is_set_is_refused_with_it(service: Service, org: Client) -> None:
    wanted = body(customer(org), invoiceDate=LAST)
    own = Client(org.web.app, org.token, **org.known)
    with psycopg.connect(service.url) as closer, ThreadPoolExecutor(1) as pool:
        closer.execute(CLOSE, [org.organization_id, LAST])
        writing = pool.submit(own.post, "/invoices", wanted)
        assert eventually(lambda: waiting_for_locks(service) == 1, 5)
        closer.commit()
        assert writing.result().json["error"]["message"] == "The books are closed through 2026-09-30."


def test_what_comes_before_the_lock_was_not_written_in_closed_books_though_who_sets_it_began_earlier(
    service: Service, org: Client
) -> None:
    wanted = body(customer(org), invoiceDate=LAST)
    with psycopg.connect(service.url) as closer:
        closer.execute("SELECT now()")
        assert org.post("/invoices", wanted).status_int == 201
        closer.execute(CLOSE, [org.organization_id, LAST])
    assert Operator(service.url).run("check", "--org", str(org.slug)).stdout == "The books tie.\n"


def test_writers_do_not_wait_for_one_another(service: Service, org: Client) -> None:
    with psycopg.connect(service.url) as writer:
        writer.execute(HOLD, [org.organization_id])
        assert org.post("/invoices", body(customer(org), invoiceDate=LAST)).status_int == 201
