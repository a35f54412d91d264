"""A demonstration that all tests of the books share: they take a while to begin, and change records of their own."""

import os
from collections.abc import Iterator

import pytest

from tests.browser.books import Books
from tests.browser.visits import Visit, visiting
from tests.operators.commands import Operator


@pytest.fixture(scope="session")
def office(server_url: str, worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    name = f"books_{worker_id}_{os.getpid()}"
    with visiting(server_url, name, tmp_path_factory.mktemp("books")) as visit:
        # What one test dates would be refused for what another one has dated.
        Operator(visit.url).make("org", "update", "--slug", "demo", "--checks", "warn")
        yield visit


@pytest.fixture
def books(office: Visit) -> Iterator[Books]:
    """The books, entered by token; neither a complaint nor a request to another host is forgiven."""
    books = Books(office.page)
    books.enter(office.token)
    yield books
    assert office.page.complaints() == []
    assert office.page.hosts() <= {office.page.base.removeprefix("http://")}
