"""The authorization server: Authlib's, without a web framework. One is built for each request."""

# Authlib has no type hints, so its classes are Any.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from authlib.oauth2.rfc6749 import (
    AuthorizationServer,
    InvalidClientError,
    InvalidRequestError,
    OAuth2Error,
    OAuth2Request,
)
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7009 import RevocationEndpoint

from app.identity.oauth.grants import ACCESS_SECONDS, PasswordGrant, RefreshGrant
from app.identity.oauth.records import Client
from app.identity.oauth.refusals import ClientRefusedError, GrantTypeRefusedError, Headers
from app.identity.oauth.storage import Storage
from app.postgres.database import Database

Answer = tuple[int, dict[str, Any], Headers]

# Printable ASCII without spaces (RFC 6749 appendix A.1), as long as the column.
_CLIENT_ID = re.compile(r"[\x21-\x7e]{1,64}")


@dataclass(frozen=True)
class TokenRequest:
    """A request: its id, its parameters, `Authorization` header ("" without one) and the URI that the caller used."""

    request_id: str
    form: Mapping[str, str]
    authorization: str
    uri: str


def answer_token(database: Database, asked: TokenRequest) -> Answer:
    """Issue tokens or refuse: RFC 6749's status (200, 400, 401), body and headers."""
    try:
        answer: Answer = Server(database, asked.request_id).create_token_response(asked)
    except OAuth2Error as error:
        # Authlib raises what it finds before it knows the grant.
        answer = error()
    return answer


def answer_revocation(database: Database, asked: TokenRequest) -> Answer:
    """End the token named by the parameter `token`; a token that nobody knows is no error (RFC 7009)."""
    try:
        answer: Answer = Server(database, asked.request_id).create_endpoint_response(
            Revocation.ENDPOINT_NAME, asked
        )
    except OAuth2Error as error:
        answer = error()
    return answer


class Request(OAuth2Request):
    """A request as Authlib wants to see it."""

    def __init__(self, asked: TokenRequest) -> None:
        super().__init__("POST", asked.uri, headers={"Authorization": asked.authorization})
        self._form = asked.form
        self.payload = BasicOAuth2Payload(asked.form)

    @property
    def form(self) -> Mapping[str, str]:
        """The parameters."""
        return self._form


class Server(AuthorizationServer):
    """Knows the clients, makes the tokens and finds the grant."""

    def __init__(self, database: Database, request_id: str) -> None:
        super().__init__()
        self.storage = Storage(database, request_id)
        self.register_grant(PasswordGrant)
        self.register_grant(RefreshGrant)
        self.register_endpoint(Revocation)
        self.register_token_generator(
            "default", BearerTokenGenerator(_access_token, _refresh_token, ACCESS_SECONDS)
        )

    def create_oauth2_request(self, request: TokenRequest) -> Request:
        """Raises Authlib's error for plain HTTP, except from the machine itself."""
        return Request(request)

    def get_token_grant(self, request: Request) -> Any:
        """The grant that is asked for; raises an OAuth2Error where none is, or one that is not served."""
        grant_type = request.payload.grant_type
        if not grant_type:
            raise InvalidRequestError("The grant_type is missing.")
        if grant_type not in (PasswordGrant.GRANT_TYPE, RefreshGrant.GRANT_TYPE):
            raise GrantTypeRefusedError(grant_type)
        return super().get_token_grant(request)

    def authenticate_client(
        self, request: Request, methods: tuple[str, ...], endpoint: str = "token"
    ) -> Client:
        """The client, authenticated by the one method it uses; raises ClientRefusedError.

        Credentials that are sent are never passed over: a public client that sends a secret is refused.
        """
        try:
            client: Client = super().authenticate_client(request, (_method(request),), endpoint)
        except (InvalidClientError, ValueError):
            # ValueError: an Authorization header that cannot be read.
            raise ClientRefusedError from None
        if request.payload.client_id not in (None, client.id):
            raise ClientRefusedError
        return client

    def query_client(self, client_id: str) -> Client | None:
        """The client of this identifier."""
        return self.storage.client(client_id) if _CLIENT_ID.fullmatch(client_id) else None

    def save_token(self, token: dict[str, Any], request: Request) -> None:
        """Never called: each grant stores its own tokens."""
        raise NotImplementedError

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Nobody listens."""

    def handle_response(self, status: int, body: dict[str, Any], headers: Headers) -> Answer:
        """What Authlib says, as it says it."""
        return status, body, headers


class Revocation(RevocationEndpoint):
    """Revocation by whoever holds the token: no client is asked for, and the hint is ignored (RFC 7009)."""

    def authenticate_endpoint_client(self, request: Request) -> None:
        """Anyone: who finds a leaked token may kill it."""

    def authenticate_token(self, request: Request, client: None) -> str:
        """The token as it was sent."""
        if "token" not in request.form:
            raise InvalidRequestError("The token is missing.")
        return request.form["token"]

    def revoke_token(self, token: str, request: Request) -> None:
        """End it."""
        self.server.storage.revoke(token)


def _method(request: Request) -> str:
    # RFC 6749 section 2.3: one method in each request.
    by_header = bool(request.headers["Authorization"])
    by_form = "client_secret" in request.form
    if by_header and by_form:
        raise InvalidRequestError("The client must use one way to authenticate.")
    if by_header:
        return "client_secret_basic"
    return "client_secret_post" if by_form else "none"


def _access_token(**_: Any) -> str:
    return "oat_" + secrets.token_urlsafe(32)


def _refresh_token(**_: Any) -> str:
    return "ort_" + secrets.token_urlsafe(32)
