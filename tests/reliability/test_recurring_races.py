"""One invoice for each due day, with many makers at once, and with makers that die."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date, timedelta
from threading import Barrier
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from app.config import ROOT
from app.constraint_messages import CONSTRAINTS
from app.errors import Unavailable
from app.ledgers.reconciliation import differences
from app.postgres.connection import Connection
from app.postgres.database import Database, Row
from tests.api.recurring import Recurring
from tests.reliability.racing import MANY
from tests.selling import customer, goods
from tests.service import Service, opened
from tests.waiting import eventually

FIRST = date(2100, 2, 1)


@pytest.fixture
def recurring(service: Service) -> Iterator[Recurring]:
    # What others scheduled at random would fall due as well.
    service.owner.run_as_owner(lambda tx: tx.execute("fixtures.pause_schedules"))
    org = service.organization()
    made = Recurring(service, org, customer(org))
    yield made
    made.end()
    assert books_of(made) == []


@pytest.fixture(scope="module")
def crowded(database_url: str) -> Iterator[Database]:
    """The owner's database with room for many at once."""
    database = opened(database_url, pool_size=16, pool_wait=60, constraints=CONSTRAINTS)
    yield database
    database.close()


def books_of(recurring: Recurring) -> list[Row]:
    return recurring.service.as_owner(recurring.org, lambda tx: list(differences(tx)))


def days(count: int) -> list[str]:
    return [(FIRST + timedelta(days=number)).isoformat() for number in range(count)]


def numbers(recurring: Recurring) -> list[str]:
    return sorted(invoice["invoiceNumber"] for invoice in recurring.invoices())


def test_many_at_once_make_one_invoice_for_each_due_day(recurring: Recurring, crowded: Database) -> None:
    shirt = goods(recurring.org)["id"]
    ids = [recurring.schedule(lines=[{"itemId": shirt, "quantity": 1}]) for _ in range(3)]
    gate = Barrier(MANY)

    def make(_: int) -> int:
        gate.wait()
        return recurring.make_due("2100-02-04T09:00", crowded).made

    with ThreadPoolExecutor(MANY) as pool:
        made = sum(pool.map(make, range(MANY)))
    # Who passed by a schedule that another was at left it the days that came then.
    made += recurring.make_due("2100-02-04T09:00").made
    assert made == 12
    assert recurring.days() == sorted(days(4) * 3)
    assert numbers(recurring) == [f"INV-{number:05}" for number in range(1, 13)]
    assert [recurring.read(id)["made"] for id in ids] == [4, 4, 4]


class Killed(BaseException):
    """The end of a process."""


class Death:
    """Ends the sender of the message of a number: before PostgreSQL has it, after, or by ending the session."""

    def __init__(self, database: Database, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.url = url
        self.left, self.how, self.has_come = 0, "", False
        self._send = Connection.send

        def send(connection: Connection, cursor: Any, calls: Sequence[Any]) -> Any:
            return self._sent(connection, cursor, calls)

        monkeypatch.setattr(Connection, "send", send)

    def at(self, message: int, how: str) -> None:
        self.left, self.how, self.has_come = message, how, False

    def _sent(self, connection: Connection, cursor: Any, calls: Sequence[Any]) -> Any:
        self.left -= 1
        if self.left != 0:
            return self._send(connection, cursor, calls)
        self.has_come = True
        if self.how == "before":
            raise Killed
        if self.how == "session":
            session = connection.info
            where = make_conninfo(self.url, host=session.host, port=session.port)
            with psycopg.connect(where, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s::integer, 5000)", [session.backend_pid])
        answered = self._send(connection, cursor, calls)
        if self.how == "after":
            raise Killed
        return answered


@pytest.mark.parametrize("how", ["before", "after", "session"])
def test_whatever_message_is_the_last_no_day_is_lost_and_none_comes_twice(
    recurring: Recurring, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    url = recurring.service.url
    id = recurring.schedule(lines=[{"itemId": goods(recurring.org)["id"], "quantity": 1}])
    recurring.make_due("2100-02-01T09:00")
    death = Death(recurring.service.owner, url, monkeypatch)
    message, reached = 0, True
    while reached:
        message += 1
        moment = f"{days(message + 1)[-1]}T09:00"
        death.at(message, how)
        with suppress(Killed, Unavailable):
            recurring.make_due(moment)
        reached = death.has_come
        death.at(0, how)
        recurring.make_due(moment)
        assert recurring.days() == days(message + 1), message
        read = recurring.read(id)
        assert (read["made"], read["lastFailure"]) == (message + 1, None)
    # Who looks for what is due, the opening, the schedule, the invoice in several messages, its day, the commit.
    assert message > 8
    assert numbers(recurring) == [f"INV-{number:05}" for number in range(1, message + 2)]


def test_programs_that_are_killed_lose_no_day_and_make_none_twice(recurring: Recurring) -> None:
    today = date.today()  # noqa: DTZ011 - the command makes what is due on the real day, here or there
    begin = today - timedelta(days=300)
    recurring.schedule(startDate=begin.isoformat(), endDate=(today - timedelta(days=2)).isoformat())
    expected = [(begin + timedelta(days=number)).isoformat() for number in range(299)]
    for some, words in ((1, ["recur"]), (60, ["deliver"]), (120, ["deliver"])):
        with program(recurring.service.url, *words) as running:
            reached = eventually(lambda some=some: count(recurring) >= some, 60)
            running.kill()
            assert reached
    url = recurring.service.url
    with program(url, "recur") as last, program(url, "deliver", "--once") as beside:
        assert (last.wait(60), beside.wait(60)) == (0, 0)
    with program(url, "recur") as rest:
        assert rest.wait(60) == 0
    assert count(recurring) == 299
    found = [
        invoice["invoiceDate"][:10]
        for page in (1, 2)
        for invoice in recurring.org.read(f"/invoices?sort=invoiceDate&limit=200&page={page}")
    ]
    assert found == expected


def count(recurring: Recurring) -> int:
    return int(recurring.org.get("/invoices?limit=1").json["meta"]["total"])


def program(url: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        stdout=subprocess.DEVNULL,
    )
