"""The schema of a shard (`sql/citus/shards.sql`) has all that callers need, and is made anew while they read."""

from functools import partial

import psycopg
import pytest

from app.ledgers.reconciliation import differences
from app.postgres.database import Row, Transaction
from app.wire import to_json
from tests.api.hostile import send
from tests.api.standing import Standing
from tests.api.targets import READS, TABLE, Target
from tests.operators.commands import Operator
from tests.service import Service
from tests.sql.shards.conftest import LAY_OUT, PLACES

SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname "
RELATIONS = "SELECT relname FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = '{}'::regnamespace"
# What reads cannot do without.
REQUIRED = {
    "/reports/sales": "by=customer",
    "/reports/msme-dues": "bankRatePercent=6.5",
    "/gst/gstr-1": "period=2026-05",
    "/gst/gstr-1/summary": "period=2026-05",
    "/gst/gstr-3b": "period=2026-05",
}


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
    owner: psycopg.Connection,
) -> None:
    views = names(owner, "SELECT viewname FROM pg_views WHERE schemaname = 'public'")
    wanted = {*PLACES["h"], *PLACES["n"], *views}
    assert names(owner, RELATIONS.format("shard_1")) == {*wanted, "whole_shard"}
    assert names(owner, RELATIONS.format("dropped_shards")) == wanted - set(PLACES["n"])


def names(owner: psycopg.Connection, query: str) -> set[str]:
    return {name for (name,) in owner.execute(query.encode())}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE organizations SET name = ''",
        "DELETE FROM organizations",
        "INSERT INTO organizations (id) VALUES ('1')",
    ],
)
def test_a_table_of_which_each_node_has_a_copy_is_not_written_there(
    service: Service, caller: psycopg.Connection, statement: str
) -> None:
    service.organization()
    with pytest.raises(psycopg.errors.RaiseException, match=r"write public\.organizations"):
        caller.execute(statement.encode())


def test_functions_find_the_tables_of_the_caller_s_schema_and_are_not_for_everybody(
    owner: psycopg.Connection,
) -> None:
    ours = "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND {}"
    pinned = names(owner, ours.format("proconfig::text LIKE '%search_path%'"))
    assert pinned == {"lay_out_shard", "lay_out_missing_shard"}
    assert names(owner, ours.format("prosecdef AND has_function_privilege('public', oid, 'EXECUTE')")) == {
        "get_shard_id_for_distribution_column"
    }
    may = owner.execute("SELECT has_database_privilege('invoicing_app', current_database(), 'TEMPORARY')")
    assert may.fetchone() == (False,)


def test_what_a_migration_adds_is_there_once_it_is_laid_out_anew_and_removed_without_schemas(
    owner: psycopg.Connection,
) -> None:
    owner.execute("ALTER TABLE customers ADD COLUMN badge text")
    owner.execute("SELECT lay_out_missing_shard(1)")
    with pytest.raises(psycopg.errors.UndefinedColumn):
        owner.execute("SELECT badge FROM shard_1.customers")
    owner.execute(LAY_OUT)
    owner.execute("SELECT badge FROM shard_1.customers")
    with pytest.raises(psycopg.errors.DependentObjectsStillExist):
        owner.execute("ALTER TABLE customers DROP COLUMN badge")
    owner.execute("CALL drop_shard_schemas()")
    owner.execute("ALTER TABLE customers DROP COLUMN badge")
    owner.execute(LAY_OUT)
    owner.execute("SELECT FROM shard_1.customers")


def test_who_reads_goes_on_while_schemas_are_made_anew(
    owner: psycopg.Connection, caller: psycopg.Connection
) -> None:
    caller.execute("SELECT FROM customers")
    owner.execute(LAY_OUT)
    caller.execute("SELECT FROM customers")
    caller.execute("SELECT FROM items")
    assert len(names(owner, SCHEMAS + "LIKE 'former%'")) == 1
    caller.commit()
    owner.execute(LAY_OUT)
    assert names(owner, SCHEMAS + "LIKE 'former%'") == set()


def test_the_schema_of_a_shard_that_has_gone_is_dropped_and_none_is_made_for_one_that_is_not_here(
    owner: psycopg.Connection,
) -> None:
    # One that has moved, one that was split, and one that is none of ours.
    owner.execute("INSERT INTO pg_dist_shard VALUES ('trail', 2, '0')")
    for name in ("shard_2", "shard_5", "former_accounts"):
        owner.execute(f"CREATE SCHEMA {name}".encode())
    owner.execute(LAY_OUT)
    owner.execute("SELECT lay_out_missing_shard(2)")
    assert names(owner, SCHEMAS + "~ '^(shard|former)_'") == {"shard_1", "former_accounts"}
    owner.execute("DROP SCHEMA former_accounts")


def test_who_counts_waits_for_a_caller_that_writes(service: Service, caller: psycopg.Connection) -> None:
    def writers(tx: Transaction) -> int:
        return len(tx.all("operators.writers"))

    assert service.owner.run_as_owner(writers) == 0
    caller.execute("DELETE FROM customers WHERE id = 'nobody'")
    assert service.owner.run_as_owner(writers) == 1
