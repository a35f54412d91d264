"""The books of organizations, and the check of them after each test."""

from collections.abc import Iterator
from functools import partial

import pytest

from app.config import Settings
from app.ledgers.reconciliation import differences
from app.postgres.database import Row, Transaction
from resources.api import create_app
from tests.api.receiving import change
from tests.api.recurring import Recurring
from tests.api.references import OWNER
from tests.api.reporting import owe
from tests.api.shelf import Shelf
from tests.api.standing import Standing
from tests.selling import Books, customer, sent
from tests.service import POOLER, Client, Service

# Tests that leave books which do not tie, and why.
UNTIED = {
    "test_a_number_that_is_taken_already_is_a_conflict_for_one_alone_and_leaves_no_gap": (
        "Somebody gave an invoice a number that its series has still to give out."
    ),
}


@pytest.fixture(autouse=True)
def _imports(service: Service) -> None:
    """Records that only the import makes go into the database of the service."""
    OWNER.set(service.owner)


@pytest.fixture(scope="package", autouse=True)
def _begin(_running: Service) -> None:
    """The books of organizations that other packages made are not checked here."""
    _running.unchecked.clear()


@pytest.fixture(scope="module")
def standing(_running: Service) -> Iterator[Standing]:
    """The administrator of an organization that the tests of one file share; its books must tie after the last."""
    org = Standing(_running.organization())
    yield org
    assert _differences(_running, [org.organization_id]) == []


@pytest.fixture(scope="session")
def shelf(_running: Service) -> Shelf:
    """An organization with records in every list, which tests only read: to make them takes seconds."""
    return Shelf(_running)


@pytest.fixture
def books(service: Service, org: Client) -> Books:
    """The stock of the organization, as the database has it."""
    return Books(service, org)


@pytest.fixture(autouse=True)
def _books_tie(service: Service, request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test the books of the organizations that it made must tie."""
    yield
    made, service.unchecked = service.unchecked, []
    if made and request.node.originalname not in UNTIED:
        assert _differences(service, made) == []


def _differences(service: Service, organization_ids: list[str]) -> list[Row]:
    return [row for id in organization_ids for row in service.owner.run_as_owner(partial(_untied, id))]


def _untied(organization_id: str, tx: Transaction) -> list[Row]:
    # In a transaction of its own: a cluster may hold the next one on another node.
    (books,) = tx.all("operators.keeps_books", organization_id=organization_id)
    if not books["kept"]:
        return []
    tx.enter(organization_id)
    return list(differences(tx))


@pytest.fixture(scope="module")
def measured(database_url: str) -> Iterator[Service]:
    """A service with METRICS on, for which no statement is slow: a busy machine would add counters of some."""
    settings = Settings(database_url=database_url, pooler=POOLER, metrics=True, slow_query=600)
    service = Service(create_app(settings), database_url)
    yield service
    service.close()


@pytest.fixture
def buyer(org: Client) -> str:
    """A customer, of an organization that has issued INV-00001."""
    buyer = customer(org)
    sent(org, buyer)
    return buyer


@pytest.fixture
def watched(measured: Service) -> Client:
    """The administrator of a new organization on the service with METRICS on."""
    return measured.organization()


@pytest.fixture
def ours(service: Service) -> Client:
    """The administrator of the organization that asks."""
    return service.organization()


@pytest.fixture
def theirs(service: Service) -> Client:
    """The administrator of another organization than the one that asks."""
    return service.organization()


@pytest.fixture
def owing(org: Client) -> Client:
    """An organization that owes money to vendors of all sizes."""
    owe(org)
    return org


@pytest.fixture
def recurring(service: Service, org: Client) -> Iterator[Recurring]:
    """The recurring invoices of the organization; none is left."""
    made = Recurring(service, org, customer(org))
    yield made
    made.end()


@pytest.fixture
def only_ours(service: Service) -> None:
    """Endpoints of other tests are told nothing."""
    change(service, "UPDATE webhook_endpoints SET is_active = false")
