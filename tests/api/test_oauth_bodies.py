"""Bodies of the two OAuth endpoints: forms and JSON, whole and broken."""

import json
import logging
from typing import Any

import pytest
from webtest import TestResponse

from tests.api.hostile import send
from tests.logins import PASSWORD, REVOKE, TOKEN, Logins, Person, refused

FORM = "application/x-www-form-urlencoded"


BROKEN: list[tuple[str, bytes, str, int]] = [
    ("no JSON", b"{", "application/json", 400),
    ("empty", b"", "application/json", 400),
    ("no object", b'["password"]', "application/json", 400),
    ("deep nesting", b"[" * 100_000, "application/json", 400),
    ("NaN", b'{"token": NaN, "grant_type": NaN}', "application/json", 400),
    ("JSON that is not UTF-8", b'{"token": "\xff", "grant_type": "\xff"}', "application/json", 400),
    ("a lone surrogate", b'{"token": "\\ud800", "grant_type": "\\ud800"}', "application/json", 400),
    ("NUL in JSON", b'{"token": "a\\u0000", "grant_type": "a\\u0000"}', "application/json", 400),
    ("a number", b'{"token": 5, "grant_type": 5}', "application/json", 400),
    ("an object", b'{"token": {}, "grant_type": {}}', "application/json", 400),
    ("a list", b'{"token": ["x"], "grant_type": ["password"]}', "application/json", 400),
    ("a boolean", b'{"token": true, "grant_type": true}', "application/json", 400),
    ("JSON twice", b'{"token": "a", "token": "a", "grant_type": "x"}', "application/json", 400),
    (
        "nesting",
        b'{"token": "a", "x": ' + b"[" * 900 + b"]" * 900 + b', "token": "a"}',
        "application/json",
        400,
    ),
    ("huge integer", b'{"grant_type": ' + b"9" * 5_000 + b', "token": 1}', "application/json", 400),
    ("a form twice", b"token=a&token=a&grant_type=password", FORM, 400),
    ("unknown twice", b"token=a&x=1&x=2&grant_type=password", FORM, 400),
    ("NUL in a form", b"token=%00&grant_type=%00", FORM, 400),
    ("a form that is not UTF-8", b"token=%ff&grant_type=%ff", FORM, 400),
    ("raw bytes in a form", b"token=\xff&grant_type=\xff", FORM, 400),
    ("1,000 parameters", b"&".join(b"p%d=1" % n for n in range(1_000)), FORM, 400),
    ("over the limit", b"token=" + b"x" * (1024 * 1024), FORM, 413),
    ("text", b"token=a&grant_type=password", "text/plain", 415),
    ("multipart", b"token=a", "multipart/form-data; boundary=x", 415),
    ("another charset", b"token=a", FORM + "; charset=utf-16", 415),
    ("nothing", b"", FORM, 400),
]


@pytest.mark.parametrize(
    ("body", "media_type", "status"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_a_body_that_cannot_be_read_is_refused_as_each_endpoint_does(
    logins: Logins, body: bytes, media_type: str, status: int
) -> None:
    refused(logins.raw(body, media_type), "invalid_request", status)
    response = logins.raw(body, media_type, REVOKE)
    assert response.status_int == status
    assert response.json["success"] is False
    assert response.json["error"]["code"] == "invalid_request"


@pytest.mark.parametrize("length", ["100", "-1", "abc", "5, 5"])
def test_a_body_whose_length_is_wrong_is_refused_as_each_endpoint_does(logins: Logins, length: str) -> None:
    for path in (TOKEN, REVOKE):
        answer = send(
            logins.service.app,
            "POST",
            path.removeprefix("/api/v1"),
            b"token=a",
            headers={"Content-Length": length, "Content-Type": FORM},
        )
        assert answer.status == 400
        error = answer.json["error"]
        assert (error if path == TOKEN else error["code"]) == "invalid_request"


def test_a_compressed_body_is_refused(logins: Logins) -> None:
    refused(logins.raw(b"x", FORM, **{"Content-Encoding": "gzip"}), "invalid_request", 415)


@pytest.mark.parametrize(
    "name", ["username", "password", "client_id", "client_secret", "scope", "refresh_token"]
)
@pytest.mark.parametrize("value", [5, 1.5, True, ["x"], {"a": "b"}], ids=repr)
def test_a_parameter_in_json_that_is_not_text_is_refused(
    logins: Logins, person: Person, app_id: str, name: str, value: Any
) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    refused(logins.json(given | {name: value}), "invalid_request")


def test_a_password_of_any_alphabet_goes_through_both_kinds_of_body(logins: Logins, app_id: str) -> None:
    from app.identity.passwords import hash_password  # noqa: PLC0415 - this test alone hashes

    password = "पासवर्ड & 100% + =\u20b9"
    person = logins.person(password_hash=hash_password(password))
    assert logins.login(person, app_id, password=password).status_int == 201
    given = {"grant_type": "password", "username": person.email, "password": password, "client_id": app_id}
    assert logins.json(given).status_int == 201


def test_what_was_sent_is_never_repeated_in_a_refusal(logins: Logins, person: Person, app_id: str) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    for name in (*given, "client_secret", "scope"):
        response = logins.form(given | {name: "<zebra>\r\nX: y\u20b9"})
        assert response.status_int in (400, 401)
        assert "zebra" not in response.text
        assert "zebra" not in str(response.headers)


ELSEWHERE = {"REMOTE_ADDR": "203.0.113.7"}


def log_in(
    logins: Logins, person: Person, app_id: str, headers: dict[str, str] | None = None, **environ: str
) -> TestResponse:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    return logins.web.post(TOKEN, given, headers=headers, extra_environ=environ, expect_errors=True)


def test_plain_http_from_another_machine_is_refused(logins: Logins, person: Person, app_id: str) -> None:
    refused(log_in(logins, person, app_id, **ELSEWHERE), "insecure_transport")
    by_https = ELSEWHERE | {"wsgi.url_scheme": "https"}
    assert log_in(logins, person, app_id, **by_https).status_int == 201
    response = logins.web.post(REVOKE, {"token": "x"}, extra_environ=ELSEWHERE, expect_errors=True)
    assert (response.status_int, response.json["error"]["code"]) == (400, "invalid_request")


@pytest.mark.parametrize(
    "claim",
    [
        {"X-Forwarded-Proto": "https"},
        {"Forwarded": "proto=https"},
        {"Forwarded": "proto=https;host=localhost"},
        {"X-Forwarded-Scheme": "https"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Host": "localhost"},
        {"X-Forwarded-Host": "localhost"},
        {"Host": "127.0.0.1:8000", "X-Forwarded-Host": "127.0.0.1"},
    ],
)
def test_a_caller_who_only_says_that_it_came_by_https_or_is_near_is_refused(
    claim: dict[str, str], logins: Logins, person: Person, app_id: str
) -> None:
    refused(log_in(logins, person, app_id, claim, **ELSEWHERE), "insecure_transport")


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_a_caller_on_this_machine_may_use_plain_http_under_any_name(
    peer: str, logins: Logins, person: Person, app_id: str
) -> None:
    named = {"Host": "api.example.com", "X-Forwarded-Host": "api.example.com"}
    assert log_in(logins, person, app_id, named, REMOTE_ADDR=peer).status_int == 201


@pytest.mark.parametrize(
    "told",
    [
        {"X-Forwarded-For": "203.0.113.7"},
        {"X-Forwarded-Proto": "http"},
        {"X-Forwarded-For": "x, 203.0.113.7"},
    ],
)
def test_a_proxy_on_this_machine_that_was_asked_by_plain_http_is_refused(
    told: dict[str, str], logins: Logins, person: Person, app_id: str
) -> None:
    refused(log_in(logins, person, app_id, told, REMOTE_ADDR="127.0.0.1"), "insecure_transport")


def test_other_methods_are_refused(logins: Logins) -> None:
    for path in (TOKEN, REVOKE):
        response = logins.web.get(path, expect_errors=True)
        assert response.status_int == 405
        assert "POST" in response.headers["Allow"]


def test_no_token_or_password_reaches_the_log(
    logins: Logins, person: Person, app_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = logins.tokens(person, app_id)
    again = logins.refresh(made["refresh_token"], app_id).json
    logins.revoke(again["refresh_token"])
    written = caplog.text + json.dumps([str(record.__dict__) for record in caplog.records])
    for secret in (PASSWORD, made["access_token"], made["refresh_token"], again["refresh_token"]):
        assert secret not in written


def test_a_database_that_is_away_is_told_in_the_endpoints_own_words(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.errors import Unavailable  # noqa: PLC0415

    def away(*_: object, **__: object) -> None:
        raise Unavailable

    monkeypatch.setattr("app.postgres.database.Database.run", away)
    response = logins.login(person, app_id)
    refused(response, "temporarily_unavailable", 503)
    assert int(response.headers["Retry-After"]) >= 1
