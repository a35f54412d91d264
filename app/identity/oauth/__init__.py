"""OAuth 2.0 through Authlib: the password grant, the refresh grant and revocation.

The rest of the service uses `TokenRequest`, `Source`, `answer_token` and `answer_revocation` only.
"""

import logging

from app.identity.oauth.authorization_server import TokenRequest, answer_revocation, answer_token
from app.identity.oauth.storage import Source

__all__ = ["Source", "TokenRequest", "answer_revocation", "answer_token"]

# At DEBUG Authlib writes whole tokens and usernames.
logging.getLogger("authlib").setLevel(logging.INFO)
