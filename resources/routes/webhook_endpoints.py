"""The routes of webhook endpoints and their deliveries."""

from collections.abc import Sequence

from app.schemas.answers.outcomes import Deleted
from app.schemas.answers.webhook_endpoints import NewWebhookEndpoint, WebhookDelivery, WebhookEndpoint
from app.schemas.record_kind import RecordKind
from app.webhooks.receiver_addresses import Network
from resources.routes.operations import (
    Answer,
    Operation,
    Route,
    delete_operation,
    get_operation,
    list_operation,
)
from resources.serving.requests import Requests
from resources.webhook_endpoints import Webhooks

_RECORD = RecordKind(
    one="webhook endpoint",
    module="settings",
    record=WebhookEndpoint,
    says={"delete": "Messages that still wait for it are not sent."},
)
_PATH = "/webhook-endpoints"
_EXAMPLE = {"url": "https://example.com/hooks/invoicing", "events": ["invoice.sent", "invoice.paid"]}


def webhook_routes(requests: Requests, named: Sequence[Network]) -> list[Route]:
    """Return the routes of webhook endpoints and their deliveries.

    `named`: networks whose addresses may be receivers though they are not public.
    """
    resource = Webhooks(requests, named)
    every = {"GET": list_operation(_RECORD, "webhook_endpoints"), "POST": _create(resource)}
    one = {
        "GET": get_operation(_RECORD),
        "PATCH": _change(resource),
        "DELETE": delete_operation(_RECORD, Deleted),
    }
    path = _PATH + "/{id}"
    return [
        Route(_PATH, resource, "list", every),
        Route(path, resource, "record", one),
        Route(path + "/rotate-secret", resource, "secret", {"POST": _rotate()}),
        Route(path + "/test", resource, "test", {"POST": _test()}),
        Route(path + "/deliveries", resource, "deliveries", {"GET": _deliveries()}),
        Route(path + "/deliveries/{delivery_id}/retry", resource, "retry", {"POST": _retry()}),
    ]


def _create(resource: Webhooks) -> Operation:
    return Operation(
        id="createWebhookEndpoint",
        tag=_RECORD.heading,
        summary="Create a webhook endpoint",
        permission=_RECORD.permission("create"),
        answer=Answer(NewWebhookEndpoint, status=201),
        says="Events from now on are sent to `url` by POST, signed as Standard Webhooks has it with the `secret` that "
        "this answer shows and no later one. `events` are names, or `*` for all.",
        body=resource.body,
        example=_EXAMPLE,
    )


def _change(resource: Webhooks) -> Operation:
    return Operation(
        id="updateWebhookEndpoint",
        tag=_RECORD.heading,
        summary="Change a webhook endpoint",
        permission=_RECORD.permission("update"),
        answer=Answer(WebhookEndpoint),
        says="Fields that are left out keep their values. Messages to a paused endpoint are sent once it is active.",
        body=resource.body,
        example={"isActive": False},
    )


def _rotate() -> Operation:
    return Operation(
        id="rotateWebhookSecret",
        tag=_RECORD.heading,
        summary="Give a webhook endpoint another secret",
        permission=_RECORD.permission("update"),
        answer=Answer(NewWebhookEndpoint),
        says="For 24 hours messages are signed with the secret before as well.",
    )


def _test() -> Operation:
    return Operation(
        id="testWebhookEndpoint",
        tag=_RECORD.heading,
        summary="Send a test event",
        permission=_RECORD.permission("update"),
        answer=Answer(WebhookDelivery),
        says="An event of the type `webhook.test`, to this endpoint alone.",
    )


def _deliveries() -> Operation:
    return Operation(
        id="listWebhookDeliveries",
        tag=_RECORD.heading,
        summary="List what a webhook endpoint was told",
        permission=_RECORD.permission("read"),
        answer=Answer(WebhookDelivery, "page"),
        says="`total` counts no further than 1,000; `cursor` goes on from there.",
        listing="webhook_deliveries",
    )


def _retry() -> Operation:
    return Operation(
        id="retryWebhookDelivery",
        tag=_RECORD.heading,
        summary="Send a message once more",
        permission=_RECORD.permission("update"),
        answer=Answer(WebhookDelivery),
        says="With the same `webhook-id`, whatever became of it; one that waits is sent at once.",
    )
