"""The caller, the caller's organizations, and the catalogue of scopes."""

import falcon

from app.errors import NotFound
from app.identity.caller import AuthenticatedCaller, caller_of
from app.identity.scopes import GRANULAR, GROUPS, MODULES
from app.lists.record_reading import read_record
from app.postgres.database import Row, Transaction
from resources.serving.answers import answer, answer_record
from resources.serving.lists import serve_unpaged
from resources.serving.requests import Requests


class Me:
    """The caller, and the organizations and the profile of the active one."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer user, organization, role, and what token and role allow together."""
        caller = self.requests.run(req, _caller)
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
        answer(resp, self.requests.run(req, _organizations))

    def on_get_organization(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the profile of the active organization."""
        answer(resp, self.requests.run(req, _profile))


class Registrations:
    """The GST registrations of the active organization."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer every registration, or those that a search finds, the default one first."""
        serve_unpaged(self.requests, "registrations", req, resp)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one registration."""
        answer_record(resp, self.requests.run(req, lambda tx: read_record(tx, "registrations", id)))


class Scopes:
    """The catalogue of scopes, open to everybody."""

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer groups, modules and granular permissions."""
        answer(resp, {"groups": GROUPS, "modules": MODULES, "granular": GRANULAR})


def _caller(tx: Transaction) -> AuthenticatedCaller:
    tx.commit()
    return caller_of(tx.caller)


def _organizations(tx: Transaction) -> list[Row]:
    return tx.fetch_and_commit(("identity.organizations_of_caller", {}))[0]


def _profile(tx: Transaction) -> Row:
    (found,) = tx.fetch_and_commit(("identity.profile", {}))
    if not found:
        raise NotFound("The organization has no profile.")
    return found[0]
