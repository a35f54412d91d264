"""Rules of every answer: envelope, statuses, headers, windows, methods."""

import json
import re

import pytest

from tests.api.hostile import assert_in_envelope, send
from tests.service import Client

RATE = {"name": "GST 18%", "ratePercent": 18}
BODY = json.dumps(RATE).encode()


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
        "meta": {"page": 1, "limit": 50, "total": 0, "hasMore": False, "nextCursor": None},
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
    "target", ["/nowhere", "///", "//api", "//api//v1", "//api/v2/me", "/me//", "//favicon.ico", "/ME"]
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


@pytest.mark.parametrize("target", ["/tax-rates//", "//api/v1//tax-rates", "/tax-rates//x", "/tax-rates/x//"])
def test_an_empty_part_of_a_path_names_nothing(target: str, org: Client) -> None:
    answer = send(org.web.app, "GET", target, token=org.token)
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (404, "not_found")


def test_head_is_refused_without_a_body(org: Client) -> None:
    answer = send(org.web.app, "HEAD", "/tax-rates", token=org.token)
    assert (answer.status, answer.body, answer.headers["allow"]) == (405, b"", "GET, POST")
