"""A caller's requests on the schema of a shard (`sql/citus/shards.sql`), whose tables are views.

PostgreSQL alone plays the worker that holds it.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from app.config import ROOT, Settings
from app.ledgers.reconciliation import differences
from app.mailing.mail_server import MailServer
from app.postgres.database import Row, Transaction
from app.wire import to_json
from resources.api import create_app
from tests.api.hostile import send
from tests.api.references import OWNER
from tests.api.standing import Standing
from tests.api.targets import READS, TABLE, Target
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.service import Service
from tests.waiting import eventually

FILES = Path(ROOT, "sql", "citus")
DISTRIBUTE = (FILES / "distribute.sql").read_text()
STAND_INS = Path(__file__).with_name("worker_stand_ins.sql").read_text()
PLACES = {"h": re.findall(r"create_distributed_table\('(\w+)'", DISTRIBUTE)} | {
    "n": re.findall(r"create_reference_table\('(\w+)'", DISTRIBUTE)
}
HERE, ELSEWHERE = "org_here", "org_elsewhere_x"
RELATIONS = "SELECT relname FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = '{}'::regnamespace"
# What reads cannot do without.
REQUIRED = {
    "/reports/sales": "by=customer",
    "/reports/msme-dues": "bankRatePercent=6.5",
    "/gst/gstr-1": "period=2026-05",
    "/gst/gstr-1/summary": "period=2026-05",
    "/gst/gstr-3b": "period=2026-05",
}


@pytest.fixture(scope="module")
def url(server_url: str, worker_id: str) -> Iterator[str]:
    """The owner's URL of the worker."""
    for url in fresh_database(server_url, f"shards_{worker_id}"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(STAND_INS.encode())
            for method, tables in PLACES.items():
                kinds = (method, "t" if method == "n" else "s")
                for table in tables:
                    connection.execute(
                        "INSERT INTO pg_dist_partition VALUES (%s::regclass, %s, %s)", [table, *kinds]
                    )
                    connection.execute(
                        "INSERT INTO pg_dist_shard VALUES (%s::regclass, 1, %s)",
                        [table, "-2147483648" if method == "h" else None],
                    )
            run(connection, "shards.sql", "nodes.sql")
            # Here the coordinator, through which no goods may move, is the worker too.
            connection.execute("ALTER SEQUENCE inventory_movements_sequence_seq NO MAXVALUE")
        yield url


def run(connection: psycopg.Connection, *names: str) -> None:
    for name in names:
        connection.execute((FILES / name).read_bytes())


def on_shard(url: str, number: int = 1) -> str:
    return make_conninfo(url, options=f"-c search_path=shard_{number},public")


@pytest.fixture(scope="module")
def service(url: str) -> Iterator[Service]:
    """A service whose callers are on the shard, as app/postgres/cluster.py connects them."""
    settings = Settings(
        database_url=on_shard(url),
        public_url="https://invoicing.example.com",
        mail_server=MailServer("smtp", "localhost", 25),
        mail_from="bills@example.com",
    )
    with closing(Service(create_app(settings), url)) as service:
        OWNER.set(service.owner)
        yield service


@pytest.fixture
def worker(url: str) -> Iterator[psycopg.Connection]:
    """The owner, whose changes are taken back."""
    with psycopg.connect(url) as connection:
        yield connection
        connection.rollback()


@pytest.mark.usefixtures("quiet")
def test_every_operation_does_there_what_it_does_on_tables(
    subtests: pytest.Subtests, service: Service, url: str
) -> None:
    """Writes one after the other, so that reads find something; then the books tie, and the trail has every row."""
    org = Standing(service.organization())
    for name, permission in TABLE.items():
        if name.startswith("GET ") or "." not in permission:
            continue
        with subtests.test(name):
            target = Target(service.organization(), name)
            answer = send(
                org.web.app,
                target.method,
                target.path,
                to_json(target.body) if target.body else b"",
                target.org.token,
            )
            assert answer.status in (200, 201), answer.body
    for path in READS:
        with subtests.test(path):
            query = REQUIRED.get(path, "")
            answer = send(
                org.web.app, "GET", f"{path.replace('{id}', org.id_at(path))}?{query}", token=org.token
            )
            assert answer.status == 200, answer.body
    for id in service.unchecked:
        assert service.owner.run_as_owner(partial(differences_of, id)) == []
    checked = Operator(url).run("check", "--trail", "--org", str(org.slug))
    assert checked.exit_code == 0, checked.output


def differences_of(organization_id: str, tx: Transaction) -> list[Row]:
    tx.enter(organization_id)
    return list(differences(tx))


def test_it_has_every_table_of_organizations_and_of_all_nodes_and_every_view(
    worker: psycopg.Connection,
) -> None:
    there = {name for (name,) in worker.execute(RELATIONS.format("shard_1").encode())}
    views = {name for (name,) in worker.execute(b"SELECT viewname FROM pg_views WHERE schemaname = 'public'")}
    assert there == {*PLACES["h"], *PLACES["n"], *views}


def test_a_table_of_which_each_node_has_a_copy_is_not_written_there(worker: psycopg.Connection) -> None:
    for statement in ("UPDATE {} SET name = ''", "DELETE FROM {}", "INSERT INTO {} (id) VALUES ('org_1')"):
        with (
            pytest.raises(psycopg.errors.RaiseException, match=r"write public\.organizations"),
            worker.transaction(),
        ):
            worker.execute("SET LOCAL search_path = shard_1, public")
            if not statement.startswith("INSERT"):
                assert worker.execute(b"SELECT FROM organizations").rowcount
            worker.execute(statement.format("organizations").encode())


def test_functions_find_the_tables_of_the_caller_s_schema_and_nobody_can_make_others(
    worker: psycopg.Connection,
) -> None:
    pinned = b"""SELECT proname FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND proconfig::text LIKE '%search_path%'"""
    assert [name for (name,) in worker.execute(pinned)] == ["lay_out_shard"]
    may = worker.execute(b"SELECT has_database_privilege('invoicing_app', current_database(), 'TEMPORARY')")
    assert may.fetchone() == (False,)


def test_what_a_migration_adds_is_there_once_it_is_laid_out_anew(worker: psycopg.Connection) -> None:
    worker.execute("ALTER TABLE customers ADD COLUMN badge text")
    with pytest.raises(psycopg.errors.UndefinedColumn), worker.transaction():
        worker.execute("SELECT badge FROM shard_1.customers")
    worker.execute("SELECT lay_out_shard(1)")
    with pytest.raises(psycopg.errors.UndefinedColumn), worker.transaction():
        worker.execute("SELECT badge FROM shard_1.customers")
    run(worker, "nodes.sql")
    worker.execute("SELECT badge FROM shard_1.customers")


def test_the_schema_of_a_shard_that_has_gone_is_dropped(worker: psycopg.Connection) -> None:
    worker.execute("CREATE SCHEMA shard_2")
    run(worker, "nodes.sql")
    assert worker.execute("SELECT to_regnamespace('shard_1'), to_regnamespace('shard_2')").fetchone() == (
        "shard_1",
        None,
    )


def test_a_shard_that_is_not_here_is_not_laid_out(worker: psycopg.Connection) -> None:
    worker.execute("SELECT lay_out_shard(2)")
    assert worker.execute("SELECT to_regnamespace('shard_2')").fetchone() == (None,)


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
    worker: psycopg.Connection, search_path: str, organization: str, place: str | None
) -> None:
    worker.execute(f"SET LOCAL search_path = {search_path}".encode())
    assert refusal(worker, organization) == place


def test_who_finds_no_schema_is_sent_to_have_it_made(worker: psycopg.Connection) -> None:
    worker.execute("DROP SCHEMA shard_1 CASCADE")
    worker.execute("SET LOCAL search_path = shard_1, public")
    assert refusal(worker, HERE) == "10.0.0.1:5432/1"
    worker.execute("SELECT lay_out_shard(1)")
    assert refusal(worker, HERE) is None


def refusal(worker: psycopg.Connection, organization: str) -> str | None:
    try:
        with worker.transaction():
            worker.execute("SELECT require_here(%s)", [organization])
    except psycopg.Error as error:
        assert error.sqlstate == "GS421"
        return error.diag.message_primary
    return None


@pytest.mark.parametrize(("begin", "waits"), [("BEGIN", True), ("BEGIN READ ONLY", False)])
def test_a_shard_that_moves_waits_for_who_may_write_there_and_not_for_who_reads(
    url: str, begin: str, *, waits: bool
) -> None:
    with (
        psycopg.connect(on_shard(url), autocommit=True) as caller,
        psycopg.connect(url, autocommit=True) as mover,
        ThreadPoolExecutor(1) as pool,
    ):
        caller.execute(begin.encode())
        caller.execute("SELECT require_here(%s)", [HERE])
        moving = pool.submit(mover.execute, "SELECT lock_shard_metadata(7, '{1}')")
        assert eventually(moving.done, 1) is not waits
        caller.execute("COMMIT")
        moving.result(10)
