"""Webhook endpoints over HTTP."""

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

import falcon

from app.errors import Conflict
from app.identity.caller import token_hash
from app.postgres.database import Row, Transaction
from app.schemas.answers.webhook_endpoints import WebhookEndpoint
from app.schemas.webhook_endpoints import WebhookEndpointBody
from app.webhooks.endpoints import DELIVERIES, WebhookEndpoints
from app.webhooks.receiver_addresses import Network
from app.webhooks.signatures import secret_of
from resources.records import RecordResource
from resources.serving.bodies import json_object
from resources.serving.lists import serve_list
from resources.serving.requests import Requests, bearer_of
from resources.serving.writes import answer_write

_OF_ANOTHER = (
    "This key made a secret for another token, which alone can see it again; make one under a new key."
)


class _Signed(NamedTuple):
    """An endpoint that was given a secret, and of what the secret is worked out again."""

    id: str
    nonce: str
    secret_hash: str


class Webhooks(RecordResource):
    """Endpoints as every record, their secrets, and their deliveries."""

    def __init__(self, requests: Requests, named: Sequence[Network]) -> None:
        self.endpoints = WebhookEndpoints(named)
        super().__init__(requests, self.endpoints, WebhookEndpointBody().answered_as(WebhookEndpoint))

    def on_post_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create an endpoint; the answer has its secret."""

        def create(tx: Transaction, secret: str) -> str:
            return self.endpoints.create_signed(tx, self.body.create(json_object(req)), secret)

        self._answer_signed(req, resp, create, status=201)

    def on_post_secret(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Give another secret."""
        self._answer_signed(req, resp, lambda tx, secret: self.endpoints.rotate_secret(tx, id, secret))

    def _answer_signed(
        self,
        req: falcon.Request,
        resp: falcon.Response,
        give: Callable[[Transaction, str], str],
        *,
        status: int = 200,
    ) -> None:
        """Give an endpoint a secret and answer both. The reply that is stored under an Idempotency-Key lacks the
        secret."""

        def change(tx: Transaction) -> _Signed:
            nonce = secrets.token_hex(32)
            secret = secret_of(bearer_of(req), nonce)
            return _Signed(give(tx, secret), nonce, token_hash(secret))

        def show(tx: Transaction, made: _Signed, ends: bool) -> Row:
            kept = {"nonce": made.nonce, "secretHash": made.secret_hash}
            return self.endpoints.read(tx, made.id, ends) | kept

        def reveal(kept: Row) -> Row:
            return _with_secret(bearer_of(req), kept)

        answer_write(self.requests, req, resp, change, status=status, show=show, reveal=reveal)

    def on_post_test(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Send a test event."""
        self._answer_delivery(req, resp, lambda tx: self.endpoints.try_out(tx, id))

    def on_get_deliveries(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer a page of the deliveries of an endpoint. Raise NotFound if there is no such endpoint."""
        self.requests.run(req, lambda tx: self.endpoints.read(tx, id))
        serve_list(self.requests, DELIVERIES, req, resp)

    def on_post_retry(self, req: falcon.Request, resp: falcon.Response, id: str, delivery_id: str) -> None:
        """Send a message once more."""
        self._answer_delivery(req, resp, lambda tx: self.endpoints.retry(tx, id, delivery_id))

    def _answer_delivery(
        self, req: falcon.Request, resp: falcon.Response, tell: Callable[[Transaction], Row]
    ) -> None:
        """Answer a delivery, with the version of its endpoint."""

        def reveal(kept: Row) -> Row:
            if "version" not in kept:
                # By the release before, less than a day ago.
                return kept
            resp.etag = falcon.ETag(kept["version"])
            delivery: Row = kept["delivery"]
            return delivery

        answer_write(self.requests, req, resp, tell, is_version=False, reveal=reveal)


def _with_secret(bearer: str, kept: Row) -> Row:
    """Return the answer for a stored reply. Raise Conflict for another token than the one that it was made for."""
    if "secret" in kept:
        # By the release before, less than a day ago.
        return kept
    secret = secret_of(bearer, kept.pop("nonce"))
    if token_hash(secret) != kept.pop("secretHash"):
        raise Conflict(_OF_ANOTHER)
    return kept | {"secret": secret}
