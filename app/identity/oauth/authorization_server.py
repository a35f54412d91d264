"""The authorization server: Authlib's, without a web framework. Each request has its own instance."""

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
from app.identity.oauth.models import Client
from app.identity.oauth.refusals import ClientRefusedError, GrantTypeRefusedError, Headers
from app.identity.oauth.storage import Source, Storage
from app.identity.oauth.successors import ACCESS_PREFIX, REFRESH_PREFIX
from app.postgres.database import Database

# Status, body and headers.
OAuthResponse = tuple[int, dict[str, Any], Headers]

# Printable ASCII without spaces (RFC 6749 appendix A.1), as long as the column.
_CLIENT_ID = re.compile(r"[\x21-\x7e]{1,64}")


@dataclass(frozen=True)
class TokenRequest:
    """A request to the token endpoint or the revocation endpoint.

    `form` are its parameters, `authorization` is its header or "", `is_secure` tells that nobody between the caller and
    this machine could read it, `source` where it comes from.
    """

    request_id: str
    form: Mapping[str, str]
    authorization: str
    is_secure: bool
    source: Source


def answer_token(database: Database, request: TokenRequest) -> OAuthResponse:
    """Issue tokens, or refuse to. Return RFC 6749's status (200, 400, 401), body and headers."""
    try:
        response: OAuthResponse = OAuthServer(database, request).create_token_response(request)
    except OAuth2Error as error:
        # Authlib does not catch errors that are raised before the grant is known.
        response = error()
    return response


def answer_revocation(database: Database, request: TokenRequest) -> OAuthResponse:
    """Revoke the token in the parameter `token`. Return status 200 for an unknown token too (RFC 7009)."""
    try:
        response: OAuthResponse = OAuthServer(database, request).create_endpoint_response(
            TokenRevocation.ENDPOINT_NAME, request
        )
    except OAuth2Error as error:
        response = error()
    return response


class AuthlibRequest(OAuth2Request):
    """A TokenRequest in the shape that Authlib reads."""

    def __init__(self, request: TokenRequest) -> None:
        # Authlib decides by the address.
        scheme = "https" if request.is_secure else "http"
        super().__init__(
            "POST", f"{scheme}://invoicing.example", headers={"Authorization": request.authorization}
        )
        self._form = request.form
        self.payload = BasicOAuth2Payload(request.form)

    @property
    def form(self) -> Mapping[str, str]:
        """Return the parameters."""
        return self._form


class OAuthServer(AuthorizationServer):
    """The two grants and the revocation endpoint, with the clients and tokens of the database."""

    def __init__(self, database: Database, request: TokenRequest) -> None:
        super().__init__()
        self.storage = Storage(database, request.request_id, request.source)
        self.register_grant(PasswordGrant)
        self.register_grant(RefreshGrant)
        self.register_endpoint(TokenRevocation)
        self.register_token_generator(
            "default", BearerTokenGenerator(_access_token, _refresh_token, ACCESS_SECONDS)
        )

    def create_oauth2_request(self, request: TokenRequest) -> AuthlibRequest:
        """Return the request for Authlib. Raises Authlib's error for plain HTTP, except to this machine."""
        return AuthlibRequest(request)

    def get_token_grant(self, request: AuthlibRequest) -> Any:
        """Return the grant that `grant_type` names. Raises an OAuth2Error if it is missing or not supported."""
        grant_type = request.payload.grant_type
        if not grant_type:
            raise InvalidRequestError("The grant_type is missing.")
        if grant_type not in (PasswordGrant.GRANT_TYPE, RefreshGrant.GRANT_TYPE):
            raise GrantTypeRefusedError(grant_type)
        return super().get_token_grant(request)

    def authenticate_client(
        self, request: AuthlibRequest, methods: tuple[str, ...], endpoint: str = "token"
    ) -> Client:
        """Return the client, authenticated by the method that the request uses, else raise ClientRefusedError.

        Credentials are never ignored: a public client that sends a secret is refused.
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
        """Return the client with this id, or None."""
        return self.storage.client(client_id) if _CLIENT_ID.fullmatch(client_id) else None

    def save_token(self, token: dict[str, Any], request: AuthlibRequest) -> None:
        """Raise NotImplementedError: each grant stores its own tokens."""
        raise NotImplementedError

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Do nothing. Authlib demands the method; this service has no use for its signals."""

    def handle_response(self, status: int, body: dict[str, Any], headers: Headers) -> OAuthResponse:
        """Return Authlib's response unchanged."""
        return status, body, headers


class TokenRevocation(RevocationEndpoint):
    """Revocation by a client or by anybody. The parameter `token_type_hint` is ignored, as RFC 7009 allows."""

    def authenticate_endpoint_client(self, request: AuthlibRequest) -> Client | None:
        """Return the client. Accept a caller that names none, so that the finder of a leaked token can revoke it.

        Raises ClientRefusedError for credentials that are wrong.
        """
        named = request.form.keys() & {"client_id", "client_secret"} or request.headers["Authorization"]
        client: Client | None = (
            self.server.authenticate_client(request, (), self.ENDPOINT_NAME) if named else None
        )
        request.client = client
        return client

    def authenticate_token(self, request: AuthlibRequest, client: Client | None) -> str:
        """Return the token of the request. Raises InvalidRequestError if it is missing."""
        if "token" not in request.form:
            raise InvalidRequestError("The token is missing.")
        return request.form["token"]

    def revoke_token(self, token: str, request: AuthlibRequest) -> None:
        """Revoke the token."""
        self.server.storage.revoke(token, request.client)


def _method(request: AuthlibRequest) -> str:
    # RFC 6749 section 2.3: one method in each request.
    by_header = bool(request.headers["Authorization"])
    by_form = "client_secret" in request.form
    if by_header and by_form:
        raise InvalidRequestError("The client must use one way to authenticate.")
    if by_header:
        return "client_secret_basic"
    return "client_secret_post" if by_form else "none"


def _access_token(**_: Any) -> str:
    return ACCESS_PREFIX + secrets.token_urlsafe(32)


def _refresh_token(**_: Any) -> str:
    return REFRESH_PREFIX + secrets.token_urlsafe(32)
