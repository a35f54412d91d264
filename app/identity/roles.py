"""Roles: the permissions of a member of an organization. A token cannot allow more than the role."""

from collections.abc import Iterable, Mapping

from app.identity.scopes import GRANULAR, expand

_SALES_MODULES = ("customers", "items", "priceLists", "quotes", "salesOrders", "invoices", "paymentsReceived")
_ADMIN_MODULES = ("settings", "users", "roles")

BUILT_IN: Mapping[str, frozenset[str]] = {
    "ADMIN": frozenset(GRANULAR),
    "ACCOUNTANT": frozenset(p for p in GRANULAR if p.split(".")[0] not in _ADMIN_MODULES),
    "SALES": expand(["read"])
    | frozenset(
        permission
        for permission in GRANULAR
        if permission.split(".")[0] in _SALES_MODULES
        and permission.split(".")[1] in ("read", "create", "update", "send")
    ),
    "VIEWER": expand(["read"]),
}


def granting_roles(permission: str) -> tuple[str, ...]:
    """Return the keys of the built-in roles that allow a granular permission."""
    return tuple(key for key, permissions in BUILT_IN.items() if permission in permissions)


def permissions_of(role_key: str, custom: Iterable[str] | None) -> frozenset[str]:
    """Return the granular permissions of a role.

    `custom` are the permissions stored for a role that an operator added. A built-in role ignores them.
    """
    if role_key in BUILT_IN:
        return BUILT_IN[role_key]
    return frozenset(custom or ()) & frozenset(GRANULAR)
