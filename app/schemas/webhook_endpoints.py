"""The body of a webhook endpoint."""

import re
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from marshmallow import ValidationError, validates

from app.events.types import ALL, EVENT_TYPES
from app.schemas.body import BodySchema
from app.schemas.compound import Rows
from app.schemas.fields import Choice, StrictBoolean, Text

LONGEST_URL = 2_000
_NUMBER = re.compile("[0-9]+|0x[0-9a-f]*")
_PRINTABLE = re.compile(r"[!-\[\]-~]+")


def _is_host(name: str | None) -> bool:
    """A name or an address. What ends in a number is an address, and has one form."""
    if name and _NUMBER.fullmatch(name.rstrip(".").rpartition(".")[2]):
        return not name.endswith(".") and _is_ip(name)
    return bool(name)


def _is_ip(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


class WebhookEndpointChange(BodySchema):
    """PATCH /webhook-endpoints/{id}: nothing is required."""

    url = Text(min=1, max=LONGEST_URL)
    events = Rows(Choice(ALL, *EVENT_TYPES), min=1, load_default=lambda: [ALL])
    is_active = StrictBoolean(load_default=True)

    @validates("url")
    def is_an_address(self, url: str, **_: Any) -> None:
        """An absolute URL of the web that names nobody's password."""
        if not _PRINTABLE.fullmatch(url):
            raise ValidationError(
                "Must be ASCII without spaces or backslashes; names in other scripts begin with xn--."
            )
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise ValidationError("Must be a URL, such as https://example.com/hooks.") from None
        if parts.scheme not in ("https", "http") or not _is_host(parts.hostname) or port == 0:
            raise ValidationError("Must be a URL, such as https://example.com/hooks.")
        if "@" in parts.netloc:
            raise ValidationError("Must not name a user or a password: messages are signed instead.")
        if "#" in url:
            raise ValidationError("Must not have a part after #: it is not sent.")

    @validates("events")
    def are_different(self, events: list[str], **_: Any) -> None:
        """Each event once, and no other beside all."""
        if len(set(events)) < len(events) or (ALL in events and len(events) > 1):
            raise ValidationError(f"Must name each event once, or {ALL} alone.")


class WebhookEndpointBody(WebhookEndpointChange):
    """Who is told of events."""

    change_schema = WebhookEndpointChange

    url = Text(min=1, max=LONGEST_URL, required=True)
