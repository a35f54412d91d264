"""Rows that were there before any quota was set are counted with the first one, once."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.checkout import ROOT
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.waiting import eventually

pytestmark = pytest.mark.slow

COUNTED = (
    "SELECT sum(change)::int FROM record_counts WHERE organization_id = 'org_1' AND table_name = 'tax_rates'"
)
MAKE = "INSERT INTO tax_rates (organization_id, id, name, rate_percent) VALUES ('org_1', %(id)s, %(id)s, 5)"


@pytest.fixture
def url(server_url: str, worker_id: str) -> Iterator[str]:
    """A database with an organization that has two tax rates, and a deleted one."""
    for url in fresh_database(server_url, f"former_{worker_id}"):
        with psycopg.connect(url) as owner:
            owner.execute(
                """INSERT INTO organizations (id, slug, name, legal_name, state_code)
                   VALUES ('org_1', 'one', 'One', 'One', '27')"""
            )
            for id in ("a", "b", "c"):
                owner.execute(MAKE, {"id": id})
            owner.execute("UPDATE tax_rates SET deleted_at = now() WHERE id = 'c'")
        yield url


def counted(url: str) -> int | None:
    with psycopg.connect(url) as owner:
        (found,) = owner.execute(COUNTED).fetchone() or (None,)
    return found


def test_nothing_is_counted_for_quotas_before_there_are_any(url: str) -> None:
    assert counted(url) is None


def test_what_was_there_is_counted_with_the_first_quota(url: str) -> None:
    operator = Operator(url)
    operator.make("quota", "set", "--records", "10")
    assert counted(url) == 2
    with psycopg.connect(url) as owner:
        owner.execute(MAKE, {"id": "d"})
    operator.make("quota", "set", "--lines", "10")
    assert counted(url) == 3


def test_a_row_that_comes_back_is_counted_again(url: str) -> None:
    Operator(url).make("quota", "set", "--records", "10")
    with psycopg.connect(url) as owner:
        owner.execute("UPDATE tax_rates SET deleted_at = NULL WHERE id = 'c'")
    assert counted(url) == 3
    with psycopg.connect(url) as owner:
        owner.execute("UPDATE tax_rates SET deleted_at = now() WHERE id IN ('b', 'c')")
    assert counted(url) == 1


def test_two_first_quotas_at_once_count_once(url: str) -> None:
    command = [sys.executable, "-m", "app", "quota", "set", "--records", "10"]
    both = [subprocess.Popen(command, cwd=ROOT, env=os.environ | {"DATABASE_URL": url}) for _ in range(2)]
    assert [command.wait(30) for command in both] == [0, 0]
    assert counted(url) == 2


def test_a_transaction_that_began_before_is_waited_for(url: str) -> None:
    ended = threading.Event()

    def set_quota() -> None:
        Operator(url).make("quota", "set", "--records", "10")
        ended.set()

    with ThreadPoolExecutor(1) as pool:
        with psycopg.connect(url) as before, psycopg.connect(url, autocommit=True) as other:
            before.execute(MAKE, {"id": "d"})
            setting = pool.submit(set_quota)
            counting = "SELECT are_counted FROM default_quotas"
            assert eventually(lambda: other.execute(counting).fetchone() == (True,), 5)
            before.execute(MAKE, {"id": "e"})
            other.execute(MAKE, {"id": "f"})
            assert not ended.wait(0.2)
        setting.result(10)
    assert counted(url) == 5


# Has whoever says that rows are counted wait before the commit for a test.
WAIT = """
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER wait AFTER UPDATE ON default_quotas DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wait()"""
WAITS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


def test_a_transaction_that_began_after_the_first_quota_but_before_its_commit_is_waited_for(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as other, psycopg.connect(url) as before:
        other.execute(WAIT)
        other.execute("SELECT pg_advisory_lock(1)")
        with ThreadPoolExecutor(1) as pool:
            setting = pool.submit(Operator(url).make, "quota", "set", "--records", "10")
            assert eventually(lambda: other.execute(WAITS).fetchone() == (1,), 5)
            before.execute(MAKE, {"id": "d"})
            other.execute("SELECT pg_advisory_unlock(1)")
            assert not eventually(setting.done, 0.5)
            before.commit()
            setting.result(10)
    assert counted(url) == 3


def test_what_was_interrupted_is_done_with_the_next_quota(url: str) -> None:
    with psycopg.connect(url) as owner:
        owner.execute("UPDATE default_quotas SET are_counted = true")
    with psycopg.connect(url) as owner:
        owner.execute(MAKE, {"id": "d"})
    Operator(url).make("quota", "set", "--records", "10")
    assert counted(url) == 3
