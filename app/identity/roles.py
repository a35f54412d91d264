"""Roles: what a member of an organization may do, whatever their token says."""

from collections.abc import Iterable, Mapping

from app.identity.scopes import GRANULAR, expand

_SELLS = ("customers", "items", "priceLists", "quotes", "salesOrders", "invoices", "paymentsReceived")
_NOT_AN_ACCOUNTANTS = ("settings", "users", "roles")

BUILT_IN: Mapping[str, frozenset[str]] = {
    "ADMIN": frozenset(GRANULAR),
    "ACCOUNTANT": frozenset(p for p in GRANULAR if p.split(".")[0] not in _NOT_AN_ACCOUNTANTS),
    "SALES": expand(["read"])
    | frozenset(
        permission
        for permission in GRANULAR
        if permission.split(".")[0] in _SELLS
        and permission.split(".")[1] in ("read", "create", "update", "send")
    ),
    "VIEWER": expand(["read"]),
}


def granting_roles(permission: str) -> tuple[str, ...]:
    """The keys of the program's own roles that allow a granular permission."""
    return tuple(key for key, permissions in BUILT_IN.items() if permission in permissions)


def permissions_of(role_key: str, custom: Iterable[str] | None) -> frozenset[str]:
    """What a role allows; `custom` are the permissions stored for a role that an operator added."""
    if role_key in BUILT_IN:
        return BUILT_IN[role_key]
    return frozenset(custom or ()) & frozenset(GRANULAR)
