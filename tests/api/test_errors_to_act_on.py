"""Refusals that say enough to mend the request: the name, the fault, and the place to read on."""

import re

import pytest

from resources.api import document
from resources.serving.errors import STATUS_OF_CODE
from resources.serving.help import help_path
from tests.api.hostile import send
from tests.service import Client


def told(org: Client, path: str) -> str:
    answer = org.get(path)
    assert answer.status_int == 422, answer.text
    error = answer.json["error"]
    assert error["message"] == f"{error['details'][0]['field']}: {error['details'][0]['message']}"
    return str(error["message"])


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/invoices", "customerId"),
        ("/customers", "q"),
        ("/invoices", "externalReference"),
        ("/audit", "recordId"),
        ("/gst/gstr-1", "period"),
        ("/invoices", "cursor"),
    ],
)
def test_a_parameter_says_which_of_its_characters_is_not_allowed(org: Client, path: str, name: str) -> None:
    assert told(org, f"{path}?{name}=%00") == f"{name}: Must not contain the character NUL (%00)."


@pytest.mark.parametrize("given", ["%FF", "caf%E9", "%E0%A4%A", "%ED%A0%80"])
def test_what_is_not_encoded_as_utf_8_is_refused_and_finds_nothing_by_chance(org: Client, given: str) -> None:
    assert told(org, f"/customers?q={given}") == "q: Must be UTF-8, percent-encoded."


def test_the_character_that_stands_for_what_cannot_be_read_may_be_searched_for(org: Client) -> None:
    assert org.get("/customers?q=%EF%BF%BD").json["data"] == []


def test_too_long_a_parameter_says_how_long_it_may_be(org: Client) -> None:
    assert org.get("/customers?q=" + "x" * 255).status_int == 200
    assert told(org, "/customers?q=" + "x" * 256) == "q: Must be at most 255 characters long."


def test_one_of_many_words_is_told_by_the_nearest(org: Client) -> None:
    assert (
        told(org, "/events?type=invoice.sentt") == "type: There is no such word. Did you mean invoice.sent?"
    )
    assert "one of accounts, bill-allocations, bill-lines" in told(org, "/audit?table=xylophone")


def test_one_of_few_words_is_told_by_all_of_them(org: Client) -> None:
    assert told(org, "/quotes?status=sent") == (
        "status: Must be one of DRAFT, SENT, ACCEPTED, DECLINED, EXPIRED, given once."
    )


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (b"{", "line 1, column 2"),
        (b'{\n "displayName": "Acme",\n}', "line 2, column 23"),
        (b'{"displayName": NaN}', "line 1, column 17"),
        (b"displayName=Acme", "line 1, column 1"),
    ],
)
def test_json_that_is_none_says_where_it_breaks(org: Client, body: bytes, where: str) -> None:
    answer = send(org.web.app, "POST", "/customers", token=org.token, body=body)
    assert answer.json["error"]["message"] == f"The body is not valid JSON in UTF-8: see {where}."


@pytest.mark.parametrize(("body", "byte"), [(b"\xff\xfe{", 1), (b'{"displayName": "caf\xe9"}', 21)])
def test_text_that_is_not_utf_8_says_where_it_is_not(org: Client, body: bytes, byte: int) -> None:
    answer = send(org.web.app, "POST", "/customers", token=org.token, body=body)
    assert answer.json["error"]["message"] == f"The body is not UTF-8: see byte {byte}."


@pytest.mark.parametrize("body", [b"", b" \n"])
def test_a_body_that_is_missing_is_said_to_be(org: Client, body: bytes) -> None:
    answer = send(org.web.app, "POST", "/customers", token=org.token, body=body)
    assert answer.json["error"] == {
        "code": "invalid_request",
        "message": "The body is empty; it must be a JSON object.",
        "help": "/docs#description/invalid-request",
    }


def test_a_method_that_a_path_does_not_take_says_which_it_takes(org: Client) -> None:
    answer = send(org.web.app, "PUT", "/customers", token=org.token, body=b"{}")
    assert answer.json["error"]["message"] == "This path does not take this method, but GET, POST."


def test_a_registration_that_there_is_not_is_named(org: Client) -> None:
    answer = org.get("/gst/gstr-1?period=2026-10&registrationId=reg_00000000000000000000000000")
    assert (answer.status_int, answer.json["error"]["message"]) == (
        404,
        "registrationId names no registration of this organization.",
    )


def test_every_code_has_a_paragraph_that_its_help_leads_to() -> None:
    headings = re.findall(r"^## (\w+)$", document()["info"]["description"], re.MULTILINE)
    assert sorted(headings) == sorted(STATUS_OF_CODE)
    assert {help_path(heading) for heading in headings} == {
        f"/docs#description/{code.replace('_', '-')}" for code in STATUS_OF_CODE
    }


@pytest.mark.slow
def test_every_error_of_a_login_is_told_of_by_the_operation_that_logs_in() -> None:
    """They have the form of RFC 6749, which has no `help`."""
    told = document()["paths"]["/api/v1/oauth/token"]["post"]["description"]
    codes = document()["components"]["schemas"]["TokenError"]["properties"]["error"]["enum"]
    assert re.findall(r"^- `(\w+)`: ", told, re.MULTILINE) == codes
