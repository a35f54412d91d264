"""Tokens of share links. Pure.

A token is worked out of the caller's own token and a nonce. So a request that is repeated under its Idempotency-Key is
answered the same link, though the database keeps no more than the nonce and hashes: who reads them cannot work it out.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode

_PURPOSE = b"share link "
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def new_nonce() -> str:
    """Return 256 random bits."""
    return secrets.token_hex(32)


def link_token(bearer: str, nonce: str) -> str:
    """Return the token of a link, 43 characters of 256 bits, for the caller's bearer token and a nonce."""
    digest = hmac.digest(bearer.encode(), _PURPOSE + nonce.encode(), "sha256")
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def is_link_token(text: str) -> bool:
    """Return whether a text has the form of a link's token."""
    return _FORM.fullmatch(text) is not None
