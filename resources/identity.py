"""Who am I, which organizations have I, which scopes are there."""

import falcon

from app.errors import NotFound
from app.identity.scopes import GRANULAR, GROUPS, MODULES
from app.postgres.database import Reading, Row
from resources.serving.answers import answer
from resources.serving.requests import Desk


def _profile(read: list[list[Row]]) -> Row:
    (found,) = read
    if not found:
        raise NotFound("The organization has no profile.")
    return found[0]


NOTHING = Reading[None]((), lambda read: None)
ORGANIZATIONS = Reading[list[Row]]((("identity.organizations_of_caller", {}),), lambda read: read[0])
PROFILE = Reading[Row]((("identity.profile", {}),), _profile)


class Me:
    """The caller, and the organizations and the profile of the active one."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer user, organization, role, and what token and role allow together."""
        self.desk.read(req, NOTHING)
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
        answer(resp, self.desk.read(req, ORGANIZATIONS))

    def on_get_organization(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the profile of the active organization."""
        answer(resp, self.desk.read(req, PROFILE))


class Scopes:
    """The catalogue of scopes, open to everybody."""

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer groups, modules and granular permissions."""
        answer(resp, {"groups": GROUPS, "modules": MODULES, "granular": GRANULAR})
