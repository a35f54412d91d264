"""Webhook endpoints over HTTP."""

from collections.abc import Sequence

import falcon

from app.postgres.database import Transaction
from app.schemas.answers.webhook_endpoints import WebhookEndpoint
from app.schemas.webhook_endpoints import WebhookEndpointBody
from app.webhooks.endpoints import DELIVERIES, SignedEndpoint, WebhookEndpoints
from app.webhooks.receiver_addresses import Network
from resources.records import RecordResource
from resources.serving.bodies import json_object
from resources.serving.lists import serve_list
from resources.serving.requests import Requests
from resources.serving.writes import answer_write


class Webhooks(RecordResource):
    """Endpoints as every record, their secrets, and their deliveries."""

    def __init__(self, requests: Requests, named: Sequence[Network]) -> None:
        self.endpoints = WebhookEndpoints(named)
        super().__init__(requests, self.endpoints, WebhookEndpointBody().answered_as(WebhookEndpoint))

    def on_post_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create an endpoint; the answer has its secret."""

        def create(tx: Transaction) -> SignedEndpoint:
            return self.endpoints.create_signed(tx, self.body.create(json_object(req)))

        show = self.endpoints.read_signed
        answer_write(self.requests, req, resp, create, status=201, show=show)

    def on_post_secret(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Give another secret."""
        show = self.endpoints.read_signed
        answer_write(self.requests, req, resp, lambda tx: self.endpoints.rotate_secret(tx, id), show=show)

    def on_post_test(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Send an event that tells of nothing."""
        answer_write(self.requests, req, resp, lambda tx: self.endpoints.try_out(tx, id), is_version=False)

    def on_get_deliveries(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer a page of the deliveries, of an endpoint that there is."""
        self.requests.run(req, lambda tx: self.endpoints.read(tx, id))
        serve_list(self.requests, DELIVERIES, req, resp)

    def on_post_retry(self, req: falcon.Request, resp: falcon.Response, id: str, delivery_id: str) -> None:
        """Send a message once more."""
        answer_write(
            self.requests, req, resp, lambda tx: self.endpoints.retry(tx, id, delivery_id), is_version=False
        )
