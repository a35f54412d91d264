"""Who am I, which organizations have I, which scopes are there (spec 4.2)."""

import falcon

from app.database import Row, Transaction
from app.errors import NotFound
from app.identity.scopes import GRANULAR, GROUPS, MODULES
from resources.answers import answer
from resources.desk import Desk


class Me:
    """The caller, and the organizations and the profile of the active one."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer user, organization, role, and what token and role allow together."""
        self.desk.serve(req, lambda tx: None)
        caller = req.context.caller
        answer(
            resp,
            {
                "user": {"id": caller.user_id, "email": caller.email, "name": caller.name},
                "organization": {
                    "id": caller.organization_id,
                    "name": caller.organization_name,
                    "slug": caller.organization_slug,
                },
                "role": caller.role_key,
                "tokenType": caller.token_type,
                "scopes": list(caller.scopes),
                "effectivePermissions": sorted(caller.effective_permissions),
            },
        )

    def on_get_organizations(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer every organization the caller is a member of, by name."""
        answer(resp, self.desk.serve(req, _organizations))

    def on_get_organization(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the profile of the active organization."""
        answer(resp, self.desk.serve(req, _profile))


def _organizations(tx: Transaction) -> list[Row]:
    (found,) = tx.records_at_the_end(("identity.organizations_of_caller", {}))
    return found


def _profile(tx: Transaction) -> Row:
    (found,) = tx.records_at_the_end(("identity.profile", {}))
    if not found:
        raise NotFound("The organization has no profile.")
    return found[0]


class Scopes:
    """The catalogue of scopes, open to everybody."""

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer groups, modules and granular permissions."""
        answer(resp, {"groups": GROUPS, "modules": MODULES, "granular": GRANULAR})
