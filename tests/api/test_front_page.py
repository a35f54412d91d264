"""`/` and `/api/v1`: what somebody sees who knows the address alone."""

from collections.abc import Iterator

import pytest
from webtest import TestApp

from app.config import Settings
from app.operators.serve import _is_private
from resources.api import create_app
from tests.service import Service

TOKEN = "pat_of-the-demonstration"


@pytest.fixture(scope="module")
def shown(database_url: str) -> Iterator[TestApp]:
    """A service that `make run` started with a demonstration."""
    app = create_app(Settings(database_url=database_url, pool_size=1, demo_token=TOKEN))
    yield TestApp(app, lint=False)


@pytest.mark.parametrize("path", ["//", "//api/v1", "//api/v1/"])
def test_a_browser_gets_a_page_that_leads_on(service: Service, path: str) -> None:
    page = service.anonymous().get(path, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert page.status_int == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Vary"] == "Accept"
    assert "Ready." in page.text
    for address in ("/docs", "/books", "/api/v1/openapi.json", "/readyz"):
        assert f'href="{address}"' in page.text
        assert service.anonymous().get("/" + address).status_int == 200
    assert "{" not in page.text


def test_who_asks_for_json_gets_json(service: Service) -> None:
    answer = service.anonymous().get("//", Accept="application/json")
    assert answer.json["success"] is True
    assert answer.json["data"] == {
        "name": "GST invoicing",
        "version": answer.json["data"]["version"],
        "status": "ready",
        "documentation": "/docs",
        "books": "/books",
        "openapi": "/api/v1/openapi.json",
        "health": "/readyz",
    }


def test_who_asks_for_nothing_in_particular_gets_the_page(service: Service) -> None:
    assert service.anonymous().get("//").headers["Content-Type"].startswith("text/html")


def test_the_page_runs_no_script_and_loads_no_other_host(service: Service) -> None:
    page = service.anonymous().get("//")
    assert page.headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    assert "<script" not in page.text
    assert "style=" not in page.text


def test_without_its_database_the_page_says_so(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resources.health.Health.missing", lambda _: ["0001"])
    page = service.anonymous().get("//")
    assert page.status_int == 200
    assert "Not ready" in page.text
    assert service.anonymous().get("//", Accept="application/json").json["data"]["status"] == "not ready"


def test_the_documentation_is_found_with_a_slash_behind_it(service: Service) -> None:
    assert service.anonymous().get("//docs/").text == service.anonymous().get("//docs").text


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_the_pages_of_a_demonstration_show_its_token(shown: TestApp, host: str) -> None:
    for path in ("/", "/docs"):
        assert TOKEN in shown.get(path, headers={"Host": host}).text
    told = shown.get("/", headers={"Host": host, "Accept": "application/json"}).json["data"]
    assert told["demonstrationToken"] == TOKEN


def test_a_foreign_name_that_points_here_does_not_get_the_token(shown: TestApp) -> None:
    for path in ("/", "/docs"):
        for accepted in ("text/html", "application/json"):
            answer = shown.get(path, headers={"Host": "rebound.example", "Accept": accepted})
            assert TOKEN not in answer.text


def test_a_service_that_make_run_did_not_start_shows_no_token(service: Service) -> None:
    assert Settings.from_environment({}).demo_token is None
    for path in ("//", "//docs"):
        assert "pat_of" not in service.anonymous().get(path, Host="127.0.0.1").text


@pytest.mark.parametrize(
    ("host", "private"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("::", False)]
)
def test_the_token_is_shown_only_where_this_machine_alone_can_ask(host: str, private: bool) -> None:
    assert _is_private(host) is private
