"""The caller of a request: the user, the organization and the permissions of a bearer token."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.identity.roles import granting_roles, permissions_of
from app.identity.scopes import expand, granting_scopes
from app.postgres.database import Authorization


@dataclass(frozen=True)
class AuthenticatedCaller:
    """The user and the organization of a token.

    `role_permissions` are those of the user's role in the organization. `token_type` is "pat" (a personal access
    token) or "oauth". `scopes` are the token's, as stored: groups, modules and granular permissions.
    """

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
        """Return the granular permissions that both the token and the role allow."""
        return expand(self.scopes) & self.role_permissions


_TYPE_OF_TOKEN_KIND = {"pat": "pat", "access": "oauth"}


def token_hash(token: str) -> str:
    """Return the stored form of a token or client secret: hexadecimal SHA-256."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def authorization(token: str, permission: str) -> Authorization:
    """Return the parameters of `open_request`, which checks the token before anything else is run.

    `permission` is granular, such as `items.read`, or "" if any valid token is enough.
    """
    return Authorization(token_hash(token), permission, *_granting(permission))


@cache
def _granting(permission: str) -> tuple[str, str]:
    """Return the scopes and the roles that include a permission, each as the text of a PostgreSQL array."""
    return f"{{{','.join(granting_scopes(permission))}}}", f"{{{','.join(granting_roles(permission))}}}"


def caller_of(row: Mapping[str, Any]) -> AuthenticatedCaller:
    """Return the caller that a row of `open_request` describes."""
    return AuthenticatedCaller(
        user_id=row["user_id"],
        email=row["user_email"],
        name=row["user_name"],
        organization_id=row["organization_id"],
        organization_name=row["organization_name"],
        organization_slug=row["organization_slug"],
        role_key=row["role_key"],
        role_permissions=permissions_of(row["role_key"], row["role_permissions"]),
        token_id=row["token_id"],
        token_type=_TYPE_OF_TOKEN_KIND[row["token_kind"]],
        scopes=tuple(row["scopes"]),
    )
