"""The second wall alone: every statement has forgotten its organization, and still no one sees another's records."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from app.config import Settings
from app.postgres import database
from app.postgres.queries import load
from resources.api import create_app
from tests.api.standing import Standing

# Run once more, on the forgetful service: pytest finds them in this module too.
from tests.api.test_isolation import (
    test_a_foreign_record_answers_to_the_byte_like_one_that_is_not_there,
    test_a_list_and_its_total_know_only_the_caller_s_own,
    test_a_search_finds_nothing_of_others,
)
from tests.api.test_isolation_of_lists import (
    test_a_list_that_is_only_read_knows_the_caller_s_own,
    test_totals_count_the_caller_s_own,
)
from tests.service import POOLER, Service

__all__ = [
    "test_a_foreign_record_answers_to_the_byte_like_one_that_is_not_there",
    "test_a_list_and_its_total_know_only_the_caller_s_own",
    "test_a_list_that_is_only_read_knows_the_caller_s_own",
    "test_a_search_finds_nothing_of_others",
    "test_totals_count_the_caller_s_own",
]

# The walks of other files once more. That the wall itself stands, tests/sql/test_walls.py holds in `make test`.
pytestmark = pytest.mark.slow

_NAMED = re.compile(
    r"(\b\w+\.)?\b((default_)?organization_id|id|current_organization\(\)) = %\(organization_id\)s"
)


def forgetful() -> dict[str, str]:
    """All statements of the service, none of which asks for an organization."""
    return {name: _NAMED.sub("true", statement) for name, statement in load().items()}


@pytest.fixture(scope="module")
def forgetting(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    # Without limits, whose headers would count the requests that are compared.
    settings = Settings(
        database_url=database_url,
        pooler=POOLER,
        pdf_cache=tmp_path_factory.mktemp("forgetful-cache"),
        rate_per_token=None,
        rate_per_address=None,
        rate_without_token=None,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "load", forgetful)
        app = create_app(settings)
    with closing(Service(app, database_url)) as service:
        yield service


@pytest.fixture
def service(forgetting: Service) -> Service:
    """The forgetful service, in place of the usual one."""
    return forgetting


@pytest.fixture(scope="module")
def standing(forgetting: Service) -> Standing:
    return Standing(forgetting.organization())


@pytest.fixture(scope="module")
def foreign_org(forgetting: Service) -> Standing:
    return Standing(forgetting.organization())


def test_the_statements_have_forgotten_it() -> None:
    remembered, forgotten = load(), forgetful()
    assert len([name for name in remembered if forgotten[name] != remembered[name]]) > 150
    asks = re.compile(r"WHERE[^;]*= %\(organization_id\)s")
    assert [name for name, statement in forgotten.items() if asks.search(statement)] == []
