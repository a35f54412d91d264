"""`demo`, and the demonstration that the service makes on its first start."""

import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.config import Settings
from app.demonstration.people import BRANCH, CUSTOMERS, ORGANIZATION, VENDORS
from app.identity.caller import token_hash
from app.operators.demo import MAX_INVOICES, ensure_demo
from app.postgres.database import Database, Transaction
from app.tax.gstin import is_valid
from resources.api import create_app
from tests.conftest import fresh_database
from tests.logins import is_password
from tests.operators.commands import Operator
from tests.service import POOLER, Client
from tests.shards import needs_one_server

pytestmark = pytest.mark.slow
of_the_first_start = needs_one_server("`serve`, which makes the demonstration at a start, is for one server")


@pytest.fixture
def owner_url(server_url: str, worker_id: str) -> Iterator[str]:
    """A database on which nobody has started anything yet."""
    yield from fresh_database(server_url, f"test_{worker_id}_demo")


@pytest.fixture
def newcomer(owner_url: str) -> Operator:
    return Operator(owner_url)


def caller(url: str, token: str) -> Client:
    return Client(create_app(Settings(database_url=url, pooler=POOLER, pool_size=1)), token)


def test_the_demonstration_is_a_filled_organization_and_a_token(operator: Operator) -> None:
    made = operator.make("demo", "--org", "demo-filled")
    assert made["id"].startswith("org_")
    assert (made["slug"], made["email"], made["client_id"]) == ("demo-filled", "demo@example.com", "demo")
    client = caller(operator.url, made["token"])
    me = client.read("/me")
    assert (me["organization"]["name"], me["role"], me["tokenType"]) == ("Sahyadri Traders", "ADMIN", "pat")
    assert client.read("/me/organization")["gstin"] == ORGANIZATION["gstin"]
    assert {term["days"] for term in client.read("/payment-terms")} == {0, 15, 30, 45}
    assert {rate["ratePercent"] for rate in client.read("/tax-rates")} == {0, 5, 18, 40}


def test_its_records_were_made_by_its_user_with_variants_and_prices(operator: Operator) -> None:
    made = operator.make("demo", "--org", "demo-records")
    trail = operator.trail("demo-records")
    assert {row["userId"] for row in trail} == {made["userId"]}
    variants = [row["after"] for row in trail if row["tableName"] == "item_variants" and not row["before"]]
    assert [variant["size"] for variant in variants][:6] == ["S", "M", "L", "XL", "Single", "Double"]
    entries = [row["after"] for row in trail if row["tableName"] == "price_list_entries"]
    assert sorted(entry["rate"] for entry in entries) == [749, 2100]
    counted = {row["tableName"] for row in trail}
    assert {"accounts", "number_series", "warehouses", "registrations", "customers"} <= counted


def test_its_user_can_sign_in_with_the_printed_password(newcomer: Operator) -> None:
    password = newcomer.make("demo")["password"]
    stored = newcomer.look("people.password", email="demo@example.com")
    assert stored is not None
    assert is_password(stored["password_hash"], password)
    assert newcomer.look("people.client", id="demo") == {
        "name": "Demo",
        "secret_hash": None,
        "scopes": ["full"],
    }


def test_a_second_run_makes_a_fresh_token_and_nothing_else(operator: Operator) -> None:
    run = ("demo", "--org", "demo-again")
    first = operator.make(*run)
    rows = len(operator.trail("demo-again"))
    second = operator.make(*run)
    assert (first["made"], second["made"]) == (True, False)
    assert (second["id"], second["password"]) == (first["id"], None)
    assert second["token"] != first["token"]
    added = operator.trail("demo-again")[rows:]
    assert [row["tableName"] for row in added] == ["tokens"]
    assert "There is already the demonstration demo-again" in operator.run(*run).stdout


def test_without_more_words_the_demonstration_is_called_demo(operator: Operator) -> None:
    assert operator.make("demo")["slug"] == "demo"


def test_an_organization_of_somebodys_own_is_left_alone(operator: Operator) -> None:
    operator.organization("demo-not")
    before = operator.trail("demo-not")
    said = operator.refused("demo", "--org", "demo-not")
    assert "--org" in said
    assert "no demonstration" in said
    assert operator.trail("demo-not") == before


def test_what_else_keeps_an_organization_from_being_made_is_told(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ORGANIZATION, "time_zone", "Asia/Nowhere")
    assert "Asia/Nowhere" in operator.run("demo", "--org", "demo-nowhere").output


@pytest.mark.parametrize("count", ["-1", str(MAX_INVOICES + 1), "many"])
def test_a_number_of_invoices_is_at_most_ten_million(operator: Operator, count: str) -> None:
    assert "--invoices" in operator.refused("demo", "--org", "demo-count", "--invoices", count)


def test_the_numbers_of_the_demonstration_are_as_real_ones() -> None:
    bodies = [ORGANIZATION, BRANCH, *(body for _, body in CUSTOMERS + VENDORS)]
    # An embassy's number has another shape.
    gstins = [body["gstin"] for body in bodies if "gstin" in body and body.get("gstCategory") != "UIN_HOLDER"]
    assert len(set(gstins)) == 20
    assert all(is_valid(gstin) for gstin in gstins)
    assert all(body["gstin"][2:12] == body["pan"] for body in bodies if "pan" in body)


@of_the_first_start
def test_the_first_start_makes_the_demonstration_and_keeps_its_token(owner_url: str, tmp_path: Path) -> None:
    file = tmp_path / "var" / "demo-token"
    token = ensure_demo(owner_url, file)
    assert token is not None
    assert caller(owner_url, token).read("/me")["organization"]["slug"] == "demo"
    assert file.read_text() == token + "\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [entry.name for entry in file.parent.iterdir()] == ["demo-token"]


@of_the_first_start
def test_later_starts_answer_the_token_for_as_long_as_it_works(operator: Operator, tmp_path: Path) -> None:
    file = tmp_path / "demo-token"
    token = ensure_demo(operator.url, file)
    assert token is not None
    assert ensure_demo(operator.url, file) == token
    found = operator.look("people.resolved", hash=token_hash(token))
    assert found is not None
    operator.make("token", "revoke", found["token_id"])
    fresh = ensure_demo(operator.url, file)
    assert fresh not in (None, token)
    assert file.read_text() == f"{fresh}\n"


@of_the_first_start
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"pat_of_another_database\n"])
def test_a_kept_token_that_is_none_is_replaced(operator: Operator, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "demo-token"
    file.write_bytes(content)
    token = ensure_demo(operator.url, file)
    assert file.read_text() == f"{token}\n"


@of_the_first_start
def test_where_nothing_can_be_written_there_is_a_token_all_the_same(
    operator: Operator, tmp_path: Path
) -> None:
    (tmp_path / "var").write_text("not a folder")
    assert ensure_demo(operator.url, tmp_path / "var" / "demo-token") is not None


@of_the_first_start
def test_a_start_does_not_open_an_organization_called_demo_that_is_somebodys(
    newcomer: Operator, tmp_path: Path
) -> None:
    newcomer.organization("demo")
    assert ensure_demo(newcomer.url, tmp_path / "demo-token") is None
    assert list(tmp_path.iterdir()) == []


@of_the_first_start
def test_a_start_does_without_a_token_while_somebody_fills_the_demonstration(
    operator: Operator, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Database(operator.url, pool_size=1)) as filling:

        def start(tx: Transaction) -> str | None:
            tx.execute("operators.lock_demonstration", slug="demo")
            return ensure_demo(operator.url, tmp_path / "demo-token")

        assert filling.run_as_owner(start) is None
    said = capsys.readouterr().err.splitlines()
    assert "No token of the demo organization this time: The service is busy; try again." in said
    assert list(tmp_path.iterdir()) == []


@of_the_first_start
def test_the_command_gives_the_user_of_the_first_start_a_password(newcomer: Operator, tmp_path: Path) -> None:
    ensure_demo(newcomer.url, tmp_path / "demo-token")
    first, second = newcomer.make("demo"), newcomer.make("demo")
    assert (first["made"], second["made"]) == (False, False)
    assert first["password"]
    assert second["password"] is None
