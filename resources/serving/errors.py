"""The error table: each domain error has one status, and every error is answered in the envelope."""

import logging
from typing import Any

import falcon

from app.errors import DomainError, InsufficientScope, Unauthorized
from app.schemas.body import MOST_ERRORS
from app.wire import to_json
from resources.serving.bodies import TooLarge, UnsupportedMediaType
from resources.serving.help import help_path

log = logging.getLogger(__name__)

STATUS_OF_CODE = {
    "invalid_request": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "insufficient_scope": 403,
    "not_found": 404,
    "conflict": 409,
    "precondition_failed": 412,
    "validation_error": 422,
    "rate_limited": 429,
    "internal_error": 500,
    "service_unavailable": 503,
}

BUG = "Something went wrong on our side. Quote the request id when you report it."
# Two malformed requests have a status of their own; their code stays `invalid_request`.
_STATUS_OF_CLASS: dict[type[DomainError], int] = {TooLarge: 413, UnsupportedMediaType: 415}


def status_of(problem: DomainError) -> int:
    """Return the HTTP status of a domain error."""
    return _STATUS_OF_CLASS.get(type(problem), STATUS_OF_CODE[problem.code])


def refuse(resp: falcon.Response, status: int, code: str, message: str, details: Any = ()) -> None:
    """Answer an error in the envelope."""
    resp.status = status
    resp.content_type = falcon.MEDIA_JSON
    resp.data = to_json({"success": False, "error": error_object(code, message, details)})


def error_object(code: str, message: str, details: Any = ()) -> dict[str, Any]:
    """Return the object of an error in an answer. At most MOST_ERRORS details are shown."""
    error: dict[str, Any] = {"code": code, "message": message, "help": help_path(code)}
    if details:
        error["details"] = [{"field": field, "message": text} for field, text in details[:MOST_ERRORS]]
    return error


def answer_domain_error(req: falcon.Request, resp: falcon.Response, error: DomainError, params: Any) -> None:
    """Answer a domain error, with the headers that go with it."""
    if isinstance(error, Unauthorized):
        resp.set_header("WWW-Authenticate", 'Bearer error="invalid_token"' if error.presented else "Bearer")
    if isinstance(error, InsufficientScope):
        challenge = f'Bearer error="insufficient_scope", scope="{error.permission}"'
        resp.set_header("WWW-Authenticate", challenge)
    if error.retry_after is not None:
        resp.set_header("Retry-After", str(error.retry_after))
    refuse(resp, status_of(error), error.code, error.message, error.details)


def answer_http_error(
    req: falcon.Request, resp: falcon.Response, error: falcon.HTTPError, params: Any
) -> None:
    """Answer errors of Falcon itself: an unknown path, or a method that the path does not have."""
    resp.set_headers(error.headers or {})
    if isinstance(error, falcon.HTTPNotFound):
        refuse(resp, 404, "not_found", "There is nothing at this path.")
    elif isinstance(error, falcon.HTTPMethodNotAllowed):
        taken = resp.get_header("Allow")
        refuse(resp, 405, "invalid_request", f"This path does not take this method, but {taken}.")
    else:
        refuse(resp, error.status_code, "invalid_request", error.title or "The request is malformed.")


def answer_bug(req: falcon.Request, resp: falcon.Response, error: Exception, params: Any) -> None:
    """Answer an unexpected error: the traceback goes to the log, and the caller gets no detail."""
    log.exception("unexpected error", extra={"fields": {"request_id": req.context.get("request_id")}})
    refuse(resp, 500, "internal_error", BUG)
