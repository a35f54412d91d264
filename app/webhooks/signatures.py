"""Signatures of messages, as Standard Webhooks has them, and the secrets they are made with. Pure.

Source: https://github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md: "Signature scheme"
(symmetric, `v1`) and "Webhook headers".
"""

import base64
import hashlib
import hmac
from collections.abc import Sequence

PREFIX = "whsec_"
_PURPOSE = b"webhook secret "


def secret_of(bearer: str, nonce: str) -> str:
    """Return the secret for a caller's bearer token and a nonce of 256 random bits: `whsec_` and 32 bytes in base64, of
    24 to 64 that the specification wants.

    So a request that is repeated under its Idempotency-Key is answered the same secret, of which no more than the nonce
    and a hash is kept beside what deliverers read.
    """
    digest = hmac.digest(bearer.encode(), _PURPOSE + nonce.encode(), "sha256")
    return PREFIX + base64.b64encode(digest).decode()


def signed_headers(secrets: Sequence[str], message_id: str, moment: int, body: bytes) -> dict[str, str]:
    """Return the headers of a message: its id, its time (seconds since 1970), and a signature by each secret."""
    content = f"{message_id}.{moment}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(_signature(secret, content) for secret in secrets),
    }


def _signature(secret: str, content: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
