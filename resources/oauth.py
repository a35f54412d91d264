"""`/oauth/token` and `/oauth/revoke`. Answers of the token endpoint have no envelope, as RFC 6749 demands."""

import json
from typing import Any
from urllib.parse import parse_qsl

import falcon

from app.errors import DomainError, InvalidRequest, RateLimited, Unavailable
from app.identity.oauth import Source, TokenRequest, answer_revocation, answer_token
from app.limits.addresses import Addresses
from app.postgres.database import Database
from app.wire import to_json
from resources.serving.bodies import NOT_JSON, json_object, require_media_type
from resources.serving.errors import status_of
from resources.serving.transport import is_secure

# The path of the token endpoint, below the prefix.
TOKEN = "/oauth/token"  # noqa: S105 - a path
FORM = "application/x-www-form-urlencoded"
TOKEN_PARAMETERS = frozenset(
    {
        "grant_type",
        "username",
        "password",
        "refresh_token",
        "client_id",
        "client_secret",
        "scope",
        "token",
        "token_type_hint",
    }
)
MOST_PARAMETERS = 100
_CLIENT_REFUSED = 401


class OAuth:
    """The token endpoint and the revocation endpoint."""

    def __init__(self, database: Database, addresses: Addresses, most_failures: int | None) -> None:
        """most_failures: failed logins that one address may have in 15 minutes; None: any number."""
        self._database, self._addresses, self._most_failures = database, addresses, most_failures

    def on_post_token(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Issue tokens, with status 201. Errors have RFC 6749's form."""
        try:
            status, body, headers = answer_token(self._database, self._token_request(req))
        except (InvalidRequest, RateLimited, Unavailable) as problem:
            refuse_token(resp, problem)
            return
        _answer_token(resp, 201 if status == 200 else status, body, headers)  # noqa: PLR2004

    def on_post_revoke(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Revoke a token, with status 200 even if there is none. A malformed request raises InvalidRequest.

        A client whose credentials are wrong is refused as at the token endpoint.
        """
        status, body, headers = answer_revocation(self._database, self._token_request(req))
        if status == _CLIENT_REFUSED:
            _answer_token(resp, status, body, headers)
            return
        if status != 200:  # noqa: PLR2004
            raise InvalidRequest(body["error_description"])
        resp.data = to_json({"success": True})

    def _token_request(self, req: falcon.Request) -> TokenRequest:
        return TokenRequest(
            req.context.request_id,
            parameters_of(req),
            _credentials(req),
            is_secure=is_secure(req, self._addresses),
            source=Source(
                self._addresses.client(req.remote_addr, req.get_header("X-Forwarded-For")),
                self._most_failures,
            ),
        )


def refuse_token(resp: falcon.Response, problem: DomainError) -> None:
    """Write an error of the token endpoint, in RFC 6749's form.

    The RFC has no error code for too many requests: they get `temporarily_unavailable`, as a busy server's do.
    """
    busy = isinstance(problem, Unavailable | RateLimited)
    error = "temporarily_unavailable" if busy else "invalid_request"
    headers = [("Retry-After", str(problem.retry_after))] if problem.retry_after is not None else []
    _answer_token(resp, status_of(problem), {"error": error, "error_description": problem.message}, headers)


def _answer_token(
    resp: falcon.Response, status: int, body: dict[str, Any], headers: list[tuple[str, str]]
) -> None:
    resp.status = status
    resp.data = to_json(body)
    resp.set_headers([("Cache-Control", "no-store"), ("Pragma", "no-cache"), *headers])


def _credentials(req: falcon.Request) -> str:
    """Return the Authorization header, or "" for a bearer token: many clients send theirs with every request."""
    header = req.auth or ""
    return "" if header.partition(" ")[0].lower() == "bearer" else header


def parameters_of(req: falcon.Request) -> dict[str, str]:
    """Return the known parameters of a form or of a JSON object. Empty ones count as missing.

    Raises InvalidRequest for a body that cannot be parsed, a repeated parameter (RFC 6749 section 3.2), or one that
    is not text.
    """
    media_type = (req.content_type or FORM).partition(";")[0].strip().lower()
    pairs = _pairs_of_json(req) if media_type == falcon.MEDIA_JSON else _pairs_of_form(req)
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise InvalidRequest("A parameter may be given once only.")
    known = {name: value for name, value in pairs if name in TOKEN_PARAMETERS and value not in (None, "")}
    if not all(isinstance(value, str) and "\0" not in value for value in known.values()):
        raise InvalidRequest("Every parameter must be text.")
    return known


def _pairs_of_form(req: falcon.Request) -> list[tuple[str, Any]]:
    require_media_type(req, FORM)
    try:
        text = req.context.body.content.decode()
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_PARAMETERS)
    except ValueError:
        raise InvalidRequest("The body is not a valid form in UTF-8.") from None


def _pairs_of_json(req: falcon.Request) -> list[tuple[str, Any]]:
    json_object(req)  # raises for what the standard library accepts and RFC 8259 does not, such as NaN
    try:
        pairs: list[tuple[str, Any]] = json.loads(req.context.body.content, object_pairs_hook=list)
    except (ValueError, RecursionError):
        raise InvalidRequest(NOT_JSON) from None
    return pairs
