"""Metrics of requests, logins and the process, as Prometheus reads them."""

import os
from math import isnan

import psycopg
import pytest

from app.config import Settings
from app.identity.passwords import prove_password
from app.postgres.migrations import migrate
from resources.api import create_app
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.looking import gained, look
from tests.contract import Checked
from tests.logins import PASSWORD, Logins
from tests.service import Client, Service

SECONDS = "invoicing_http_request_duration_seconds"
LOGIN = "/oauth/token"


# The page.


def test_without_the_setting_there_is_nothing_at_the_path(service: Service) -> None:
    answer = send(service.app, "GET", "//metrics")
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (404, "not_found")


def test_with_it_the_page_is_prometheuss_text_and_nobodys_to_keep(measured: Service) -> None:
    answer = send(measured.app, "GET", "//metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


def test_the_page_is_only_read(measured: Service) -> None:
    answer = send(measured.app, "POST", "//metrics")
    assert_in_envelope(answer)
    assert answer.status == 405


def test_nothing_of_it_stands_in_the_document_of_the_interface(measured: Service) -> None:
    document = send(measured.app, "GET", "/openapi.json").json
    assert not [path for path in document["paths"] if "metrics" in path]


# Requests.


def test_a_request_is_counted_by_method_route_and_status(watched: Client, measured: Service) -> None:
    before = look(measured.app)
    watched.get("/tax-rates/none")
    route = "/api/v1/tax-rates/{id}"
    assert (
        gained(measured, before, "invoicing_http_requests_total", method="GET", route=route, status="404")
        == 1
    )
    assert gained(measured, before, f"{SECONDS}_count", method="GET", route=route) == 1
    assert 0 < gained(measured, before, f"{SECONDS}_sum", method="GET", route=route) < 10


def test_buckets_run_from_a_millisecond_to_ten_seconds(watched: Client, measured: Service) -> None:
    watched.get("/tax-rates")
    bounds = sorted(map(float, look(measured.app).labels(f"{SECONDS}_bucket", "le")))
    assert (bounds[0], bounds[-2], bounds[-1]) == (0.001, 10, float("inf"))


def test_callers_cannot_make_up_routes_methods_or_anything_else(watched: Client, measured: Service) -> None:
    watched.get("/tax-rates")
    before = look(measured.app)
    for n in range(50):
        watched.get(f"/made-up-{n}")
        send(measured.app, f"MADEUP{n}", "/tax-rates")
        watched.get(f"/tax-rates/made-up-{n}", **{"X-Request-Id": f"made-up-{n}"})
    after = look(measured.app)
    assert "made-up" not in send(measured.app, "GET", "//metrics").body.decode().lower().replace("_", "-")
    new = {labels for name, labels in after.samples.keys() - before.samples.keys() if name.endswith("_total")}
    assert new <= {
        frozenset({"method": "GET", "route": "unknown", "status": "404"}.items()),
        frozenset({"method": "other", "route": "/api/v1/tax-rates", "status": "405"}.items()),
        frozenset({"method": "GET", "route": "/api/v1/tax-rates/{id}", "status": "404"}.items()),
    }


def test_the_request_that_asks_is_the_only_one_in_progress(watched: Client, measured: Service) -> None:
    watched.get("/tax-rates")
    assert look(measured.app).of("invoicing_http_requests_in_progress") == 1


def test_a_failing_request_is_no_longer_in_progress_either(measured: Service) -> None:
    for answer in (send(measured.app, "GET", "/me"), send(measured.app, "POST", LOGIN, b"{", headers={})):
        assert answer.status >= 400
    assert look(measured.app).of("invoicing_http_requests_in_progress") == 1


# Logins, replays.


def login(service: Service, email: str, password: str) -> Answer:
    logins = Logins(service)
    form = {"grant_type": "password", "username": email, "password": password, "client_id": logins.client()}
    response = logins.form(form)
    return Answer(response.status_int, dict(response.headers), response.body)


def test_wrong_passwords_and_locked_usernames_are_counted_apart(measured: Service) -> None:
    person = Logins(measured).person()
    before = look(measured.app)
    assert login(measured, person.email, PASSWORD).status == 201
    for _ in range(10):
        assert login(measured, person.email, "wrong").status == 400
    for _ in range(3):
        assert login(measured, person.email, PASSWORD).status == 400
    name = "invoicing_login_failures_total"
    assert gained(measured, before, name, reason="credentials") == 10
    assert gained(measured, before, name, reason="locked") == 3
    assert gained(measured, before, "invoicing_login_locks_total") == 1


def test_a_login_whose_account_changed_meanwhile_is_not_counted_as_locked(
    measured: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    logins = Logins(measured)
    person = logins.person()

    def prove_slowly(form: str | None, text: str) -> str:
        logins.owner("no_default_organization", member=person.id)
        return prove_password(form, text)

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove_slowly)
    before = look(measured.app)
    assert login(measured, person.email, PASSWORD).status == 400
    name = "invoicing_login_failures_total"
    assert gained(measured, before, name, reason="credentials") == 1
    assert gained(measured, before, name, reason="locked") == 0


def test_a_reply_that_is_given_again_is_counted(watched: Client, measured: Service) -> None:
    before = look(measured.app)
    customer = watched.make("/customers", {"displayName": "Acme"})["id"]
    line = {"description": "Work", "quantity": 1, "rate": 100}
    body = {"customerId": customer, "invoiceDate": "2026-05-01", "lines": [line]}
    statuses = [watched.post("/invoices", body, **{"Idempotency-Key": "one"}).status_int for _ in range(3)]
    assert statuses == [201, 201, 201]
    assert gained(measured, before, "invoicing_idempotent_replays_total") == 2


# The state of the whole.


@pytest.mark.slow
def test_missing_migrations_show(empty_url: str) -> None:
    app = Checked(create_app(Settings(database_url=empty_url, metrics=True)))
    nothing = look(app)
    assert nothing.of("invoicing_ready") == 0
    assert isnan(nothing.of("invoicing_migrations_missing"))
    migrate(empty_url)
    ready = look(app)
    assert (ready.of("invoicing_ready"), ready.of("invoicing_migrations_missing")) == (1, 0)
    with psycopg.connect(empty_url) as connection:
        connection.execute("DELETE FROM schema_migrations WHERE version LIKE '0004%'")
    behind = look(app)
    assert (behind.of("invoicing_ready"), behind.of("invoicing_migrations_missing")) == (0, 1)


def test_memory_and_time_of_the_process_show(measured: Service) -> None:
    found = look(measured.app)
    pid = str(os.getpid())
    assert found.of("process_resident_memory_bytes", pid=pid) > 10_000_000
    assert found.of("process_cpu_seconds_total", pid=pid) > 0
    assert found.of("process_open_fds", pid=pid) > 0
