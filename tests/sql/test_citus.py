"""`sql/citus/distribute.sql`, as far as PostgreSQL alone can tell: what Citus demands of every table is met.

The file runs in a transaction that is rolled back, with stand-ins for the functions of Citus; then the catalogue is
asked.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from app.config import ROOT
from tests.api import samples
from tests.service import Client, Service

FILE = Path(ROOT, "sql", "citus", "distribute.sql").read_text()
SHARDS = Path(ROOT, "sql", "citus", "shards.sql").read_text()
STAND_INS = Path(__file__).with_name("citus_stand_ins.sql").read_text()
TABLES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
FOREIGN_KEYS = """
    SELECT conrelid::regclass::text || ' ' || conname FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace"""
# Whether each trigger fires in replication mode too.
FIRING = "SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal"
# How a table lies, `local` for one that Citus need not know.
PLACE = "coalesce((SELECT place FROM citus_stand_ins.placed WHERE target = {}), 'local')"


class Cluster:
    """The schema after the file has run, and what was there before."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection = connection
        self.foreign_keys = self.names(FOREIGN_KEYS)
        self.triggers = self.rows(FIRING)
        connection.execute(STAND_INS.encode())
        connection.execute(FILE.encode())

    def rows(self, query: str, *parameters: Any) -> list[tuple[Any, ...]]:
        return self.connection.execute(query.encode(), parameters or None).fetchall()

    def names(self, query: str) -> set[str]:
        return {row[0] for row in self.rows(query)}


@pytest.fixture(scope="module")
def shop(_running: Service) -> Client:
    """An organization with an invoice and a customer; made before the file runs, which then holds every table."""
    org = _running.organization()
    samples.record(org, "/invoices")
    return org


@pytest.fixture(scope="module")
def cluster(database_url: str, shop: Client) -> Iterator[Cluster]:
    with psycopg.connect(database_url) as connection:
        yield Cluster(connection)
        connection.rollback()


def test_triggers_fire_as_they_did(cluster: Cluster) -> None:
    assert set(cluster.triggers) - set(cluster.rows(FIRING)) == set()


def test_every_table_is_named_exactly_once(cluster: Cluster) -> None:
    named = re.findall(
        r"^SELECT (?:create_\w+_table|citus_add_local_table_to_metadata)\('(\w+)'|^-- local: (\w+)$",
        FILE,
        re.M,
    )
    tables = [known or local for known, local in named]
    assert len(set(tables)) == len(tables)
    by_comment = cluster.names(TABLES + " AND obj_description(oid, 'pg_class') = 'kind of master data'")
    missing = cluster.names(TABLES) - by_comment - set(tables)
    assert not missing, f"sql/citus/distribute.sql does not say where {missing} lie"
    assert not set(tables) - cluster.names(TABLES)


def test_every_distributed_table_goes_by_its_organization_and_beside_the_others(cluster: Cluster) -> None:
    rows = cluster.rows(
        """SELECT p.target::text, p.key, coalesce(p.beside, p.target)::text, t.typname, a.attnotnull
           FROM citus_stand_ins.placed p
           JOIN pg_attribute a ON a.attrelid = p.target AND a.attname = p.key
           JOIN pg_type t ON t.oid = a.atttypid
           WHERE p.place = 'distributed'"""
    )
    assert {row[1:] for row in rows} == {("organization_id", "trail", "text", True)}


def test_every_table_of_an_organization_is_distributed_but_those_that_are_asked_before_it_is_known(
    cluster: Cluster,
) -> None:
    elsewhere = cluster.names(
        f"""SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
            AND {PLACE.format("c.oid")} <> 'distributed'"""
    )
    assert elsewhere == {"memberships", "roles", "tokens"}


def test_every_primary_key_and_unique_index_of_a_distributed_table_has_the_organization(
    cluster: Cluster,
) -> None:
    # Of an exclusion constraint Citus wants that organizations are compared with "=" besides.
    strays = cluster.names(
        """SELECT i.indexrelid::regclass::text
           FROM pg_index i
           JOIN citus_stand_ins.placed p ON p.target = i.indrelid AND p.place = 'distributed'
           LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'x'
           WHERE (i.indisunique OR i.indisexclusion) AND NOT EXISTS (
               SELECT FROM unnest(i.indkey::int2[], k.conexclop) AS c (attnum, operator)
               JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = c.attnum
               WHERE a.attname = 'organization_id'
               AND (c.operator IS NULL OR c.operator = '=(text,text)'::regoperator))"""
    )
    assert strays == set()
    assert cluster.names(
        """SELECT target::text FROM citus_stand_ins.placed
           WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = target AND contype = 'p')"""
    ) <= {"login_throttle"}


def test_foreign_keys_lead_to_tables_that_lie_beside_or_everywhere(cluster: Cluster) -> None:
    ways = set(
        cluster.rows(
            f"""SELECT {PLACE.format("conrelid")}, {PLACE.format("confrelid")}
                FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace"""
        )
    )
    assert ways == {
        ("distributed", "distributed"),
        ("distributed", "reference"),
        ("reference", "reference"),
    }


def test_a_foreign_key_between_distributed_tables_has_the_organization_in_the_same_place(
    cluster: Cluster,
) -> None:
    strays = cluster.names(
        f"""SELECT c.conname FROM pg_constraint c
            WHERE c.contype = 'f'
            AND {PLACE.format("conrelid")} = 'distributed' AND {PLACE.format("confrelid")} = 'distributed'
            AND NOT EXISTS (
                SELECT FROM unnest(c.conkey, c.confkey) AS k (here, there)
                JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.here
                JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.there
                WHERE a.attname = 'organization_id' AND b.attname = 'organization_id')"""
    )
    assert strays == set()


def test_no_foreign_key_of_a_distributed_table_sets_null_or_moves_an_organization(cluster: Cluster) -> None:
    strays = cluster.names(
        f"""SELECT conname FROM pg_constraint
            WHERE contype = 'f' AND {PLACE.format("conrelid")} = 'distributed'
            AND (confdeltype IN ('n', 'd') OR confupdtype NOT IN ('a', 'r'))"""
    )
    assert strays == set()


def test_no_foreign_key_is_lost(cluster: Cluster) -> None:
    assert cluster.names(FOREIGN_KEYS) == cluster.foreign_keys


def test_numbers_that_the_database_makes_are_of_identity_columns_of_bigint(cluster: Cluster) -> None:
    made = cluster.rows(
        """SELECT a.attrelid::regclass::text, a.atttypid::regtype::text
           FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
           WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attidentity <> ''"""
    )
    assert {table for table, _ in made} == {
        "trail",
        "webhook_deliveries",
        "record_counts",
        "receivables_by_day",
        "inventory_movements",
    }
    assert {kind for _, kind in made} == {"bigint"}
    assert (
        cluster.rows(
            """SELECT FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
           WHERE c.relnamespace = 'public'::regnamespace AND pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval%'"""
        )
        == []
    )


TRIGGERS = f"""
    SELECT c.relname, t.tgname, p.proname, p.prosrc, encode(t.tgargs, 'escape'), pg_get_triggerdef(t.oid),
           coalesce(t.tgnewtable, t.tgoldtable), {PLACE.format("c.oid")}
    FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace"""


def test_triggers_take_their_table_s_name_as_an_argument(cluster: Cluster) -> None:
    for table, trigger, _, body, arguments, *_ in cluster.rows(TRIGGERS):
        assert not re.search(r"TG_(TABLE_NAME|TABLE_SCHEMA|RELNAME|RELID)", body, re.I), (table, trigger)
        if "TG_ARGV" in body:
            assert arguments.split("\\000")[0] == table, (table, trigger)


def test_statement_triggers_read_their_rows_into_variables(cluster: Cluster) -> None:
    found = 0
    for table, _, _, body, _, _, rows, _ in cluster.rows(TRIGGERS):
        if rows:
            found += 1
            read = rf"(FOR [\w, ]+ IN\s+SELECT|SELECT [^;]+\sINTO) [^;]+\sFROM {rows}\b"
            assert re.search(read, body), table
            assert not re.search(rf"(INSERT|UPDATE|DELETE)\b[^;]*\b{rows}\b", body), table
    assert found


def test_triggers_of_tables_that_are_not_distributed_write_of_each_organization_that_is_here(
    cluster: Cluster,
) -> None:
    elsewhere = [row for row in cluster.rows(TRIGGERS) if row[7] != "distributed"]
    assert {row[0] for row in elsewhere} == {"organizations", "memberships", "roles", "tokens"}
    for table, _, function, body, *_ in elsewhere:
        assert function.startswith("copy_"), table
        assert (
            len(re.findall(r"organization := [^;]*; CONTINUE WHEN NOT is_here\(organization\);", body)) == 1
        )
        assert set(re.findall(r"INSERT INTO (\w+)", body)) == {"trail"}


def test_no_function_chooses_its_shard_by_a_stable_function(cluster: Cluster) -> None:
    strays = cluster.names(
        """SELECT proname FROM pg_proc
           WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
           AND prosrc ~ 'organization_id = (current_organization|current_setting)'"""
    )
    assert strays == set()


def test_the_trail_of_an_organization_itself_is_written_where_it_lies_alone(
    cluster: Cluster, shop: Client
) -> None:
    kept = """
        SELECT FROM trail
        WHERE organization_id = %s AND table_name = 'organizations' AND before ? 'name'"""
    rename = "UPDATE organizations SET name = name || '!' WHERE id = %s"
    with cluster.connection.transaction(force_rollback=True):
        cluster.connection.execute(SHARDS.encode())
        cluster.connection.execute("UPDATE pg_dist_local_group SET groupid = 2")
        cluster.connection.execute(rename, [shop.organization_id])
        assert cluster.rows(kept, shop.organization_id) == []
        cluster.connection.execute("UPDATE pg_dist_local_group SET groupid = 1")
        cluster.connection.execute(rename, [shop.organization_id])
        assert len(cluster.rows(kept, shop.organization_id)) == 1


EVERYBODY = "SELECT matching_customers('%%')"


def test_search_finds_the_tenant_s_own_records(cluster: Cluster, shop: Client) -> None:
    with cluster.connection.transaction(force_rollback=True):
        cluster.connection.execute(f"SET LOCAL app.organization_id = '{shop.organization_id}'")
        assert len(cluster.rows(EVERYBODY)) >= 1
        cluster.connection.execute("SET LOCAL app.organization_id = 'org_of_nobody'")
        assert cluster.rows(EVERYBODY) == []


# A void note about the organization's invoice, in its figures.
VOID_NOTE = """
    INSERT INTO credit_notes (
        organization_id, id, fiscal_year, credit_note_number, customer_id, invoice_id, status, credit_note_date,
        seller_legal_name, seller_state_code, place_of_supply_state_code, party, currency_code, exchange_rate,
        sub_total, discount_total, cgst_total, sgst_total, igst_total, adjustment_amount, round_off, total)
    SELECT organization_id, 'crn_void', 2026, 'CN-1', customer_id, id, 'VOID', invoice_date,
           seller_legal_name, seller_state_code, place_of_supply_state_code, buyer, currency_code, exchange_rate,
           sub_total, discount_total, cgst_total, sgst_total, igst_total, adjustment_amount, round_off, total
    FROM invoices WHERE organization_id = %s"""


def test_a_void_note_lets_go_of_an_invoice_that_is_deleted(cluster: Cluster, shop: Client) -> None:
    with cluster.connection.transaction(force_rollback=True):
        cluster.connection.execute(VOID_NOTE.encode(), [shop.organization_id])
        for table in ("invoice_lines", "invoices"):
            cluster.connection.execute(
                f"DELETE FROM {table} WHERE organization_id = %s".encode(), [shop.organization_id]
            )
        kept = cluster.rows(
            "SELECT id, invoice_id FROM credit_notes WHERE organization_id = %s", shop.organization_id
        )
        assert kept == [("crn_void", None)]
