"""The body of a webhook endpoint."""

import re
from typing import Any

from marshmallow import ValidationError, validates

from app.events.types import ALL, EVENT_TYPES
from app.schemas.body import BodySchema
from app.schemas.compound import Rows
from app.schemas.fields import Choice, StrictBoolean, Text
from app.schemas.strict import messages

LONGEST_URL = 2_000
# Scheme, host (a name or an IPv6 address), port, and what follows, in visible ASCII without backslashes or a fragment.
WEB_ADDRESS = (
    r"https?://(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?"
    r"(?:[/?][!\"$-\[\]-~]*)?"
)
_FORM = re.compile(WEB_ADDRESS)


class WebAddress(Text):
    """The URL of a receiver."""

    default_error_messages = messages(
        form="Must be a URL in ASCII, such as https://example.com/hooks.",
        user="Must not name a user or a password: messages are signed instead.",
        fragment="Must not have a part after #: it is not sent.",
    )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        url = super()._deserialize(value, attr, data, **kwargs)
        if not _FORM.fullmatch(url):
            is_named = "@" in url.partition("://")[2].partition("/")[0]
            raise self.make_error("user" if is_named else "fragment" if "#" in url else "form")
        return url


class WebhookEndpointChange(BodySchema):
    """PATCH /webhook-endpoints/{id}: nothing is required."""

    url = WebAddress(min=1, max=LONGEST_URL)
    events = Rows(Choice(ALL, *EVENT_TYPES), min=1, max=len(EVENT_TYPES), load_default=lambda: [ALL])
    is_active = StrictBoolean(load_default=True)

    @validates("events")
    def are_different(self, events: list[str], **_: Any) -> None:
        """Require each event at most once, and no other event beside `*`. Raise ValidationError."""
        if len(set(events)) < len(events) or (ALL in events and len(events) > 1):
            raise ValidationError(f"Must name each event once, or {ALL} alone.")


class WebhookEndpointBody(WebhookEndpointChange):
    """A receiver of events."""

    change_schema = WebhookEndpointChange

    url = WebAddress(min=1, max=LONGEST_URL, required=True)
