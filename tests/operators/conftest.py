"""The operator, and the books that commands work on."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.operators.checking import bill_again, buy, sell
from tests.operators.commands import Operator
from tests.operators.importing import Books
from tests.selling import VENDOR
from tests.service import Client, Service


@pytest.fixture
def operator(service: Service) -> Operator:
    """An operator. Tests share the database, so each one works in organizations of its own."""
    return Operator(service.url, service.owner)


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder. Not pytest's own: each run of root's closes that to the account of the server again."""
    with TemporaryDirectory(prefix="invoicing test ") as name:
        yield Path(name)


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    """The books of a new organization."""
    return Books(service, operator)


@pytest.fixture
def parties(books: Books) -> None:
    """The organization has a customer, Acme, and a vendor, Mill."""
    books.load("customers", {"displayName": "Acme"})
    books.load("vendors", {"displayName": "Mill"} | VENDOR)


@pytest.fixture
def two_parties(books: Books) -> None:
    """The organization has the customers Acme and Other, and the vendors Mill and Other."""
    books.load("customers", {"displayName": "Acme"}, {"displayName": "Other"})
    books.load("vendors", {"displayName": "Mill"} | VENDOR, {"displayName": "Other"} | VENDOR)


@pytest.fixture
def something_of_everything(service: Service, org: Client) -> None:
    """The organization has something of everything that `check` looks into."""
    sell(service, org)
    buy(service, org)
    bill_again(service, org)
