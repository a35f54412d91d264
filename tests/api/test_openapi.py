"""The published document, and that every answer is held to it."""

import json
from typing import Any

import pytest

from app.demonstration.today import today_in_india
from resources.openapi.examples import of_day
from resources.serving.errors import error_object
from tests.contract import check, published
from tests.service import Service

PATH = "/openapi.json"
HEADERS = {"content-type": "application/json", "x-request-id": "req_1"}
TAX_RATE = {
    "id": "tax_1",
    "organizationId": "org_1",
    "name": "GST 18%",
    "ratePercent": 18.0,
    "isGST": True,
    "isDefault": False,
    "createdAt": "2026-11-21T10:00:00Z",
    "updatedAt": "2026-11-21T10:00:00.123456Z",
}


def test_everybody_may_read_the_document(service: Service) -> None:
    answer = service.anonymous().get(PATH)
    assert answer.status_int == 200
    assert answer.content_type == "application/json"
    of_today = of_day(published(), today_in_india())
    assert answer.json == of_today | {"servers": [{"url": "http://localhost:80"}]}
    assert answer.headers["Cache-Control"] == "public, max-age=300"


def test_who_has_the_document_is_told_so(service: Service) -> None:
    anonymous = service.anonymous()
    tag = anonymous.get(PATH).headers["ETag"]
    assert tag.startswith('"')
    again = anonymous.get(PATH, **{"If-None-Match": tag})
    assert (again.status_int, again.body, again.headers["ETag"]) == (304, b"", tag)
    assert anonymous.get(PATH, **{"If-None-Match": '"another"'}).status_int == 200


def test_the_document_is_the_same_for_everybody_who_asks_at_one_address(service: Service) -> None:
    other = service.organization().get(PATH, **{"X-Forwarded-Prefix": "/x", "X-Forwarded-Host": "x.example"})
    assert other.body == service.anonymous().get(PATH).body


def test_the_document_names_the_address_that_it_was_asked_at(service: Service) -> None:
    answer = service.anonymous().get(PATH, Host='books.example"')
    assert answer.json["servers"] == [{"url": 'http://books.example"'}]
    assert answer.headers["ETag"] != service.anonymous().get(PATH).headers["ETag"]


def told(data: Any, status: int = 200, **headers: str) -> None:
    """Check an answer to GET /tax-rates/{id}."""
    body = json.dumps({"success": True, "data": data} if status < 400 else data).encode()
    check("GET", "/api/v1/tax-rates/tax_1", status, HEADERS | headers, body)


def test_an_answer_as_documented_passes() -> None:
    told(TAX_RATE)
    told({"success": False, "error": error_object("not_found", "There is no such record.")}, 404)


LIES = {
    "a key too many": TAX_RATE | {"secret": 1},
    "a key too few": {name: value for name, value in TAX_RATE.items() if name != "isGST"},
    "null": TAX_RATE | {"name": None},
    "another type": TAX_RATE | {"ratePercent": "18"},
    "beyond a bound": TAX_RATE | {"ratePercent": 101},
    "no moment": TAX_RATE | {"createdAt": "2026-11-21"},
}


@pytest.mark.parametrize("data", LIES.values(), ids=LIES)
def test_an_answer_of_another_shape_is_found_out(data: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match="GET /api/v1/tax-rates/tax_1 answered 200"):
        told(data)


def test_a_status_a_code_or_a_header_that_nobody_told_of_is_found_out() -> None:
    with pytest.raises(AssertionError, match="answered 418, which is not in the document"):
        told(TAX_RATE, 418)
    with pytest.raises(AssertionError, match="with the code conflict"):
        told({"success": False, "error": error_object("conflict", "No.")}, 404)
    with pytest.raises(AssertionError, match="headers that are not in the document"):
        told(TAX_RATE, **{"retry-after": "1"})
    with pytest.raises(AssertionError, match="which is not in the document"):
        check("GET", "/api/v1/nothing", 200, HEADERS, b"{}")
