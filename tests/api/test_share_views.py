"""Looks at shared invoices: which count, and how many there may be."""

import pytest
from webtest import TestApp, TestResponse

from app.config import Settings
from resources.api import create_app
from tests.api.sharing import follow, shared, words_of
from tests.parallel import at_once
from tests.selling import read
from tests.service import POOLER, Client, Service


def test_looks_are_counted_with_their_times_and_change_nothing_else(org: Client, service: Service) -> None:
    record, path = shared(org)
    assert (record["viewedAt"], record["firstViewedAt"], record["views"]) == (None, None, 0)
    trail = org.get("/audit?limit=1").json["meta"]["total"]
    follow(service, path)
    once = read(org, record["id"])
    assert once["viewedAt"] == once["firstViewedAt"]
    assert once["views"] == 1
    follow(service, path)
    twice = read(org, record["id"])
    assert twice["views"] == 2
    assert twice["firstViewedAt"] == once["firstViewedAt"]
    assert twice["viewedAt"] > once["viewedAt"]
    assert twice["updatedAt"] == record["updatedAt"]
    assert org.get("/audit?limit=1").json["meta"]["total"] == trail


@pytest.mark.parametrize(
    "agent",
    [
        "",
        "WhatsApp/2.23.20.0",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "facebookexternalhit/1.1",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
        "TelegramBot (like TwitterBot)",
        "curl/8.5.0",
        "python-requests/2.32",
    ],
)
def test_robots_do_not_count(agent: str, org: Client, service: Service) -> None:
    record, path = shared(org)
    assert follow(service, path, User_Agent=agent).status_int == 200
    assert read(org, record["id"])["views"] == 0


def test_heads_prefetches_papers_and_wrong_links_do_not_count(org: Client, service: Service) -> None:
    record, path = shared(org)
    head = follow(service, path, "HEAD")
    assert (head.status_int, head.body) == (200, b"")
    follow(service, path, Sec_Purpose="prefetch;prerender")
    follow(service, path[:-1] + "x")
    follow(service, f"{path}/pdf")
    assert read(org, record["id"])["views"] == 0


def test_a_telephone_whose_name_ends_in_bot_counts(org: Client, service: Service) -> None:
    record, path = shared(org)
    follow(
        service,
        path,
        User_Agent="Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20) Chrome/120.0 Mobile Safari/537.36",
    )
    assert read(org, record["id"])["views"] == 1


def test_of_32_looks_at_once_each_is_counted(org: Client, service: Service) -> None:
    record, path = shared(org)

    def look(_client: Client, _: int) -> int:
        return follow(service, path).status_int

    assert at_once(32, org, look) == [200] * 32
    assert read(org, record["id"])["views"] == 32


def follow_until_refused(service: Service, path: str) -> tuple[int, TestResponse]:
    """Return how often the path was shown, and the first other answer. The budget refills while the test runs."""
    for shown in range(300):
        answer = follow(service, path)
        if answer.status_int != 200:
            return shown, answer
    raise AssertionError(f"{path} was shown 300 times")


def test_a_link_that_is_followed_too_often_waits(org: Client, service: Service) -> None:
    record, path = shared(org)
    _, other = shared(org)
    shown, last = follow_until_refused(service, path)
    assert shown >= 60
    assert (last.status_int, last.content_type) == (429, "text/html")
    assert int(last.headers["Retry-After"]) >= 1
    assert read(org, record["id"])["views"] == shown
    assert follow(service, other).status_int == 200


def test_the_paper_of_a_link_can_be_fetched_twenty_times_a_minute(org: Client, service: Service) -> None:
    _, path = shared(org)
    shown, last = follow_until_refused(service, f"{path}/pdf")
    assert (shown >= 20, last.status_int) == (True, 429)


def test_pages_are_limited_by_address_as_all_that_needs_no_token(org: Client, service: Service) -> None:
    _, path = shared(org)
    few = Settings(database_url=service.url, pooler=POOLER, pool_size=1, rate_without_token=2, pdf_cache=None)
    app = TestApp(create_app(few), lint=False, extra_environ={"REMOTE_ADDR": "203.0.113.1"})
    wrong = f"/share/{org.organization_id}/{'x' * 43}"
    statuses = [app.get(path, expect_errors=True).status_int for path in (path, wrong)]
    refused = [app.get(path, expect_errors=True) for path in (path, wrong, f"{path}/pdf")]
    assert statuses == [200, 404]
    for page in refused:
        assert (page.status_int, page.content_type) == (429, "text/html")
        assert "noindex" in page.headers["X-Robots-Tag"]
    assert "Too many requests" in words_of(refused[0])
