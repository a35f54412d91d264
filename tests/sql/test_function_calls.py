"""SQL functions that requests call: PostgreSQL plans none of them at every call."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo

from app.config import Settings
from app.lists.catalogue import LISTINGS
from resources.api import create_app
from tests.api import samples
from tests.logins import Logins
from tests.service import Client, Service

pytestmark = pytest.mark.slow

NAME = "its calls are counted"


@pytest.fixture(scope="module")
def counted(_running: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service in sessions that count what functions they call."""
    url = make_conninfo(_running.url, application_name=NAME, options="-c track_functions=all")
    folder: Path = tmp_path_factory.mktemp("pdf-cache")
    service = Service(create_app(Settings(database_url=url, pool_size=1, pdf_cache=folder)), url)
    yield service
    service.close()


def ask_for_all(service: Service) -> None:
    """Make and read a record of every kind, read every list, and log in."""
    org = service.organization()
    for path in sorted(path for path in samples.BODIES if "{id}" not in path):
        org.read(f"{path}/{samples.record(org, path)['id']}")
    org.make("/invoices", samples.invoice(org) | {"status": "SENT"})
    for kind, listing in LISTINGS.items():
        if listing.within:
            continue
        path = "/" + kind.replace("_", "-")
        words = [
            "",
            *["?updatedSince=2026-01-01"] * (kind not in ("audit", "events")),
            *["?q=a"] * listing.search,
        ]
        for asked in [*words, *(f"?sort={sort.word}" for sort in listing.sorts)]:
            org.read(path + asked)
    read_what_is_no_record(org)
    log_in(Logins(service))


def read_what_is_no_record(org: Client) -> None:
    customer = org.read("/customers?limit=1")[0]["id"]
    for path in ("/me", "/me/organizations", "/me/organization", "/dashboard/receivables"):
        org.read(path)
    org.read(f"/customer-ledger/{customer}")


def log_in(logins: Logins) -> None:
    client = logins.client()
    issued = logins.tokens(logins.person(), client)
    logins.refresh(issued["refresh_token"], client)
    logins.revoke(issued["access_token"])


def test_a_function_that_is_called_keeps_its_plan(counted: Service, service: Service) -> None:
    ask_for_all(counted)
    service.owner.run_as_owner(lambda tx: tx.all("calls.hang_up", name=NAME))
    made = service.owner.run_as_owner(lambda tx: tx.all("calls.made"))
    assert {"open_request", "trail_made", "organizations_of_caller", "oauth_client_found"} <= {
        row["name"] for row in made
    }
    planned_anew = {row["name"]: row["calls"] for row in made if row["language"] == "sql"}
    assert not planned_anew, (
        f"{planned_anew} are in SQL and called, not put into the statement that calls them: before PostgreSQL 18 each "
        "call is planned anew. Write them in PL/pgSQL by a migration, as in 0030, or so that they can be put in: one "
        "SELECT without FROM, neither SECURITY DEFINER nor SET, and as stable as what they call"
    )
