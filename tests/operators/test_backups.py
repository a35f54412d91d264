"""A backup of a filled organization, restored into a new database: the same books, and the service goes on there."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from app.config import Settings
from app.embedded.server import program
from app.postgres.migrations import migrate
from resources.api import create_app
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.reliability.sizes import FULL
from tests.selling import customer, goods, line, pay, sent
from tests.service import POOLER, Client, Service

DUMP, RESTORE = program("pg_dump"), program("pg_restore")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (Path(DUMP).exists() and Path(RESTORE).exists()), reason="the embedded PostgreSQL has no pg_dump"
    ),
]


@pytest.fixture
def two(server_url: str) -> Iterator[tuple[str, str]]:
    """Two empty databases of one plain owner, as their owner; nobody in the test but the fixture is a superuser."""
    if POOLER == "citus":
        pytest.skip("on a cluster: it is backed up node by node, and these commands refuse")
    names = [f"backup_{os.getpid()}_{word}" for word in ("origin", "copy")]
    owner = f"{names[0]}_owner"
    with psycopg.connect(server_url, autocommit=True) as connection:
        if connection.pgconn.parameter_status(b"is_superuser") != b"on":
            pytest.skip("making roles takes a superuser")
        if connection.info.server_version // 10_000 < major(RESTORE):
            pytest.skip("pg_restore of the embedded PostgreSQL fills no older server than its own")
        _run(connection, "CREATE ROLE {} LOGIN PASSWORD 'owner' IN ROLE invoicing_app", owner)
        for name in names:
            _run(connection, "CREATE DATABASE {} OWNER {}", name, owner)
        first, second = (
            make_conninfo(server_url, dbname=name, user=owner, password="owner") for name in names
        )
        yield first, second
        for name in names:
            _run(connection, "DROP DATABASE {} WITH (FORCE)", name)
        _run(connection, "DROP ROLE {}", owner)


def major(program: str) -> int:
    """The major version of a program of PostgreSQL."""
    told = subprocess.run((program, "--version"), capture_output=True, text=True, check=True).stdout
    return int(told.split()[-1].split(".")[0])


def _run(connection: psycopg.Connection, statement: str, *names: str) -> None:
    connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def serve(url: str, token: str) -> Client:
    return Client(create_app(Settings(database_url=url, pool_size=1, pdf_cache=None)), token)


def fill(url: str) -> tuple[str, str]:
    """An organization with documents, goods, payments and history: its slug, and a token."""
    if FULL:
        return "demo", Operator(url).make("demo")["token"]
    service = Service(create_app(Settings(database_url=url, pool_size=1)), url)
    try:
        org = service.organization()
        bolt = goods(org)["id"]
        for _ in range(5):
            buyer = customer(org, openingBalance=10)
            made = sent(org, buyer, line(itemId=bolt, rate=118), applyCustomerCredit=True)
            pay(org, buyer, 100, (made["id"], 60))
        return org.slug, org.token or ""
    finally:
        service.close()


def number_of_next_invoice(client: Client, buyer: str) -> int:
    # No number of a series goes to a day before that of an earlier one.
    today = client.read("/me/organization")["today"]
    number = sent(client, buyer, invoiceDate=today)["invoiceNumber"]
    return int(number.rpartition("-")[2].rpartition("/")[2])


@pytest.fixture
def filled(database_url: str, two: tuple[str, str]) -> tuple[str, str, str, str]:
    """A database with a filled organization, an empty one, and the organization's slug and a token of it."""
    origin, copy = two
    migrate(origin)
    return origin, copy, *fill(origin)


def back_up(url: str, folder: Path, *words: str) -> Path:
    return Path(Operator(url).make("backup", "--to", str(folder), *words)["manifest"])


def restored(url: str, manifest: Path, *words: str) -> Any:
    return Operator(url).run("restore", "--from", str(manifest), *words)


def test_a_restored_copy_ties_and_goes_on_where_the_original_was(
    filled: tuple[str, str, str, str], tmp_path: Path
) -> None:
    origin, copy, slug, token = filled
    client = serve(origin, token)
    buyer = customer(client)
    last = number_of_next_invoice(client, buyer)
    Operator(origin).make("audit-seal", "--org", slug)
    manifest = back_up(origin, tmp_path)
    done = restored(copy, manifest)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    assert (
        "The books of 1 organizations tie, every row is what the trail says, and all seals hold."
        in done.stdout
    )
    counted = json.loads(manifest.read_text())["tables"]
    assert (
        min(counted[name] for name in ("invoices", "payments_received", "inventory_movements", "trail")) >= 5
    )
    assert Operator(copy).run("check", "--org", slug).stdout == "The books tie.\n"
    assert migrate(copy) == []
    again = serve(copy, token)
    assert again.get("//readyz").status_int == 200
    assert [number_of_next_invoice(each, buyer) for each in (again, client)] == [last + 1, last + 1]


def test_a_backup_for_a_key_is_opened_by_that_key_alone(
    filled: tuple[str, str, str, str], tmp_path: Path
) -> None:
    origin, copy, _, _ = filled
    operator = Operator(origin)
    keys = [operator.make("backup-key", str(tmp_path / name)) for name in ("ours", "theirs")]
    assert (tmp_path / "ours").stat().st_mode & 0o077 == 0
    manifest = back_up(origin, tmp_path, "--for", keys[0]["publicKey"])
    told = json.loads(manifest.read_text())
    assert told["file"].endswith(".dump.age")
    assert (tmp_path / told["file"]).read_bytes().startswith(b"age-encryption.org/v1\n")
    without = restored(copy, manifest)
    assert (without.exit_code, without.stdout) == (1, "")
    assert "--key" in without.stderr
    wrong = restored(copy, manifest, "--key", str(tmp_path / "theirs"))
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert "No key opens the backup" in wrong.stderr
    assert restored(copy, manifest, "--key", str(tmp_path / "ours")).exit_code == 0


def test_what_is_not_the_dump_that_was_made_is_not_restored(
    filled: tuple[str, str, str, str], tmp_path: Path
) -> None:
    origin, copy, _, _ = filled
    manifest = back_up(origin, tmp_path)
    dump = tmp_path / json.loads(manifest.read_text())["file"]
    whole = dump.read_bytes()
    middle = len(whole) // 2
    for altered, fault in (
        (whole[:-1], "bytes where the manifest says"),
        (whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :], "was altered"),
    ):
        dump.write_bytes(altered)
        done = restored(copy, manifest)
        assert (done.exit_code, done.stdout) == (1, "")
        assert fault in done.stderr
    dump.unlink()
    assert "cannot be read" in restored(copy, manifest).stderr
    manifest.write_text('{"file": "../x"}')
    assert "no manifest of a backup" in restored(copy, manifest).stderr
    dump.write_bytes(whole)


def test_a_copy_that_differs_is_told_with_what_differs(
    filled: tuple[str, str, str, str], tmp_path: Path
) -> None:
    origin, copy, slug, _ = filled
    with psycopg.connect(origin) as connection:
        connection.execute("ALTER TABLE invoices DISABLE TRIGGER USER")
        connection.execute("UPDATE invoices SET notes = 'altered' WHERE id = (SELECT min(id) FROM invoices)")
        connection.execute("ALTER TABLE invoices ENABLE TRIGGER USER")
    manifest = back_up(origin, tmp_path)
    told = json.loads(manifest.read_text())
    told["tables"]["customers"] += 1
    manifest.write_text(json.dumps(told))
    done = restored(copy, manifest)
    assert done.exit_code == 1
    rows = told["tables"]["customers"]
    assert f"customers has {rows - 1} where {rows} rows were dumped." in done.stdout
    assert f"{slug}: table_name invoices" in done.stdout


def test_a_database_with_anything_in_it_is_left_alone(
    filled: tuple[str, str, str, str], tmp_path: Path
) -> None:
    origin, _, slug, _ = filled
    manifest = back_up(origin, tmp_path)
    done = restored(origin, manifest)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "not empty" in done.stderr
    assert Operator(origin).run("check", "--org", slug).exit_code == 0


def test_a_backup_that_fails_leaves_nothing_behind(filled: tuple[str, str, str, str], tmp_path: Path) -> None:
    origin, _, _, _ = filled
    with psycopg.connect(origin) as connection:
        for statement in (
            "CREATE TABLE broken (id text)",
            "CREATE POLICY nobody ON broken USING (1 / (length(id) - length(id)) > 0)",
            "INSERT INTO broken VALUES ('a')",
            "ALTER TABLE broken ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
        ):
            connection.execute(statement)
    done = Operator(origin).run("backup", "--to", str(tmp_path))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "pg_dump failed" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("backup", "--to", "/nowhere/at/all"), "does not exist"),
        (("backup", "--to", ".", "--for", "age1x"), "is no public key of age"),
        (("restore", "--from", "x", "--key", "/nowhere/at/all"), "cannot be read"),
        (("restore", "--from", "x", "--key", "setup.cfg"), "is no file of a key"),
    ],
)
def test_a_wrong_argument_is_named(database_url: str, words: tuple[str, ...], fault: str) -> None:
    assert fault in Operator(database_url).refused(*words)


def test_a_key_is_never_made_in_the_place_of_another(database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "key"
    Operator(database_url).make("backup-key", str(file))
    kept = file.read_text()
    assert Operator(database_url).run("backup-key", str(file)).exit_code == 1
    assert file.read_text() == kept


def test_what_is_no_database_of_the_service_is_not_backed_up(two: tuple[str, str], tmp_path: Path) -> None:
    done = Operator(two[0]).run("backup", "--to", str(tmp_path))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "lacks migrations" in done.stderr


@pytest.mark.parametrize("words", [("backup", "--to", "."), ("restore", "--from", "x.json")])
def test_a_pooler_is_not_gone_through(
    words: tuple[str, ...], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_POOLER", "transaction")
    done = Operator(database_url).run(*words)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "DATABASE_POOLER" in done.stderr


@pytest.mark.parametrize("words", [("backup", "--to", "."), ("restore", "--from", "x.json")])
def test_who_asks_for_a_dump_of_a_cluster_is_told_what_to_back_up_instead(
    words: tuple[str, ...], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_POOLER", "citus")
    done = Operator(database_url).run(*words)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "back up each node of the cluster" in done.stderr


def test_a_cluster_is_not_dumped_as_one_server_either(
    server_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_POOLER", "none")
    for url in fresh_database(server_url, f"backup_{os.getpid()}_cluster"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS pg_dist_partition ()")  # as Citus has it
        done = Operator(url).run("backup", "--to", str(tmp_path))
        assert (done.exit_code, done.stdout) == (1, "")
        assert "back up each node of the cluster" in done.stderr
        assert list(tmp_path.iterdir()) == []
