"""Scopes: groups, modules and granular permissions.

A granular permission is `module.action`; a module's scope stands for all of its permissions, a group's for
the same kind of permission in every module.
"""

from collections.abc import Iterable
from functools import lru_cache

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

# Documents that somebody approves and sends, and customers, whose statements are sent.
_APPROVED_AND_SENT = frozenset({"quotes", "salesOrders", "invoices", "purchaseOrders", "bills", "customers"})


def _actions(module: str) -> tuple[str, ...]:
    every = ("read", "create", "update", "delete")
    return (*every, "approve", "send") if module in _APPROVED_AND_SENT else every


GRANULAR = tuple(f"{module}.{action}" for module in MODULES for action in _actions(module))


def _ending(*actions: str) -> frozenset[str]:
    return frozenset(permission for permission in GRANULAR if permission.split(".")[1] in actions)


_MEANING: dict[str, frozenset[str]] = {
    **{permission: frozenset({permission}) for permission in GRANULAR},
    **{module: frozenset(p for p in GRANULAR if p.startswith(module + ".")) for module in MODULES},
    "read": _ending("read"),
    "write": _ending("read", "create", "update", "send"),
    "full": frozenset(GRANULAR),
}


def granting_scopes(permission: str) -> tuple[str, ...]:
    """All scopes that include a granular permission: itself, its module, and groups."""
    return tuple(scope for scope, meaning in _MEANING.items() if permission in meaning)


def unknown(scopes: Iterable[str]) -> list[str]:
    """The names that are no scope, in the order given."""
    return [scope for scope in scopes if scope not in _MEANING]


@lru_cache(maxsize=1024)
def _expand(scopes: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(_MEANING.get(scope, frozenset()) for scope in scopes))


def expand(scopes: Iterable[str]) -> frozenset[str]:
    """The granular permissions that the scopes stand for; a name that is no scope stands for none."""
    return _expand(tuple(scopes))
