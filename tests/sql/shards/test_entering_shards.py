"""Entering an organization on a shard: callers find it there or are sent to its place, even as the shard moves."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.sql.shards.conftest import ELSEWHERE, HERE, LAY_OUT
from tests.waiting import eventually


@pytest.mark.parametrize(
    ("search_path", "organization", "place"),
    [
        ("public", HERE, None),
        ("public", ELSEWHERE, "10.0.0.2:5432/2"),
        ("shard_1, public", HERE, None),
        ("shard_1, public", ELSEWHERE, "10.0.0.2:5432/2"),
        # A connection for another shard of the same node.
        ("shard_3, public", HERE, "10.0.0.1:5432/1"),
    ],
)
def test_who_enters_an_organization_in_the_wrong_place_is_told_the_right_one(
    owner: psycopg.Connection, search_path: str, organization: str, place: str | None
) -> None:
    owner.execute(f"SET search_path = {search_path}".encode())
    assert refusal(owner, f"SELECT require_here('{organization}')") == place


def test_who_finds_no_whole_schema_is_sent_to_have_it_made(
    owner: psycopg.Connection, caller: psycopg.Connection
) -> None:
    owner.execute("DROP VIEW shard_1.whole_shard")
    assert refusal(caller, f"SELECT require_here('{HERE}')") == "10.0.0.1:5432/1"
    owner.execute("SELECT lay_out_missing_shard(1)")
    assert refusal(caller, f"SELECT require_here('{HERE}')") is None


def test_whoever_is_not_admitted_yet_finds_tokens_though_the_shard_has_gone(
    owner: psycopg.Connection, caller: psycopg.Connection
) -> None:
    """`open_request` looks for a token before the organization is known, and `require_here` refuses then."""
    owner.execute("ALTER SCHEMA shard_1 RENAME TO gone")
    caller.execute("RESET app.organization_id")
    caller.execute(
        "SELECT FROM tokens t JOIN organizations o ON o.id = t.organization_id WHERE t.token_hash = 'x'"
    )
    assert refusal(caller, f"SELECT require_here('{HERE}')") == "10.0.0.1:5432/1"
    caller.rollback()
    owner.execute("ALTER SCHEMA gone RENAME TO shard_1")


def test_a_worker_that_nodes_sql_was_not_run_on_serves_nobody(
    owner: psycopg.Connection, caller: psycopg.Connection
) -> None:
    owner.execute("ALTER SCHEMA dropped_shards RENAME TO gone")
    assert refusal(caller, f"SELECT require_here('{HERE}')") == "10.0.0.1:5432/1"
    owner.execute("ALTER SCHEMA gone RENAME TO dropped_shards")


def test_who_comes_to_a_whole_schema_does_not_wait_for_others_to_be_made(
    owner: psycopg.Connection, caller: psycopg.Connection
) -> None:
    with owner.transaction():
        owner.execute("SELECT pg_advisory_xact_lock(hashtextextended('schemas of shards', 0))")
        caller.execute("SET lock_timeout = '1s'")
        caller.execute("SELECT lay_out_missing_shard(1)")


def test_who_reads_on_as_the_shard_is_dropped_is_sent_on_and_not_answered_with_nothing(
    owner: psycopg.Connection, caller: psycopg.Connection
) -> None:
    caller.execute("SELECT require_here(%s)", [HERE])
    owner.execute("DROP VIEW shard_1.whole_shard, shard_1.customer_records, shard_1.customers CASCADE")
    for relation in ("customers", "customer_records"):
        assert refusal(caller, f"SELECT FROM {relation} WHERE id = 'x'") == "10.0.0.1:5432/1"
    owner.execute(LAY_OUT)


def refusal(connection: psycopg.Connection, statement: str) -> str | None:
    try:
        with connection.transaction():
            connection.execute(statement.encode())
    except psycopg.Error as error:
        assert error.sqlstate == "GS421", error
        return error.diag.message_primary
    return None


@pytest.mark.parametrize(("begin", "waits"), [("READ WRITE", True), ("READ ONLY", False)])
def test_a_shard_that_moves_waits_for_who_may_write_there_and_not_for_who_reads(
    owner: psycopg.Connection, caller: psycopg.Connection, begin: str, *, waits: bool
) -> None:
    caller.execute(f"SET TRANSACTION {begin}".encode())
    caller.execute("SELECT require_here(%s)", [HERE])
    with ThreadPoolExecutor(1) as pool:
        moving = pool.submit(owner.execute, "SELECT lock_shard_metadata(7, '{1}')")
        assert eventually(moving.done, 1) is not waits
        caller.commit()
        moving.result(10)


def test_who_waited_for_a_shard_that_was_split_is_sent_to_its_new_one(
    owner: psycopg.Connection, caller: psycopg.Connection
) -> None:
    with ThreadPoolExecutor(1) as pool:
        with owner.transaction():
            owner.execute("SELECT lock_shard_metadata(7, '{1}')")
            entering = pool.submit(refusal, caller, f"SELECT require_here('{HERE}')")
            assert not eventually(entering.done, 0.5)
            owner.execute("INSERT INTO pg_dist_placement VALUES (3, 1)")
            owner.execute("INSERT INTO pg_shards VALUES (%s, 3)", [HERE])
        assert entering.result(10) == "10.0.0.1:5432/3"
    owner.execute("DELETE FROM pg_shards WHERE shardid = 3")
