"""What holds for every answer: envelope, statuses, headers, media types, windows, health, the log (spec 4.1, 7)."""

import io
import json
import logging
import re
from collections.abc import Iterator

import falcon
import psycopg
import pytest
from falcon.testing import create_environ

from app.config import Settings
from app.errors import Problem
from app.logs import JsonLines
from app.migrations import migrate
from resources.api import PUBLIC, create_app
from resources.errors import answer_bug, answer_http_error, answer_problem
from resources.middleware import RequestLog, Routing
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.conftest import fresh_database
from tests.service import Client, Service

RATE = {"name": "GST 18%", "ratePercent": 18}
BODY = json.dumps(RATE).encode()
LIMIT = 1024 * 1024


@pytest.fixture
def org(service: Service) -> Client:
    return service.organization()


def post(org: Client, body: bytes = BODY, **headers: str) -> Answer:
    """Create a tax rate with bytes and headers of the test's choice; `_` in a header's name is a hyphen."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = send(org.web.app, "POST", "/tax-rates", body, org.token, given)
    assert_in_envelope(answer)
    return answer


# Envelope and statuses.


def test_each_operation_answers_its_status_and_shape(org: Client) -> None:
    made = org.post("/tax-rates", RATE)
    assert (made.status_int, made.json.keys()) == (201, {"success", "data"})
    path = f"/tax-rates/{made.json['data']['id']}"
    for answer in (org.get(path), org.patch(path, RATE)):
        assert (answer.status_int, answer.json.keys()) == (200, {"success", "data"})
    gone = org.delete(path)
    assert (gone.status_int, gone.json) == (200, {"success": True, "data": {"deleted": True}})


def test_an_empty_list_has_its_meta(org: Client) -> None:
    answer = org.get("/tax-rates").json
    assert answer == {
        "success": True,
        "data": [],
        "meta": {"page": 1, "limit": 50, "total": 0, "hasMore": False},
    }


def test_meta_tells_where_in_the_list_a_page_is(org: Client) -> None:
    for _ in range(5):
        org.make("/tax-rates", RATE)
    metas = [org.get(f"/tax-rates?limit=2&page={page}").json["meta"] for page in (1, 2, 3, 4)]
    assert [meta["hasMore"] for meta in metas] == [True, True, False, False]
    assert {meta["total"] for meta in metas} == {5}
    assert [meta["page"] for meta in metas] == [1, 2, 3, 4]
    assert [len(org.read(f"/tax-rates?limit=2&page={page}")) for page in (1, 3, 4)] == [2, 1, 0]


def test_the_last_page_that_can_be_asked_for_is_empty(org: Client) -> None:
    answer = org.get("/tax-rates?page=2147483647&limit=200").json
    assert (answer["data"], answer["meta"]["hasMore"]) == ([], False)


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("page=0", ["page"]),
        ("page=-1", ["page"]),
        ("page=", ["page"]),
        ("page=1.5", ["page"]),
        ("page=x", ["page"]),
        ("page=2147483648", ["page"]),
        ("page=1" + "0" * 30, ["page"]),
        ("page=%D9%A1", ["page"]),
        ("page=1&page=2", ["page"]),
        ("page=%2B1", ["page"]),
        ("limit=0", ["limit"]),
        ("limit=201", ["limit"]),
        ("limit=200", []),
        ("limit=1", []),
        ("limit=x&page=x", ["page", "limit"]),
        ("Page=x", []),
        ("sort=name&unknown=1", []),
        ("page=1;limit=2", ["page"]),
    ],
)
def test_page_and_limit_are_whole_numbers_within_bounds(query: str, fields: list[str], org: Client) -> None:
    answer = org.get(f"/tax-rates?{query}")
    if not fields:
        assert answer.status_int == 200
        return
    assert (answer.status_int, answer.json["error"]["code"]) == (422, "validation_error")
    assert [detail["field"] for detail in answer.json["error"]["details"]] == fields


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("", 3),
        ("50%25", 1),
        ("%25", 1),
        ("_", 1),
        ("CME_", 1),
        ("acme", 3),
        ("AcMe", 3),
        ("%5C", 1),
        ("back%5C", 1),
        ("%25%25", 0),
        ("nobody", 0),
        ("x" * 255, 0),
    ],
)
def test_q_matches_anywhere_ignoring_case_and_has_no_wildcards(q: str, found: int, org: Client) -> None:
    for name in ("Acme 50%", "acme_1", "ACME back\\"):
        org.make("/customers", {"displayName": name})
    answer = org.get(f"/customers?q={q}").json
    assert (answer["meta"]["total"], len(answer["data"])) == (found, found)


@pytest.mark.parametrize("query", ["q=a&q=b", "q=a%00b", "q=" + "x" * 256])
def test_a_q_that_is_no_text_is_refused_by_name(query: str, org: Client) -> None:
    answer = org.get(f"/customers?{query}")
    assert answer.status_int == 422
    assert [detail["field"] for detail in answer.json["error"]["details"]] == ["q"]


def test_a_validation_error_lists_every_field(org: Client) -> None:
    error = org.post("/tax-rates", {"name": "", "ratePercent": 101, "isGST": 1}).json["error"]
    assert {detail["field"] for detail in error["details"]} == {"name", "ratePercent", "isGST"}
    assert all(detail["message"] for detail in error["details"])


# Request ids and headers.


@pytest.mark.parametrize("given", ["a", "0", "7f3c-42_x.Y", "x" * 100])
def test_a_request_id_of_the_caller_comes_back(given: str, org: Client) -> None:
    assert org.get("/me", **{"X-Request-Id": given}).headers["X-Request-Id"] == given


@pytest.mark.parametrize(
    "given", ["", " ", "x" * 101, "a b", "a\r\nSet-Cookie: b=c", "ü", 'a"b', "a\x00", "a'--", "a;b", "a\n"]
)
def test_a_request_id_that_is_not_safe_is_replaced(given: str, org: Client) -> None:
    answer = send(org.web.app, "GET", "/me", token=org.token, headers={"X-Request-Id": given})
    assert_in_envelope(answer)
    assert re.fullmatch(r"req_[0-9A-Z]{26}", answer.headers["x-request-id"])


def test_each_request_has_an_id_of_its_own(org: Client) -> None:
    assert len({org.get("/me").headers["X-Request-Id"] for _ in range(5)}) == 5


@pytest.mark.parametrize(
    "target", ["/me", "/scopes", "/tax-rates", "/nowhere", "//healthz", "//readyz", "/tax-rates/none"]
)
def test_no_answer_may_be_stored_or_guessed_at(target: str, org: Client) -> None:
    for token in (org.token, None):
        assert_in_envelope(send(org.web.app, "GET", target, token=token))


# What is not there.


@pytest.mark.parametrize(
    "target", ["/nowhere", "//", "//api", "//api/v1", "//api/v2/me", "/me/", "//favicon.ico", "/ME"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "TRACE"])
def test_an_unknown_path_is_not_found(method: str, target: str, org: Client) -> None:
    answer = send(org.web.app, method, target, BODY if method == "POST" else b"", org.token)
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (404, "not_found")


@pytest.mark.parametrize(
    ("method", "target", "allowed"),
    [
        ("PUT", "/tax-rates", "GET, POST"),
        ("DELETE", "/tax-rates", "GET, POST"),
        ("POST", "/tax-rates/x", "DELETE, GET, PATCH"),
        ("PUT", "/tax-rates/x", "DELETE, GET, PATCH"),
        ("OPTIONS", "/tax-rates", "GET, POST"),
        ("TRACE", "/tax-rates", "GET, POST"),
        ("CONNECT", "/tax-rates", "GET, POST"),
        ("FOO", "/tax-rates", "GET, POST"),
        ("get", "/tax-rates", "GET, POST"),
        ("PROPFIND", "/me", "GET"),
        ("OPTIONS", "//healthz", "GET"),
        ("POST", "/scopes", "GET"),
        ("GET", "/invoices/x/send", "POST"),
        ("PATCH", "/items", "GET, POST"),
        ("GET", "/items/x/core", "PATCH"),
    ],
)
def test_a_method_that_a_path_does_not_have_is_refused_with_those_it_has(
    method: str, target: str, allowed: str, org: Client
) -> None:
    for token in (org.token, None):
        answer = send(org.web.app, method, target, token=token)
        assert_in_envelope(answer)
        assert (answer.status, answer.code) == (405, "invalid_request")
        assert answer.headers["allow"] == allowed


def test_an_empty_id_names_nothing(org: Client) -> None:
    answer = send(org.web.app, "GET", "/tax-rates/", token=org.token)
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (404, "not_found")


def test_head_is_refused_without_a_body(org: Client) -> None:
    answer = send(org.web.app, "HEAD", "/tax-rates", token=org.token)
    assert (answer.status, answer.body, answer.headers["allow"]) == (405, b"", "GET, POST")


@pytest.mark.parametrize("header", ["X-HTTP-Method-Override", "X-Method-Override"])
def test_a_method_cannot_be_overridden(header: str, org: Client) -> None:
    path = f"/tax-rates/{org.make('/tax-rates', RATE)['id']}"
    send(org.web.app, "GET", path + "?_method=DELETE", token=org.token, headers={header: "DELETE"})
    assert org.get(path).status_int == 200


# Bodies.


def padded(size: int) -> bytes:
    return BODY + b" " * (size - len(BODY))


def test_a_body_may_be_as_large_as_the_limit(org: Client) -> None:
    assert post(org, padded(LIMIT)).status == 201


def test_a_body_over_the_limit_is_refused(org: Client) -> None:
    answer = post(org, padded(LIMIT + 1))
    assert (answer.status, answer.code) == (413, "invalid_request")


def test_a_body_that_only_says_it_is_over_the_limit_is_not_read(org: Client) -> None:
    assert post(org, BODY, Content_Length=str(10**12)).status == 413


def test_a_send_with_a_body_over_the_limit_is_refused_too(org: Client) -> None:
    answer = send(org.web.app, "POST", "/invoices/x/send", padded(LIMIT + 1), org.token)
    assert_in_envelope(answer)
    assert answer.status == 413


def test_a_body_shorter_than_announced_is_refused(org: Client) -> None:
    answer = post(org, BODY, Content_Length=str(len(BODY) + 1))
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert org.read("/tax-rates") == []


def test_a_body_ends_where_its_length_says(org: Client) -> None:
    assert post(org, BODY + b"garbage", Content_Length=str(len(BODY))).status == 201


@pytest.mark.parametrize("length", ["-1", "abc", "1e3", "0x10", "+5", "1 2", "٣", "9" * 30, "5, 5"])
def test_a_length_that_is_no_number_is_refused(length: str, org: Client) -> None:
    assert post(org, BODY, Content_Length=length).status in (400, 413)
    assert org.read("/tax-rates") == []


def test_a_chunked_body_is_read_to_its_end(org: Client) -> None:
    answers = [chunked(org, BODY), chunked(org, padded(LIMIT)), chunked(org, padded(LIMIT + 1))]
    assert [answer[0] for answer in answers] == ["201 Created", "201 Created", "413 Content Too Large"]


def chunked(org: Client, body: bytes) -> tuple[str, bytes]:
    """As a server hands over a chunked body: no length, and an input that ends by itself."""
    environ = create_environ(
        path="/api/v1/tax-rates",
        method="POST",
        headers={"Authorization": f"Bearer {org.token}", "Content-Type": "application/json"},
    )
    environ |= {"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True}
    environ.pop("CONTENT_LENGTH", None)
    statuses: list[str] = []
    content = b"".join(org.web.app(environ, lambda status, headers, exc_info=None: statuses.append(status)))
    return statuses[0], content


def test_a_body_that_cannot_be_received_is_the_sender_s_fault(org: Client) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError("the client went away")

    environ = create_environ(path="/api/v1/tax-rates", method="POST")
    environ |= {"wsgi.input": Broken(), "wsgi.input_terminated": True}
    statuses: list[str] = []
    content = b"".join(org.web.app(environ, lambda status, headers, exc_info=None: statuses.append(status)))
    assert statuses == ["400 Bad Request"]
    assert json.loads(content)["error"]["code"] == "invalid_request"


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        'application/json;charset="UTF-8"',
        "application/json ; charset=utf8",
        "",
    ],
)
def test_json_in_utf_8_is_taken(media_type: str, org: Client) -> None:
    assert post(org, Content_Type=media_type).status == 201


@pytest.mark.parametrize(
    "media_type",
    [
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "application/json; charset=utf-16",
        "application/json; charset=latin-1",
        "application/json, application/json",
        "application/json,text/plain",
        "*/*",
        "x" * 5_000,
        ";",
        "application/json\r\nX: y",
    ],
)
def test_another_media_type_is_refused(media_type: str, org: Client) -> None:
    answer = post(org, Content_Type=media_type)
    assert (answer.status, answer.code) == (415, "invalid_request")


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "identity, gzip", "x"])
def test_a_compressed_body_is_refused(coding: str, org: Client) -> None:
    answer = post(org, Content_Encoding=coding)
    assert (answer.status, answer.code) == (415, "invalid_request")


def test_the_identity_coding_is_none(org: Client) -> None:
    assert post(org, Content_Encoding="identity").status == 201


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "*/*;q=0", "garbage", "application/json"])
def test_answers_are_json_whatever_is_accepted(accept: str, org: Client) -> None:
    assert post(org, Accept=accept).status == 201


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
    app.add_error_handler(Problem, answer_problem)
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


@pytest.fixture
def empty_url(server_url: str, worker_id: str) -> Iterator[str]:
    yield from fresh_database(server_url, f"unready_{worker_id}", migrated=False)


def test_a_database_that_is_behind_is_not_ready(empty_url: str) -> None:
    app = create_app(Settings(database_url=empty_url))
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
    app = create_app(Settings(database_url=f"host={tmp_path} dbname=none", pool_wait=0.2))
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


@pytest.mark.parametrize(
    ("method", "target", "status"),
    [("GET", "/me", "401"), ("GET", "/nowhere", "404"), ("FOO", "/me", "405"), ("GET", "/scopes", "200")],
)
def test_a_request_of_nobody_leaves_a_line_too(
    method: str, target: str, status: str, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    send(service.app, method, target)
    (line,) = lines(caplog)
    assert (line["method"], line["status"], line["user"], line["organization"]) == (method, status, None, None)


def test_no_line_has_a_token_a_body_or_a_query_string(
    org: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        org.post("/customers?secret=in-the-query", {"displayName": "in-the-body"})
        org.post("/customers?secret=in-the-query", {"displayName": "in-the-body", "isActive": "in-the-body"})
        send(org.web.app, "POST", "/customers", b'{"a": "in-the-body', org.token)
        send(org.web.app, "GET", "/me?secret=in-the-query", token="pat_unknown-in-the-header")
    text = "".join(JsonLines().format(record) for record in caplog.records)
    assert text.count('"message":"request"') == 4
    for secret in (org.token, "in-the-query", "in-the-body", "in-the-header"):
        assert secret and secret not in text
