"""Health, the log line of each request, and unexpected errors, as operators see them."""

import json
import logging

import falcon
import psycopg
import pytest

from app.config import Settings
from app.errors import DomainError
from app.postgres.migrations import migrate
from app.telemetry.logs import JsonLines
from resources.api import PUBLIC, create_app
from resources.serving.errors import answer_bug, answer_domain_error, answer_http_error
from resources.serving.middleware import RequestLog, Routing
from tests.api.hostile import assert_in_envelope, send
from tests.contract import Checked
from tests.service import Client, Service

LIMIT = 1024 * 1024


# An error that nobody expected.


class Failing:
    """Says what no caller may hear."""

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        resp.set_header("X-Half-Done", "yes")
        raise RuntimeError("the secret of the house")


def test_an_unexpected_error_tells_the_log_and_not_the_caller(caplog: pytest.LogCaptureFixture) -> None:
    app = falcon.App(middleware=[RequestLog(), Routing({"/api/v1/fail": {"GET": PUBLIC}}, LIMIT)])
    app.add_route("/api/v1/fail", Failing())
    app.add_error_handler(Exception, answer_bug)
    app.add_error_handler(falcon.HTTPError, answer_http_error)
    app.add_error_handler(DomainError, answer_domain_error)
    answer = send(app, "GET", "/fail", headers={"X-Request-Id": "seven"})
    assert (answer.status, answer.code) == (500, "internal_error")
    assert b"secret" not in answer.body
    assert b"Traceback" not in answer.body
    assert (answer.headers["x-request-id"], answer.headers["cache-control"]) == ("seven", "no-store")
    logged = next(record for record in caplog.records if record.exc_info)
    entry = json.loads(JsonLines().format(logged))
    assert entry["request_id"] == "seven"
    assert "the secret of the house" in entry["exception"]
    assert "Traceback" in entry["exception"]


# Health.


def test_the_process_is_alive_and_ready_without_a_token(service: Service) -> None:
    for target, status in (("//healthz", "alive"), ("//readyz", "ready")):
        answer = send(service.app, "GET", target)
        assert_in_envelope(answer)
        assert (answer.status, answer.json["data"]) == (200, {"status": status})


@pytest.mark.slow
def test_a_database_that_is_behind_is_not_ready(empty_url: str) -> None:
    app = Checked(create_app(Settings(database_url=empty_url)))
    assert_unready(app)  # nothing at all is there
    migrate(empty_url)
    assert send(app, "GET", "//readyz").status == 200
    with psycopg.connect(empty_url) as connection:
        connection.execute("DELETE FROM schema_migrations WHERE version LIKE '0004%'")
    assert_unready(app)


def assert_unready(app: falcon.App) -> None:
    answer = send(app, "GET", "//readyz")
    assert (answer.status, answer.code) == (503, "service_unavailable")
    assert int(answer.headers["retry-after"]) > 0
    assert send(app, "GET", "//healthz").status == 200


# A database that is not there is a matter of its own: the pool logs each attempt.
def test_without_a_database_the_service_is_alive_and_busy(tmp_path: object) -> None:
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    app = Checked(create_app(Settings(database_url=f"host={tmp_path} dbname=none", pool_wait=0.2)))
    assert_unready(app)
    answer = send(app, "GET", "/me", token="pat_x")
    assert (answer.status, answer.code) == (503, "service_unavailable")
    assert answer.headers["retry-after"] == "1"


# The log.


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [json.loads(JsonLines().format(r)) for r in caplog.records if r.name == "requests"]


def test_a_request_leaves_one_line_that_says_who_and_what(
    org: Client, caplog: pytest.LogCaptureFixture
) -> None:
    org.get("/tax-rates/none?q=needle", **{"X-Request-Id": "seven"})
    (line,) = lines(caplog)
    assert line.pop("milliseconds") >= 0  # type: ignore[operator]
    assert line.pop("time")
    assert line == {
        "level": "info",
        "logger": "requests",
        "message": "request",
        "method": "GET",
        "route": "/api/v1/tax-rates/{id}",
        "status": "404",
        "organization": org.slug,
        "user": org.user_id,
        "request_id": "seven",
    }


def test_a_request_whose_first_statement_breaks_a_constraint_is_named_too(
    org: Client, caplog: pytest.LogCaptureFixture
) -> None:
    currency = {"code": "USD", "name": "US Dollar", "symbol": "$", "exchangeRate": 83}
    for _ in range(3):  # the last time the statement is prepared, and goes in one message with the opening
        org.post("/currencies", currency)
    line = lines(caplog)[-1]
    assert (line["status"], line["organization"], line["user"]) == ("422", org.slug, org.user_id)


@pytest.mark.parametrize("scopes", ["read", "full"])
def test_a_request_that_is_refused_for_its_permission_is_named_too(
    scopes: str, service: Service, org: Client, caplog: pytest.LogCaptureFixture
) -> None:
    viewer = service.member(org.organization_id, role="VIEWER", scopes=scopes)
    viewer.post("/currencies", {})
    line = lines(caplog)[-1]
    assert (line["status"], line["organization"], line["user"]) == ("403", org.slug, viewer.user_id)


@pytest.mark.parametrize(
    ("method", "target", "status"),
    [("GET", "/me", "401"), ("GET", "/nowhere", "404"), ("FOO", "/me", "405"), ("GET", "/scopes", "200")],
)
def test_a_request_of_nobody_leaves_a_line_too(
    method: str, target: str, status: str, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    send(service.app, method, target)
    (line,) = lines(caplog)
    assert (line["method"], line["status"], line["user"], line["organization"]) == (
        method,
        status,
        None,
        None,
    )


def test_no_line_has_a_token_a_body_or_a_query_string(org: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        org.post("/customers?secret=in-the-query", {"displayName": "in-the-body"})
        org.post("/customers?secret=in-the-query", {"displayName": "in-the-body", "isActive": "in-the-body"})
        send(org.web.app, "POST", "/customers", b'{"a": "in-the-body', org.token)
        send(org.web.app, "GET", "/me?secret=in-the-query", token="pat_unknown-in-the-header")
    text = "".join(JsonLines().format(record) for record in caplog.records)
    assert text.count('"message":"request"') == 4
    for secret in (org.token, "in-the-query", "in-the-body", "in-the-header"):
        assert secret and secret not in text
