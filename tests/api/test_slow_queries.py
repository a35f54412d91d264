"""Lines of the log about statements that took long."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from app.config import Settings
from app.errors import InvalidRequest
from app.identity.caller import authorization
from app.postgres.database import Database, Transaction
from app.postgres.queries import load
from app.postgres.slow_statements import Watch
from app.telemetry.logs import JsonLines
from resources.api import create_app
from tests.service import FIXTURES, POOLER, Service

ORGANIZATION = "org_1"
Lines = list[dict[str, Any]]


@pytest.fixture
def patient(database_url: str) -> Iterator[Database]:
    """A database that finds 0.1 seconds slow."""
    database = Database(database_url, pool_size=1, watch=Watch(slow=0.1))
    database.queries |= load(FIXTURES)
    yield database
    database.close()


@pytest.fixture
def nosy(database_url: str) -> Iterator[Service]:
    """A service that finds everything slow."""
    service = Service(
        create_app(Settings(database_url=database_url, pooler=POOLER, slow_query=0.0)), database_url
    )
    yield service
    service.close()


def told(caplog: pytest.LogCaptureFixture) -> Lines:
    return [json.loads(JsonLines().format(record)) for record in caplog.records if record.name == "queries"]


def test_a_slow_query_leaves_a_line_with_its_name_and_whose_it_was(
    patient: Database, caplog: pytest.LogCaptureFixture
) -> None:
    def work(tx: Transaction) -> None:
        tx.enter(ORGANIZATION, request_id="seven")
        tx.all("watching.sleep", seconds=0.15, secret="nobody may read this")
        tx.all("watching.sleep", seconds=0, secret="nobody may read this")

    patient.run(work)
    (line,) = told(caplog)
    assert 150 <= line.pop("milliseconds") < 10_000
    assert line.pop("time")
    assert line == {
        "level": "warning",
        "logger": "queries",
        "message": "slow query",
        "query": "watching.sleep",
        "rows": 1,
        "request_id": "seven",
        "organization_id": ORGANIZATION,
    }


def test_queries_that_went_together_share_a_line(patient: Database, caplog: pytest.LogCaptureFixture) -> None:
    slow = ("watching.sleep", {"seconds": 0.15, "secret": ""})
    patient.run(lambda tx: tx.run_all(slow, ("identity.applied_migrations", {})))
    (line,) = told(caplog)
    assert (line["query"], line["rows"]) == ("watching.sleep identity.applied_migrations", None)


def test_a_query_that_fails_after_a_long_time_leaves_a_line_too(
    patient: Database, caplog: pytest.LogCaptureFixture
) -> None:
    def work(tx: Transaction) -> None:
        with pytest.raises(psycopg.errors.DivisionByZero):
            tx.all("watching.fail_late", seconds=0.15)

    patient.run(work)
    assert [(line["query"], line["rows"]) for line in told(caplog)] == [("watching.fail_late", None)]


def test_a_read_that_fails_late_names_its_request_though_nobody_says_who_asked(
    patient: Database, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    org = service.organization()
    for _ in range(2):  # the second time it is prepared, and goes with its opening
        caplog.clear()
        with pytest.raises(InvalidRequest):
            patient.run_as_caller(
                authorization(str(org.token), ""),
                lambda tx: tx.fetch_and_commit(("watching.fail_late", {"seconds": 0.15})),
                request_id="seven",
            )
    (line,) = told(caplog)
    assert (line["query"], line["request_id"]) == ("begin watching.fail_late commit", "seven")


def test_a_slow_write_names_its_organization_though_its_token_went_along(
    patient: Database, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    org = service.organization()

    def work(tx: Transaction) -> None:
        tx.all("watching.sleep", seconds=0.15, secret="")

    for _ in range(2):  # the second time it is prepared, and goes with its opening
        patient.run_as_caller(authorization(str(org.token), ""), work, request_id="seven")
    *_, line = told(caplog)
    assert (line["query"], line["rows"]) == ("begin watching.sleep", None)
    assert (line["request_id"], line["organization_id"]) == ("seven", org.organization_id)


def test_operators_commands_are_told_nothing(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    database = Database(database_url, pool_size=1)
    database.queries |= load(FIXTURES)
    database.run_as_owner(lambda tx: tx.all("watching.sleep", seconds=0.6, secret=""))
    database.close()
    assert told(caplog) == []


def test_every_statement_of_a_request_can_be_watched_and_none_of_its_parameters_shows(
    nosy: Service, caplog: pytest.LogCaptureFixture
) -> None:
    org = nosy.organization()
    # On a cluster the first request of a token looks for the organization.
    org.read("/me")
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        org.post("/tax-rates", {"name": "in-the-body", "ratePercent": 5}, **{"X-Request-Id": "seven"})
    lines = told(caplog)
    assert [line["query"] for line in lines] == ["begin", "tax_rates.insert", "tax_rates.get commit"]
    assert {line["request_id"] for line in lines[1:]} == {"seven"}
    assert {line["organization_id"] for line in lines[1:]} == {org.organization_id}
    assert "in-the-body" not in json.dumps(lines)


def test_half_a_second_is_slow_unless_told_otherwise() -> None:
    assert Settings.from_environment({}).slow_query == 0.5
    assert Settings.from_environment({"SLOW_QUERY_MS": "50"}).slow_query == 0.05
