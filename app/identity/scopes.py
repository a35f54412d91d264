"""Scopes of tokens: groups, modules and granular permissions.

A granular permission is `module.action`. A module includes all of its permissions. A group includes the same
actions of every module.
"""

from collections.abc import Iterable
from functools import lru_cache

# Asked for instead of a permission: a valid token is enough, or none is needed.
ANY_CALLER = ""
PUBLIC = "public"

GROUPS = ("read", "write", "full")

MODULES = (
    "customers",
    "quotes",
    "salesOrders",
    "invoices",
    "paymentsReceived",
    "vendors",
    "expenses",
    "purchaseOrders",
    "bills",
    "paymentsMade",
    "items",
    "taxes",
    "currencies",
    "paymentTerms",
    "numberSeries",
    "accounts",
    "priceLists",
    "reports",
    "settings",
    "users",
    "roles",
    "inventory",
    "messaging",
)

# Documents are approved and sent. Customers are here because their statements are sent.
_APPROVED_AND_SENT = frozenset({"quotes", "salesOrders", "invoices", "purchaseOrders", "bills", "customers"})


def _actions(module: str) -> tuple[str, ...]:
    basic = ("read", "create", "update", "delete")
    return (*basic, "approve", "send") if module in _APPROVED_AND_SENT else basic


GRANULAR = tuple(f"{module}.{action}" for module in MODULES for action in _actions(module))


def _of_actions(*actions: str) -> frozenset[str]:
    return frozenset(permission for permission in GRANULAR if permission.split(".")[1] in actions)


_PERMISSIONS_OF_SCOPE: dict[str, frozenset[str]] = {
    **{permission: frozenset({permission}) for permission in GRANULAR},
    **{module: frozenset(p for p in GRANULAR if p.startswith(module + ".")) for module in MODULES},
    "read": _of_actions("read"),
    "write": _of_actions("read", "create", "update", "send"),
    "full": frozenset(GRANULAR),
}


def granting_scopes(permission: str) -> tuple[str, ...]:
    """Return all scopes that include a granular permission: itself, its module, and groups."""
    return tuple(scope for scope, included in _PERMISSIONS_OF_SCOPE.items() if permission in included)


def unknown_scopes(names: Iterable[str]) -> list[str]:
    """Return the names that are not scopes, in the given order."""
    return [name for name in names if name not in _PERMISSIONS_OF_SCOPE]


@lru_cache(maxsize=1024)
def _expand(scopes: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(_PERMISSIONS_OF_SCOPE.get(scope, frozenset()) for scope in scopes))


def expand(scopes: Iterable[str]) -> frozenset[str]:
    """Return the granular permissions that the scopes include. A name that is not a scope includes none."""
    return _expand(tuple(scopes))
