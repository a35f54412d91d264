"""Each request goes to the node of a cluster that holds its organization. Two databases stand in for the nodes."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from app.errors import Unauthorized, Unavailable
from app.identity.caller import authorization, token_hash
from app.ids import new_id
from app.postgres.cluster import Cluster, D, Shard, open_database
from app.postgres.database import Database, Transaction
from app.postgres.openings import Authorization, Opening
from app.postgres.queries import load
from tests.conftest import fresh_database
from tests.service import FIXTURES, new_token

COORDINATOR, WORKER = "coordinator:1", "worker:2"
# The shard of every organization.
SHARD = "/7"
# Names the shard on the other node, or nothing.
REQUIRE_HERE = """
    CREATE OR REPLACE FUNCTION require_here(organization text) RETURNS void LANGUAGE plpgsql
    AS $$ BEGIN {} END $$"""
LAY_OUT = """
    CREATE OR REPLACE FUNCTION lay_out_missing_shard(shard bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    AS $$ BEGIN
        EXECUTE format('CREATE SCHEMA IF NOT EXISTS shard_%s', shard);
        EXECUTE format('GRANT USAGE ON SCHEMA shard_%s TO invoicing_app', shard);
    END $$"""


class TwoNodes(Cluster):
    """`asked` are the places that work was sent on to; callers come to shards."""

    def __init__(self, urls: dict[str, str]) -> None:
        super().__init__(urls[COORDINATOR], pool_size=2)
        self.urls = urls
        self.asked: list[str] = []

    def _pool_for(self, opening: Opening, place: str) -> Database:
        pool = super()._pool_for(opening, place)
        self.asked.append(place if isinstance(pool, Shard) else place.removesuffix(SHARD))
        return pool

    def _open(self, kind: type[D], node: str, **parameters: str) -> D:
        pool = kind(make_conninfo(self.urls[node], **parameters), pooled=True, pool_size=2)
        pool.queries = self.queries
        return pool

    def have_it_held_by(self, *holders: str) -> None:
        for place, url in self.urls.items():
            (other,) = set(self.urls) - {place}
            refusal = "" if place in holders else f"RAISE EXCEPTION '{other}{SHARD}' USING ERRCODE = 'GS421';"
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(REQUIRE_HERE.format(refusal).encode())
                connection.execute(LAY_OUT.encode())


@pytest.fixture(scope="module")
def urls(server_url: str, worker_id: str) -> Iterator[dict[str, str]]:
    made = {place: fresh_database(server_url, f"{place[:4]}_{worker_id}") for place in (COORDINATOR, WORKER)}
    yield {place: next(database) for place, database in made.items()}
    for database in made.values():
        next(database, None)


@pytest.fixture
def cluster(urls: dict[str, str]) -> Iterator[TwoNodes]:
    with closing(TwoNodes(urls)) as opened:
        opened.have_it_held_by(WORKER)
        yield opened


@pytest.fixture
def organization_id() -> str:
    return new_id("org")


@pytest.fixture
def caller(urls: dict[str, str], organization_id: str) -> Authorization:
    """A token that both databases know, as reference tables do."""
    token = new_token()
    known: dict[str, Any] = {
        "slug": organization_id[4:].lower(),
        "user_id": new_id("usr"),
        "token_id": new_id("tok"),
        "token_hash": token_hash(token),
        "email": f"{organization_id}@example.com",
        "registration_id": new_id("reg"),
    }
    facts = {
        "name": "Held",
        "legal_name": "Held",
        "state_code": "27",
        "gstin": None,
        "round_off": False,
        "prices_include_tax": False,
        "fiscal_year_start_month": 4,
        "time_zone": "Asia/Kolkata",
    }

    def work(tx: Transaction) -> None:
        tx.enter(organization_id)
        tx.execute("fixtures.organization", **known | facts)

    for url in urls.values():
        with closing(Database(url, pool_size=1)) as owner:
            owner.queries |= load(FIXTURES)
            owner.run_as_owner(work)
    return authorization(token, "")


def where(tx: Transaction) -> str:
    """The database that a transaction runs on: the first four letters of its place."""
    tx.open()
    return str(tx._connection.info.dbname)[:4]


def test_a_request_runs_where_the_organization_is_held(cluster: TwoNodes, caller: Authorization) -> None:
    assert cluster.run_as_caller(caller, where) == WORKER[:4]
    assert cluster.asked == [WORKER + SHARD]


def test_the_next_request_of_the_token_goes_there_at_once(cluster: TwoNodes, caller: Authorization) -> None:
    cluster.run_as_caller(caller, where)
    # The coordinator would refuse nothing now.
    cluster.have_it_held_by(COORDINATOR, WORKER)
    assert cluster.run_as_caller(caller, where) == WORKER[:4]


def test_an_organization_that_has_moved_is_followed(cluster: TwoNodes, caller: Authorization) -> None:
    cluster.run_as_caller(caller, where)
    cluster.have_it_held_by(COORDINATOR)
    assert [cluster.run_as_caller(caller, where) for _ in range(2)] == [COORDINATOR[:4]] * 2
    assert cluster.asked == [place + SHARD for place in (WORKER, WORKER, COORDINATOR, COORDINATOR)]


def test_nodes_that_send_a_request_round_are_asked_a_few_times_only(
    cluster: TwoNodes, caller: Authorization
) -> None:
    cluster.have_it_held_by()
    with pytest.raises(Unavailable):
        cluster.run_as_caller(caller, where)
    assert len(cluster.asked) < 5


def test_a_caller_finds_the_schema_of_the_shard_which_is_made_before(
    cluster: TwoNodes, caller: Authorization
) -> None:
    """Statements go together there, as on one PostgreSQL; the tables of the shard come before those of `public`."""

    def schemas(tx: Transaction) -> tuple[str, bool]:
        tx.open()
        connection = tx._connection
        (found,) = connection.execute("SELECT array_to_string(current_schemas(false), ' ')").fetchall()
        return found[0], connection.combines

    assert cluster.run_as_caller(caller, schemas) == ("shard_7 public", True)


def test_nothing_of_the_work_is_done_on_a_node_that_does_not_hold_it(
    cluster: TwoNodes, caller: Authorization
) -> None:
    begun: list[str] = []

    def work(tx: Transaction) -> None:
        begun.append(where(tx))

    cluster.run_as_caller(caller, work)
    assert begun == [WORKER[:4]]


def test_an_unknown_token_is_refused_and_not_remembered(cluster: TwoNodes) -> None:
    with pytest.raises(Unauthorized):
        cluster.run_as_caller(authorization(new_token(), ""), where)
    assert cluster.asked == []


def test_a_list_is_streamed_from_there(cluster: TwoNodes, caller: Authorization) -> None:
    def work(tx: Transaction) -> Iterator[str]:
        yield where(tx)
        yield where(tx)

    with closing(cluster.stream_as_caller(caller, work)) as stream:
        assert list(stream) == [WORKER[:4]] * 2


def test_the_metrics_tell_of_the_pools_of_all_nodes_and_shards(
    cluster: TwoNodes, caller: Authorization, organization_id: str
) -> None:
    def busy(tx: Transaction) -> Mapping[str, int]:
        tx.enter(organization_id)
        return cluster._stats()

    alone = cluster._stats()
    cluster.run_as_caller(caller, where)
    cluster.run(busy)
    found = cluster.run(busy)
    # The coordinator, the node and the shard.
    assert found["pool_max"] == 3 * alone["pool_max"]
    assert found["requests_num"] > alone["requests_num"] + 4
    assert found["pool_size"] - found["pool_available"] >= 1


def test_operators_and_links_enter_it_there(
    cluster: TwoNodes, caller: Authorization, organization_id: str
) -> None:
    def work(tx: Transaction) -> str:
        tx.enter(organization_id)
        return where(tx)

    assert caller
    assert cluster.run_as_owner(work) == cluster.run(work) == WORKER[:4]
    assert cluster.asked == [WORKER, WORKER]


def test_what_enters_no_organization_stays_on_the_coordinator(cluster: TwoNodes) -> None:
    assert cluster.run(where) == COORDINATOR[:4]


def test_the_setting_says_whether_there_is_a_cluster(urls: dict[str, str]) -> None:
    url = urls[COORDINATOR]
    with closing(open_database(url, pooled=True, distributed=False, pool_size=1)) as plain:
        assert not isinstance(plain, Cluster)
    with closing(open_database(url, pooled=True, distributed=True, pool_size=1)) as distributed:
        assert isinstance(distributed, Cluster)


def test_what_has_to_be_written_on_a_node_that_died_is_to_be_tried_again(urls: dict[str, str]) -> None:
    said = """DO $$ BEGIN
        RAISE 'failure on connection marked as essential: 10.0.0.7:5432' USING ERRCODE = 'internal_error';
    END $$"""

    def work(_: Transaction) -> None:
        with psycopg.connect(urls[COORDINATOR]) as connection:
            connection.execute(said)

    with closing(Database(urls[COORDINATOR], pool_size=1)) as database, pytest.raises(Unavailable):
        database.run(work)


def test_what_is_asked_of_each_node_is_asked_of_the_coordinator_and_of_every_worker(
    cluster: TwoNodes, urls: dict[str, str]
) -> None:
    host, _, port = WORKER.partition(":")
    with psycopg.connect(urls[COORDINATOR], autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE pg_dist_node (nodename text, nodeport integer, groupid integer, noderole text)"
        )
        connection.execute(
            "INSERT INTO pg_dist_node VALUES ('coordinator', 1, 0, 'primary'), (%s, %s, 1, 'primary'),"
            " ('standby', 3, 1, 'secondary')",
            [host, int(port)],
        )
    assert cluster.run_on_each_node(lambda tx: tx.one("operators.owner")) == [{"is_ours": True}] * 2
    assert list(cluster._nodes) == [WORKER]
