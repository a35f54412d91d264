"""Webhook endpoints and deliveries, as they are read."""

from app.events.types import ALL, DELIVERY_STATUSES, EVENT_TYPES, TEST
from app.schemas.answers.fields import Answered, Boolean, Id, Integer, Many, Moment, OneOf, Word
from app.schemas.answers.record_base import Signed


class WebhookEndpoint(Signed):
    """A receiver of events. `failingSince` is the time of the first failure since the last success."""

    url = Word()
    events = Many(OneOf(ALL, *EVENT_TYPES))
    is_active = Boolean()
    paused_reason = Word(null=True)
    failing_since = Moment(null=True)


class NewWebhookEndpoint(WebhookEndpoint):
    """An endpoint with the secret that its messages are signed with, which is shown this once."""

    secret = Word()


class WebhookDelivery(Answered):
    """The delivery of an event to an endpoint; `answer` is the beginning of the body that the receiver answered."""

    id = Id()
    event_id = Id()
    event_type = OneOf(*EVENT_TYPES, TEST)
    record_id = Id()
    status = OneOf(*DELIVERY_STATUSES)
    attempts = Integer(min=0)
    next_attempt_at = Moment(null=True)
    last_attempt_at = Moment(null=True)
    answer_status = Integer(min=100, max=999, null=True)
    answer = Word(null=True)
    failure = Word(null=True)
    created_at = Moment()
