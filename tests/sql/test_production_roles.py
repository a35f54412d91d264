"""The roles of a production database: a plain owner migrates, a member of invoicing_app serves."""

import functools
import json
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo
from webtest import TestResponse

from app.config import Settings
from app.identity.caller import token_hash
from app.ids import new_id
from app.postgres.migrations import MIGRATIONS, files, migrate
from resources.api import create_app
from tests.logins import Logins
from tests.operators.commands import Operator
from tests.service import Service
from tests.waiting import eventually

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def roles(server_url: str, database_url: str) -> Iterator[tuple[str, str]]:
    """A migrated database of its own: its URLs as its owner and as the service's login, neither of them a superuser."""
    name = f"roles_{os.getpid()}"
    owner, login = f"{name}_owner", f"{name}_login"
    with psycopg.connect(server_url, autocommit=True) as connection:
        if connection.pgconn.parameter_status(b"is_superuser") != b"on":
            pytest.skip("making roles takes a superuser")
        for statement in (
            "CREATE ROLE {owner} LOGIN PASSWORD 'owner'",
            "CREATE ROLE {login} LOGIN PASSWORD 'login'",
            "GRANT invoicing_app TO {owner}",
            "GRANT invoicing_app TO {login}",
            "CREATE DATABASE {name} OWNER {owner}",
        ):
            connection.execute(_named(statement, name=name, owner=owner, login=login))
        as_owner = make_conninfo(server_url, dbname=name, user=owner, password="owner")
        migrate(as_owner)
        yield as_owner, make_conninfo(server_url, dbname=name, user=login, password="login")
        for statement in ("DROP DATABASE {name} WITH (FORCE)", "DROP ROLE {owner}", "DROP ROLE {login}"):
            connection.execute(_named(statement, name=name, owner=owner, login=login))


def _named(statement: str, **names: str) -> sql.Composed:
    return sql.SQL(statement).format(**{key: sql.Identifier(name) for key, name in names.items()})


def test_a_plain_owner_migrates_and_a_plain_login_serves(roles: tuple[str, str]) -> None:
    as_owner, as_login = roles
    service = Service(create_app(Settings(database_url=as_login)), as_owner)
    try:
        org = service.organization()
        customer = org.make("/customers", {"displayName": "Kaveri Stores"})
        lines = [{"description": "Chair", "quantity": 1, "rate": 100, "taxRatePercent": 18}]
        bill = {"customerId": customer["id"], "invoiceDate": "2026-04-01", "status": "SENT", "lines": lines}
        assert org.make("/invoices", bill)["total"] == 118
        assert service.anonymous().get("//readyz").status_int == 200
    finally:
        service.close()


def test_the_service_s_login_sees_nothing_by_itself(roles: tuple[str, str]) -> None:
    as_owner, as_login = roles
    service = Service(create_app(Settings(database_url=as_login)), as_owner)
    try:
        service.organization().make("/customers", {"displayName": "Kaveri Stores"})
    finally:
        service.close()
    with psycopg.connect(as_login) as connection:
        assert connection.execute("SELECT count(*) FROM customers").fetchone() == (0,)


@pytest.fixture(scope="module")
def junction(roles: tuple[str, str]) -> None:
    """The organization that the commands mean."""
    create = ("org", "create", "--slug", "junction", "--name", "Food Junction", "--state-code", "27")
    assert Operator(roles[0]).run(*create).exit_code == 0


@pytest.mark.usefixtures("junction")
@pytest.mark.parametrize(
    "command",
    [
        ("check", "--org", "junction"),
        ("audit", "--org", "junction"),
        ("org", "update", "--slug", "junction", "--phone", "1"),
        ("import", "customers", os.devnull, "--org", "junction"),
        ("template", "show", "--org", "junction", "--document", "invoice"),
        ("token", "revoke", "tok_1"),
        ("prune",),
    ],
)
def test_a_command_with_the_service_s_login_says_so_and_not_that_there_is_no_organization(
    command: tuple[str, ...], roles: tuple[str, str]
) -> None:
    refused = Operator(roles[1]).run(*command)
    said = "Error: Operators work as the owner of the tables; DATABASE_URL logs in as another role.\n"
    assert (refused.exit_code, refused.stdout, refused.stderr) == (1, "", said)


# What somebody can do who runs SQL as the service.

HASH = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0$dGhlIGRpZ2VzdCBvZiBpdA"
PROOF = "SELECT verdict FROM login_ended(%s, NULL, %s, NULL, NULL, %s, 'fam_x', %s)"


@pytest.fixture
def account(roles: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """A user with a password, and a client: the username and the client's id."""
    service = Service(create_app(Settings(database_url=roles[1])), roles[0])
    logins = Logins(service)
    yield logins.person(password_hash=HASH).email, logins.client("s3cret")
    service.close()


@pytest.fixture
def sql_of_the_service(roles: tuple[str, str]) -> Iterator[psycopg.Connection]:
    with psycopg.connect(roles[1], autocommit=True) as connection:
        connection.execute("SET ROLE invoicing_app")
        yield connection


def issued(token: str) -> str:
    token_of = {"id": new_id("tok"), "kind": "access", "token_hash": token_hash(token), "scopes": ["full"]}
    return json.dumps([token_of | {"seconds": 60}])


@pytest.mark.parametrize(
    "table",
    [
        "users",
        "oauth_clients",
        "tokens",
        "login_throttle",
        "refresh_repeats",
        "token_uses",
        "webhook_secrets",
    ],
)
def test_hashes_and_secrets_cannot_be_read(table: str, sql_of_the_service: psycopg.Connection) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        sql_of_the_service.execute(f"SELECT * FROM {table}")  # type: ignore[arg-type]


def test_a_login_tells_no_digest_and_a_client_no_hash(
    account: tuple[str, str], sql_of_the_service: psycopg.Connection
) -> None:
    _, client = account
    begun = sql_of_the_service.execute(
        "SELECT password_form FROM login_begun(%s, NULL, %s, NULL, NULL)", account
    ).fetchone()
    assert begun == (HASH.rpartition("$")[0] + "$" + "A" * 22,)
    found = sql_of_the_service.execute("SELECT * FROM oauth_client_found(%s)", [client]).fetchall()
    assert found == [(client, True, ["full"])]


@pytest.mark.parametrize("proof", [None, "", HASH.rpartition("$")[0] + "$" + "A" * 22, HASH[:-1] + "B"])
def test_no_token_is_minted_without_the_proof_of_a_password(
    proof: str | None,
    account: tuple[str, str],
    sql_of_the_service: psycopg.Connection,
    roles: tuple[str, str],
) -> None:
    token = new_id("oat")
    (verdict,) = sql_of_the_service.execute(PROOF, [*account, proof, issued(token)]).fetchone() or ()
    assert verdict in ("refused", "changed")
    with psycopg.connect(roles[0]) as owner:
        kept = owner.execute("SELECT FROM tokens WHERE token_hash = %s", [token_hash(token)]).fetchall()
    assert kept == []


def test_a_proof_mints_one(account: tuple[str, str], sql_of_the_service: psycopg.Connection) -> None:
    minted = sql_of_the_service.execute(PROOF, [*account, HASH, issued(new_id("oat"))]).fetchone()
    assert minted == ("accepted",)


@pytest.mark.parametrize("made", [{"kind": "pat"}, {"seconds": 2_592_001}, {"seconds": None}])
def test_what_a_proof_mints_ends_as_the_tokens_of_a_login_do(
    made: dict[str, object], account: tuple[str, str], sql_of_the_service: psycopg.Connection
) -> None:
    token = json.loads(issued(new_id("oat")))[0] | made
    with pytest.raises(psycopg.errors.CheckViolation):
        sql_of_the_service.execute(PROOF, [*account, HASH, json.dumps([token])])


def queries_that_wait(session: psycopg.Connection) -> list[str]:
    """Return the statements of other sessions of the same login that wait for a lock."""
    asked = "SELECT query FROM pg_stat_activity WHERE usename = current_user AND wait_event_type = 'Lock'"
    return [text for (text,) in session.execute(asked)]


def test_other_sessions_of_the_login_do_not_see_what_proves_a_login(roles: tuple[str, str]) -> None:
    service = Service(create_app(Settings(database_url=roles[1])), roles[0])
    logins = Logins(service)
    app_id, person = logins.client("s3cret"), logins.person()
    proven = {"client_secret": "s3cret"}
    first = logins.tokens(person, app_id, **proven)["refresh_token"]
    seen: list[str] = []

    def look(during: Callable[[], TestResponse], statement: LiteralString) -> None:
        with psycopg.connect(roles[0]) as owner, psycopg.connect(roles[1], autocommit=True) as other:
            owner.execute(statement)
            with ThreadPoolExecutor(1) as pool:
                answer = pool.submit(during)
                assert eventually(lambda: queries_that_wait(other) != [], 4)
                seen.extend(queries_that_wait(other))
                owner.rollback()
                assert answer.result().status_int in (200, 201)

    again = functools.partial(logins.login, person, app_id, refresh_token=first, **proven)
    try:
        look(again, "LOCK TABLE users")
        look(again, "LOCK TABLE tokens IN SHARE MODE")
        look(lambda: logins.refresh(first, app_id, **proven), "LOCK TABLE tokens IN SHARE MODE")
        look(lambda: logins.revoke(first), "LOCK TABLE tokens IN SHARE MODE")
        (stored,) = logins.rows("password", member=person.id)
    finally:
        service.close()
    assert "login_ended" in " ".join(seen)
    for text in seen:
        assert stored["password_hash"] not in text
        assert token_hash(first) not in text


@pytest.mark.parametrize(
    "call",
    [
        "login_succeeded('a', 'org', 'usr', 'cli', 'fam', '[]')",
        "login_account('a')",
        "login_failed('a')",
        "oauth_client('a')",
        "use_refresh_token('a', 'b', '0 s')",
        "exchange_refresh_token('org', 'tok', '[]')",
        "add_login_tokens('org', 'usr', 'cli', 'fam', '[]')",
        "accept_login(NULL, 'cli', 'fam', '[]')",
        "end_family('fam')",
        "count_login_failure('key')",
    ],
)
def test_functions_that_take_no_proof_are_not_for_the_service(
    call: str, sql_of_the_service: psycopg.Connection
) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        sql_of_the_service.execute(f"SELECT {call}")  # type: ignore[arg-type]


def test_a_password_is_not_replaced_without_its_proof(
    account: tuple[str, str], sql_of_the_service: psycopg.Connection
) -> None:
    sql_of_the_service.execute("SELECT password_renewed(%s, 'a guess', 'mine')", [account[0]])
    assert sql_of_the_service.execute(PROOF, [*account, HASH, "[]"]).fetchone() == ("accepted",)


@pytest.mark.parametrize("statement", ["CREATE TEMPORARY TABLE t (a int)", "CREATE TABLE t (a int)"])
def test_tables_cannot_be_made(statement: LiteralString, sql_of_the_service: psycopg.Connection) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        sql_of_the_service.execute(statement)


def test_neither_can_they_by_the_login_itself(roles: tuple[str, str]) -> None:
    with psycopg.connect(roles[1]) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("CREATE TEMPORARY TABLE t (a int)")


def test_where_the_release_before_served_it_logs_in_until_an_operator_ends_it(
    empty_url: str, tmp_path: Path
) -> None:
    for migration in files():
        if migration.version < "0056":
            shutil.copy(MIGRATIONS / f"{migration.version}.sql", tmp_path)
    migrate(empty_url, tmp_path)
    with psycopg.connect(empty_url, autocommit=True) as owner:
        owner.execute("INSERT INTO users (id, email, name) VALUES ('usr_1', 'a@example.com', 'A')")
    migrate(empty_url)
    with psycopg.connect(empty_url, autocommit=True) as connection:
        connection.execute("SET ROLE invoicing_app")
        assert connection.execute("SELECT locked_for FROM login_account('a@example.com')").fetchall() == [
            (0,)
        ]
        assert connection.execute("SELECT login_failed('a@example.com')").fetchall() == [(0,)]
        connection.execute("RESET ROLE")
        connection.execute("CALL end_former_logins()")
        connection.execute("SET ROLE invoicing_app")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT FROM login_account('a@example.com')")
