"""Errors of the OpenAPI document: the meaning of each status, its examples, and the errors of each operation."""

from dataclasses import dataclass

from app.config import Settings
from app.errors import Conflict, Forbidden, InsufficientScope, NotFound, PreconditionFailed, Unavailable
from app.identity.oauth.refusals import ClientRefusedError, GrantTypeRefusedError, LoginRefusedError
from app.identity.scopes import ANY_CALLER, PUBLIC
from app.schemas.answers.outcomes import Error, TokenError, ValidationError
from app.wire import Json
from resources.openapi.parameters import header_refs
from resources.openapi.schemas import Schemas
from resources.routes.operations import Operation
from resources.serving.errors import BUG, STATUS_OF_CODE, error_object
from resources.serving.requests import NO_TOKEN


@dataclass(frozen=True)
class Case:
    """A status, its meaning, and an example for each code: a sentence."""

    name: str
    status: int
    means: str
    examples: dict[str, str]
    headers: tuple[str, ...] = ()


_FIELD = "displayName"
_RULE = "This field is required."

CASES = {
    case.name: case
    for case in (
        Case(
            "Malformed",
            400,
            "The body is no JSON object in UTF-8, or did not arrive as a whole.",
            {"invalid_request": "The body is not valid JSON in UTF-8: see line 3, column 1."},
        ),
        Case(
            "Unauthorized",
            401,
            "There is no token, or none that is valid.",
            {"unauthorized": NO_TOKEN},
            ("WWW-Authenticate",),
        ),
        Case(
            "Forbidden",
            403,
            "The token lacks the permission (`insufficient_scope`, with `WWW-Authenticate`), or the caller's role does "
            "(`forbidden`).",
            {
                "insufficient_scope": InsufficientScope("customers.create").message,
                "forbidden": Forbidden("customers.create").message,
            },
            ("WWW-Authenticate",),
        ),
        Case(
            "NotAllowed",
            403,
            "The token or the caller's role lacks the permission.",
            {"forbidden": Forbidden("invoices.read").message},
        ),
        Case(
            "NotFound",
            404,
            "There is no such record in the organization.",
            {"not_found": NotFound().message},
        ),
        Case(
            "Conflict",
            409,
            "The record's state does not allow it, or somebody was faster.",
            {"conflict": Conflict().message},
        ),
        Case(
            "Changed",
            412,
            "The record has another version than `If-Match` names. Nothing was done.",
            {"precondition_failed": PreconditionFailed().message},
        ),
        Case(
            "TooLarge",
            413,
            "The body is larger than 1 MiB.",
            {"invalid_request": f"The body is larger than {Settings.body_limit} bytes."},
        ),
        Case(
            "AddressTooLong",
            414,
            "The address is longer than 8,190 bytes.",
            {"invalid_request": "The request was refused: URI Too Long."},
        ),
        Case(
            "UnsupportedMediaType",
            415,
            "The body is of another media type, not in UTF-8, or compressed.",
            {"invalid_request": "The body must be application/json in UTF-8; it was sent as text/plain."},
        ),
        Case(
            "Invalid",
            422,
            "Fields, parameters or the `Idempotency-Key` break rules; `details` names each.",
            {"validation_error": f"{_FIELD}: {_RULE}"},
        ),
        Case(
            "TooManyRequests",
            429,
            "Too many requests with this token, from this address, or from it without a token. Nothing was done.",
            {"rate_limited": "There were too many requests with this token; try again in 2 s."},
            ("Retry-After",),
        ),
        Case(
            "InternalError",
            500,
            "A fault of the service. Quote the request id when you report it.",
            {"internal_error": BUG},
        ),
        Case(
            "Unavailable",
            503,
            "Busy, or without its database: try again. Nothing was done, unless it went away during the commit.",
            {"service_unavailable": Unavailable().message},
            ("Retry-After",),
        ),
    )
}
_TOKEN_CASES = (
    Case(
        "TokenRefused",
        400,
        "The request is wrong; while a username is locked, `Retry-After` says for how long.",
        {
            "invalid_grant": LoginRefusedError.description,
            "invalid_request": "The grant_type is missing.",
            "invalid_scope": "The requested scope is invalid, unknown, or malformed.",
            "unsupported_grant_type": GrantTypeRefusedError.description,
            "insecure_transport": "OAuth 2 MUST utilize https.",
        },
        ("Retry-After",),
    ),
    Case(
        "TokenClientRefused",
        401,
        "The client is unknown, or its secret is wrong, missing or unwanted.",
        {"invalid_client": ClientRefusedError.description},
        ("WWW-Authenticate",),
    ),
    Case(
        "TokenTooLarge",
        413,
        "The body is larger than 1 MiB.",
        {"invalid_request": f"The body is larger than {Settings.body_limit} bytes."},
    ),
    Case(
        "TokenUnsupportedMediaType",
        415,
        "The body is neither a form nor JSON in UTF-8.",
        {
            "invalid_request": "The body must be application/x-www-form-urlencoded in UTF-8; it was sent as text/plain."
        },
    ),
    Case(
        "TokenTooManyRequests",
        429,
        "Too many requests without a token, or too many failed logins, from this address. Nothing was done.",
        {
            "temporarily_unavailable": "There were too many requests without a token from this address; "
            "try again in 2 s."
        },
        ("Retry-After",),
    ),
    Case(
        "TokenUnavailable",
        503,
        "Busy, or without its database: try again. Nothing was done, unless it went away during the commit.",
        {"temporarily_unavailable": Unavailable().message},
        ("Retry-After",),
    ),
)
TOKEN_CASES = {case.name: case for case in _TOKEN_CASES}
_OWN = {
    "forbidden": "NotAllowed",
    "not_found": "NotFound",
    "conflict": "Conflict",
    "invalid_client": "TokenClientRefused",
}


def responses(schemas: Schemas) -> dict[str, Json]:
    """Return `components/responses`."""
    shown = {name: _response(schemas, case) for name, case in CASES.items()}
    return shown | {name: _token_response(schemas, case) for name, case in TOKEN_CASES.items()}


def _response(schemas: Schemas, case: Case) -> Json:
    schema = schemas.answer(ValidationError if case.status == STATUS_OF_CODE["validation_error"] else Error)
    return _told(case, schema, {code: _enveloped(code, text) for code, text in case.examples.items()})


def _enveloped(code: str, message: str) -> Json:
    details = [(_FIELD, _RULE)] if code == "validation_error" else []
    return {"success": False, "error": error_object(code, message, details)}


def _token_response(schemas: Schemas, case: Case) -> Json:
    examples = {code: {"error": code, "error_description": text} for code, text in case.examples.items()}
    return _told(case, schemas.answer(TokenError), examples)


def _told(case: Case, schema: Json, examples: dict[str, Json]) -> Json:
    content = {"schema": schema, "examples": {code: {"value": value} for code, value in examples.items()}}
    return {
        "description": case.means,
        "headers": header_refs(*case.headers),
        "content": {"application/json": content},
    }


def errors_of(method: str, path: str, operation: Operation) -> dict[str, Json]:
    """Return references to the errors that an operation may answer, by status."""
    own = [*_TOKEN_CASES, CASES["InternalError"]]
    cases = own if operation.rfc6749 else _cases(method, path, operation)
    cases.sort(key=lambda case: case.status)
    return {str(case.status): {"$ref": f"#/components/responses/{case.name}"} for case in cases}


def _cases(method: str, path: str, operation: Operation) -> list[Case]:
    names = [*_of_caller(operation), *_of_request(method, path, operation)]
    names += [_OWN[code] for code in operation.errors]
    cases = [(CASES | TOKEN_CASES)[name] for name in dict.fromkeys(names)]
    return [case for case in cases if not case.examples.keys() & set(operation.excluded_errors)]


def _of_caller(operation: Operation) -> list[str]:
    if operation.permission == PUBLIC:
        return []
    return ["Unauthorized"] if operation.permission == ANY_CALLER else ["Unauthorized", "Forbidden"]


def _of_request(method: str, path: str, operation: Operation) -> list[str]:
    names = ["TooManyRequests", "InternalError", "Unavailable"]
    if "{" in path:
        names.append("NotFound")
    if operation.changes_one(method, path):
        names.append("Changed")
    if method in ("POST", "PATCH", "PUT") or operation.body:
        names += ["Malformed", "TooLarge"]
        names.append("UnsupportedMediaType")
    if operation.body or not operation.any_query:
        names.append("Invalid")
    if operation.query:
        names.append("AddressTooLong")
    # Two writers at once, a number that was printed already, closed books: whoever writes may be too late.
    if (operation.body or method == "DELETE") and operation.permission != PUBLIC:
        names.append("Conflict")
    return names
