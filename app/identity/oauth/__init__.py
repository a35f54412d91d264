"""Logging in with a password, refreshing and revoking, through Authlib.

`answer_token` and `answer_revocation` are all that the rest of the service needs to know.
"""

import logging

from app.identity.oauth.server import TokenRequest, answer_revocation, answer_token

__all__ = ["TokenRequest", "answer_revocation", "answer_token"]

# At DEBUG Authlib writes whole tokens and usernames.
logging.getLogger("authlib").setLevel(logging.INFO)
