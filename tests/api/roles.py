"""Members with roles of their own, and what only the owner of the tables can do to them."""

import itertools

from tests.service import Client, Service

_keys = (f"CUSTOM_{number}" for number in itertools.count(1))


def with_role(service: Service, org: Client, *permissions: str) -> Client:
    """A member of an organization with a role of these permissions and a full token."""
    key = next(_keys)
    as_owner(service, org, "role", key=key, permissions=sorted(permissions))
    return service.member(org.organization_id, role=key)


def as_owner(service: Service, org: Client, query: str, **params: object) -> None:
    """Run a statement of `tests/queries/guards.sql` in the organization."""
    service._as_owner(f"guards.{query}", org.organization_id, **params)
