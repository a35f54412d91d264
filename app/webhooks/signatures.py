"""Signatures of messages, as Standard Webhooks has them. Pure but for the making of secrets.

Source: https://github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md: "Signature scheme"
(symmetric, `v1`) and "Webhook headers".
"""

import base64
import hashlib
import hmac
import os
from collections.abc import Sequence

PREFIX = "whsec_"
# Bytes; the specification wants 24 to 64.
_LENGTH = 32


def new_secret() -> str:
    """Return a new secret: `whsec_` and base64."""
    return PREFIX + base64.b64encode(os.urandom(_LENGTH)).decode()


def signed_headers(secrets: Sequence[str], message_id: str, moment: int, body: bytes) -> dict[str, str]:
    """The headers of a message: its id, when it is sent (seconds since 1970), and a signature by each secret."""
    content = f"{message_id}.{moment}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(_signature(secret, content) for secret in secrets),
    }


def _signature(secret: str, content: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
