"""Request bodies: size, length, chunks, media types (decisions: Malformed request, Limits)."""

import io
import json

import pytest
from falcon.testing import create_environ

from tests.api.hostile import Answer, assert_in_envelope, send
from tests.service import Client

RATE = {"name": "GST 18%", "ratePercent": 18}
BODY = json.dumps(RATE).encode()
LIMIT = 1024 * 1024


def post(org: Client, body: bytes = BODY, **headers: str) -> Answer:
    """Create a tax rate with bytes and headers of the test's choice; `_` in a header's name is a hyphen."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = send(org.web.app, "POST", "/tax-rates", body, org.token, headers=given)
    assert_in_envelope(answer)
    return answer


def message_of(answer: Answer) -> str:
    return str(answer.json["error"]["message"])


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
    """Send a body as a server hands over a chunked one: without a length, with an input that ends by itself."""
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

    headers = {"Authorization": f"Bearer {org.token}"}
    environ = create_environ(path="/api/v1/tax-rates", method="POST", headers=headers)
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
        "application/json; charset=utf-8;",
        "application/json; odata.metadata=minimal; charset=utf-8",
        "application/json; version=1",
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
        "application/json; version=1; charset=utf-16",
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


def test_the_refusal_of_a_media_type_says_what_arrived(org: Client) -> None:
    sentence = "The body must be application/json in UTF-8; it was sent as {}."
    assert message_of(post(org, Content_Type="text/csv")) == sentence.format("text/csv")
    # Descriptions of RFC 6749 have neither quotation marks nor backslashes.
    hostile = message_of(post(org, Content_Type='a/b; c="\\' + "x" * 500))
    assert hostile == sentence.format("a/b; c=??" + "x" * 91 + "...")
    compressed = message_of(post(org, Content_Encoding="gzip"))
    assert compressed == "The body must not be compressed; Content-Encoding was gzip."


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "identity, gzip", "x"])
def test_a_compressed_body_is_refused(coding: str, org: Client) -> None:
    answer = post(org, Content_Encoding=coding)
    assert (answer.status, answer.code) == (415, "invalid_request")


def test_the_identity_coding_is_none(org: Client) -> None:
    assert post(org, Content_Encoding="identity").status == 201


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "*/*;q=0", "garbage", "application/json"])
def test_answers_are_json_whatever_is_accepted(accept: str, org: Client) -> None:
    assert post(org, Accept=accept).status == 201
