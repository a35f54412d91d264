"""The error table: what the domain says, and the status, code and headers that it becomes."""

import json
import sys

import falcon
import pytest
from falcon.testing import create_environ

from app.constraint_messages import CONSTRAINTS
from app.errors import (
    Conflict,
    DomainError,
    Forbidden,
    InsufficientScope,
    Invalid,
    InvalidRequest,
    NotFound,
    PreconditionFailed,
    RateLimited,
    Unauthorized,
    Unavailable,
)
from app.postgres.constraints import Constraint, by_constraint
from resources.openapi.texts import DESCRIPTION, ERROR_WORDS
from resources.serving.bodies import TooLarge, UnsupportedMediaType
from resources.serving.errors import STATUS_OF_CODE, answer_domain_error, answer_http_error, status_of

PROBLEMS = [
    (InvalidRequest("x"), 400, "invalid_request"),
    (Unauthorized("x"), 401, "unauthorized"),
    (Forbidden("items.read"), 403, "forbidden"),
    (InsufficientScope("items.read"), 403, "insufficient_scope"),
    (NotFound(), 404, "not_found"),
    (Conflict("x"), 409, "conflict"),
    (PreconditionFailed(), 412, "precondition_failed"),
    (TooLarge("x"), 413, "invalid_request"),
    (UnsupportedMediaType("x"), 415, "invalid_request"),
    (Invalid([("name", "x")]), 422, "validation_error"),
    (RateLimited("x", retry_after=60), 429, "rate_limited"),
    (Unavailable(), 503, "service_unavailable"),
]


def answered(problem: DomainError) -> tuple[falcon.Response, dict[str, object]]:
    resp = falcon.Response()
    answer_domain_error(falcon.Request(create_environ()), resp, problem, {})
    return resp, json.loads(resp.data or b"")


@pytest.mark.parametrize(("problem", "status", "code"), PROBLEMS, ids=lambda v: type(v).__name__)
def test_each_problem_has_its_status_and_code(problem: DomainError, status: int, code: str) -> None:
    resp, body = answered(problem)
    assert (status_of(problem), resp.status_code) == (status, status)
    assert body["success"] is False
    assert body["error"]["code"] == code  # type: ignore[index]
    assert body["error"]["message"] == problem.message  # type: ignore[index]


def test_the_codes_are_a_closed_set() -> None:
    assert STATUS_OF_CODE.keys() == {code for _, _, code in PROBLEMS} | {"internal_error"}


def test_a_problem_that_names_fields_lists_them() -> None:
    _, body = answered(Invalid([("lines.0.rate", "Must be at least 0."), ("notes", "Too long.")]))
    assert body["error"] == {
        "code": "validation_error",
        "message": "lines.0.rate: Must be at least 0. (and 1 more)",
        "help": "/docs#description/validation-error",
        "details": [
            {"field": "lines.0.rate", "message": "Must be at least 0."},
            {"field": "notes", "message": "Too long."},
        ],
    }


def test_a_problem_without_fields_has_no_details() -> None:
    _, body = answered(NotFound())
    assert "details" not in body["error"]


def test_a_problem_names_the_paragraph_about_its_code() -> None:
    assert ERROR_WORDS.keys() == STATUS_OF_CODE.keys()
    for code in ERROR_WORDS:
        assert f"\n## {code}\n" in DESCRIPTION
    _, body = answered(NotFound())
    assert body["error"]["help"] == "/docs#description/not-found"


@pytest.mark.parametrize(
    ("problem", "challenge"),
    [
        (Unauthorized("x"), "Bearer"),
        (Unauthorized("x", presented=True), 'Bearer error="invalid_token"'),
        (InsufficientScope("customers.read"), 'Bearer error="insufficient_scope", scope="customers.read"'),
        (Forbidden("customers.read"), None),
        (NotFound(), None),
    ],
)
def test_the_challenge_says_what_a_better_token_would_need(
    problem: DomainError, challenge: str | None
) -> None:
    assert answered(problem)[0].get_header("WWW-Authenticate") == challenge


@pytest.mark.parametrize(
    ("problem", "seconds"),
    [(Unavailable(), "1"), (RateLimited("x", retry_after=60), "60"), (NotFound(), None)],
)
def test_who_may_come_back_is_told_when(problem: DomainError, seconds: str | None) -> None:
    assert answered(problem)[0].get_header("Retry-After") == seconds


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (falcon.HTTPNotFound(), 404, "not_found"),
        (falcon.HTTPMethodNotAllowed(["GET"]), 405, "invalid_request"),
        (falcon.HTTPInvalidHeader("<script>", "Content-Length"), 400, "invalid_request"),
        (falcon.HTTPUnsupportedMediaType(), 415, "invalid_request"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_framework_refuses_is_told_in_the_envelope(
    error: falcon.HTTPError, status: int, code: str
) -> None:
    resp = falcon.Response()
    answer_http_error(falcon.Request(create_environ()), resp, error, {})
    body = json.loads(resp.data or b"")
    assert (resp.status_code, body["error"]["code"], body["success"]) == (status, code, False)
    assert "<script>" not in body["error"]["message"]


def test_a_broken_constraint_that_is_known_has_an_error_of_its_own() -> None:
    assert isinstance(CONSTRAINTS["number_series_one_per_doc_type"].problem(), Conflict)
    taken = CONSTRAINTS["currencies_one_per_code"].problem()
    assert isinstance(taken, Invalid)
    assert taken.details[0][0] == "code"


def test_a_constraint_has_one_sentence() -> None:
    twice = (Constraint("one_per_code", "One."), Constraint("one_per_code", "Two."))
    with pytest.raises(ValueError, match="one_per_code"):
        by_constraint(twice)


def test_no_refusal_is_kept_to_be_raised_again() -> None:
    """Each time that one is raised it takes along all that was at work, and it would never let go of it."""
    kept = [
        f"{name}.{attribute}"
        for name, module in list(sys.modules.items())
        if name.split(".")[0] in ("app", "resources")
        for attribute, value in vars(module).items()
        if isinstance(value, Exception)
    ]
    assert kept == []
