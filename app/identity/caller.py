"""The caller of a request: the user, organization and permissions that a bearer token stands for."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.identity.roles import granting_roles, permissions_of
from app.identity.scopes import expand, granting_scopes
from app.postgres.database import Authorization


@dataclass(frozen=True)
class Caller:
    """Who calls, for which organization, and what the token and the role allow."""

    user_id: str
    email: str
    name: str
    organization_id: str
    organization_name: str
    organization_slug: str
    role_key: str
    role_permissions: frozenset[str]
    token_id: str
    token_type: str
    scopes: tuple[str, ...]

    @property
    def effective_permissions(self) -> frozenset[str]:
        """What both the token and the role allow."""
        return expand(self.scopes) & self.role_permissions


_TOKEN_TYPES = {"pat": "pat", "access": "oauth"}


def token_hash(token: str) -> str:
    """The form a token is stored in: hexadecimal SHA-256."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def authorization(token: str, permission: str) -> Authorization:
    """What is asked of a token for a permission; "" for any valid token."""
    return Authorization(token_hash(token), permission, *_grants(permission))


@cache
def _grants(permission: str) -> tuple[str, str]:
    """The scopes and the roles that include a permission, each as the text of an array."""
    return f"{{{','.join(granting_scopes(permission))}}}", f"{{{','.join(granting_roles(permission))}}}"


def caller_of(row: Mapping[str, Any]) -> Caller:
    """Read the row that `open_request` answers."""
    return Caller(
        user_id=row["user_id"],
        email=row["user_email"],
        name=row["user_name"],
        organization_id=row["organization_id"],
        organization_name=row["organization_name"],
        organization_slug=row["organization_slug"],
        role_key=row["role_key"],
        role_permissions=permissions_of(row["role_key"], row["role_permissions"]),
        token_id=row["token_id"],
        token_type=_TOKEN_TYPES[row["token_kind"]],
        scopes=tuple(row["scopes"]),
    )
