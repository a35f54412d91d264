"""Paths that go roundabout and methods that are none: refused in the envelope, and never a way round the token."""

import pytest

from tests.answers import Answer
from tests.reliability.raw import Server, exchange, head
from tests.service import Client

ROUNDABOUT = [
    "//api/v1/me",
    "/api//v1/me",
    "/api/v1//me",
    "/api/v1/me/",
    "/api/v1/me//",
    "/./api/v1/me",
    "/api/v1/./me",
    "/api/v1/../v1/me",
    "/api/v1/scopes/../me",
    "/api/v1/scopes/..%2fme",
    "/api/v1/scopes/%2e%2e/me",
    "/api/v1/scopes/%252e%252e/me",
    "/api/v1/scopes;/me",
    "/api/v1/me;x=y",
    "/api/v1/me%00",
    "/api/v1/me%20",
    "/api/v1/me%0d%0a",
    "/api/v1/me.json",
    "/api/v1/%6de",
    "/api/v1%2fme",
    "/%61pi/v1/me",
    "/API/V1/ME",
    "/api/v1/\\me",
    "\\api\\v1\\me",
    "/api/v1/me#/scopes",
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/docs/../../../etc/passwd",
    "/docs/..%2f..%2fopenapi.py",
    "/docs/%2e%2e%2fdocs_page.py",
    "/docs/scalar%2f..%2f..%2fdocs_page.py",
    "/docs/%00",
    "/books/0123456789abcdef/../../../etc/passwd",
    "/books/0123456789abcdef/..%2f..%2fbooks_page.py",
    "/books/%2e%2e%2fbooks_page.py",
    "/books/%00",
    "/static/../wsgi.py",
    "/.env",
    "/.git/config",
    "/metrics",
    "http://elsewhere/api/v1/me",
    "http:///api/v1/me",
    "file:///etc/passwd",
    "*",
    "me",
    "?",
    "/" + "a/" * 2_000,
    "/api/v1/customers/" + "%25" * 2_000,
    "/" + "\xff" * 20,
    "/%ff%fe",
    "/%",
    "/%zz",
]


def ask(server: Server, method: str, target: str, *lines: str) -> Answer:
    """Send a request without a token."""
    request = "\r\n".join((f"{method} {target} HTTP/1.1", "Host: x", *lines, "", ""))
    return exchange(server, request.encode("latin-1"))


def test_no_way_round_leads_past_the_token(subtests: pytest.Subtests, server: Server) -> None:
    for target in ROUNDABOUT:
        with subtests.test(ascii(target[:40])):
            reply = ask(server, "GET", target)
            assert reply.status in (400, 401, 404), reply.body[:200]
            assert reply.headers["content-type"] == "application/json"
            assert reply.json["success"] is False
            assert b"root:" not in reply.body and b"import" not in reply.body


def test_with_a_token_a_way_round_leads_to_the_caller_or_nowhere(
    subtests: pytest.Subtests, server: Server, org: Client
) -> None:
    for target in ROUNDABOUT:
        with subtests.test(ascii(target[:40])):
            reply = exchange(server, head(org, method="GET", path=target))
            assert reply.status in (200, 400, 404)
            if reply.status == 200:
                assert reply.json["data"]["organization"]["id"] == org.organization_id


@pytest.mark.parametrize(
    "method",
    [
        "TRACE",
        "TRACK",
        "CONNECT",
        "PUT",
        "PROPFIND",
        "PURGE",
        "X",
        "get",
        "Get",
        "GET1",
        "M" * 20,
        "M" * 5_000,
    ],
    ids=lambda method: method[:20],
)
def test_a_method_that_is_none_is_refused(method: str, server: Server, org: Client) -> None:
    for path in ("/api/v1/me", "/api/v1/tax-rates", "/docs", "/readyz", "/nowhere"):
        reply = exchange(server, head(org, "X-Secret: shown", method=method, path=path))
        assert reply.status in (400, 404, 405, 501), reply.body
        assert reply.headers["content-type"] == "application/json"
        assert reply.json["error"]["code"] in ("invalid_request", "not_found")
        assert b"shown" not in reply.body


def test_a_connection_to_elsewhere_is_not_made(server: Server) -> None:
    for target in ("elsewhere:443", "127.0.0.1:22", "//127.0.0.1:22", "http://127.0.0.1:22/elsewhere"):
        assert ask(server, "CONNECT", target).status in (400, 404, 405)
        assert ask(server, "GET", target).status in (400, 404)


@pytest.mark.parametrize("header", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
def test_another_method_in_a_header_is_not_looked_at(header: str, server: Server, org: Client) -> None:
    made = org.make("/tax-rates", {"name": "GST 5%", "ratePercent": 5})["id"]
    path = f"/api/v1/tax-rates/{made}"
    assert exchange(server, head(org, f"{header}: DELETE", method="GET", path=path)).status == 200
    asked = head(org, f"{header}: DELETE", method="GET", path=path + "?_method=DELETE")
    assert exchange(server, asked).status == 422
    assert org.get(f"/tax-rates/{made}").status_int == 200


@pytest.mark.parametrize(
    "header",
    ["X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Prefix", "X-Forwarded-Uri", "SCRIPT_NAME", "PATH_INFO"],
)
def test_another_path_in_a_header_is_not_looked_at(header: str, server: Server) -> None:
    assert ask(server, "GET", "/api/v1/scopes", f"{header}: /api/v1/me").json["data"]
    assert ask(server, "GET", "/api/v1/me", f"{header}: /api/v1/scopes").status == 401
