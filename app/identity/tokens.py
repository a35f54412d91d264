"""Personal access tokens. Each one is 256 random bits and belongs to one user in one organization."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from app.identity.caller import token_hash
from app.ids import new_id
from app.postgres.database import Transaction

PAT_PREFIX = "pat_"
DAYS = 365  # that a personal access token works, unless its operator says otherwise


def new_secret() -> str:
    """Return 256 random bits as 43 URL-safe characters."""
    return secrets.token_urlsafe(32)


def end_after(days: int) -> datetime:
    """Return the end of so many days from now, in UTC."""
    return datetime.now(UTC) + timedelta(days=days)


def issue(
    tx: Transaction,
    user_id: str,
    scopes: Sequence[str],
    *,
    expires_at: datetime | None,
    name: str | None = None,
) -> tuple[str, str]:
    """Add a token for a member of the transaction's organization and return (id, token).

    Only the hash is stored: the token cannot be shown again. One whose `expires_at` is None never expires.
    """
    token_id, token = new_id("tok"), PAT_PREFIX + new_secret()
    tx.execute(
        "operators.insert_token",
        id=token_id,
        token_hash=token_hash(token),
        member_id=user_id,
        scopes=list(scopes),
        name=name,
        expires_at=expires_at,
    )
    return token_id, token


def revoke(tx: Transaction, id: str) -> bool:
    """Revoke a token of the transaction's organization. Return False if it is already revoked."""
    return bool(tx.execute("operators.revoke_token", id=id))
