"""The tokens that a refresh token is exchanged for, which can be worked out again while an answer may be repeated."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

ACCESS_PREFIX, REFRESH_PREFIX = "oat_", "ort_"


def new_nonce() -> bytes:
    """Return the 32 random bytes that make the successors of one exchange unlike those of any other."""
    return secrets.token_bytes(32)


def successors(refresh_token: str, nonce: bytes) -> tuple[str, str]:
    """Return the access token and the refresh token that come after `refresh_token`.

    Each is HMAC-SHA256 (RFC 2104) of the nonce under the old token. The old token has 256 random bits, and the database
    knows its hash alone: who reads the nonce there can work out nothing. Who holds the old token and not the nonce,
    which the database forgets, cannot either. Both parts together are what an exchange needs anyway.
    """
    access, refresh = (_derived(refresh_token, purpose, nonce) for purpose in (b"access", b"refresh"))
    return ACCESS_PREFIX + access, REFRESH_PREFIX + refresh


def _derived(refresh_token: str, purpose: bytes, nonce: bytes) -> str:
    key = refresh_token.encode("utf-8", "surrogatepass")
    digest = hmac.new(key, purpose + b" " + nonce, hashlib.sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")
