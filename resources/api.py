"""The whole API on one page: every path, who serves it, and the permission that each method asks for."""

from collections.abc import Mapping
from dataclasses import dataclass

import falcon

from app.config import Settings
from app.database import Database
from app.errors import Problem
from app.logs import log_to_standard_error
from app.master_data.defaults import RecordsWithDefault
from app.schemas.body import Body
from app.schemas.tax_rates import TaxRate
from resources.desk import Desk
from resources.errors import answer_bug, answer_http_error, answer_problem
from resources.health import Health
from resources.identity import Me, Scopes
from resources.invoices import Invoices
from resources.middleware import RequestLog, Routing
from resources.records import RecordResource

PREFIX = "/api/v1"

# Asked for instead of a permission: a valid token is enough, or none is needed.
ANY_CALLER = ""
PUBLIC = "public"


@dataclass(frozen=True)
class Route:
    """A path, the resource that serves it under a suffix, and method -> permission."""

    path: str
    resource: object
    suffix: str | None
    permissions: Mapping[str, str]


def crud(path: str, module: str, resource: object, **other: str) -> list[Route]:
    """The two routes of a kind of record; `other` names a permission that differs from `module.action`."""
    asks = {action: other.get(action, f"{module}.{action}") for action in ("read", "create", "update", "delete")}
    one = {"GET": asks["read"], "PATCH": asks["update"], "DELETE": asks["delete"]}
    return [
        Route(path, resource, "list", {"GET": asks["read"], "POST": asks["create"]}),
        Route(path + "/{id}", resource, "record", one),
    ]


def routes(database: Database) -> list[Route]:
    """Every route below /api/v1."""
    desk = Desk(database)
    me = Me(desk)
    invoices = Invoices(desk)
    return [
        Route("/me", me, None, {"GET": ANY_CALLER}),
        Route("/me/organizations", me, "organizations", {"GET": ANY_CALLER}),
        Route("/me/organization", me, "organization", {"GET": ANY_CALLER}),
        Route("/scopes", Scopes(), None, {"GET": PUBLIC}),
        *crud("/tax-rates", "taxes", RecordResource(desk, RecordsWithDefault("tax_rates", "tax"), TaxRate())),
        Route("/invoices", invoices, "list", {"GET": "invoices.read", "POST": "invoices.create"}),
        Route("/invoices/{id}", invoices, "record", {"GET": "invoices.read"}),
        Route("/invoices/{id}/send", invoices, "send", {"POST": "invoices.update"}),
    ]


def create_app(settings: Settings) -> falcon.App:
    """The WSGI application. Raises ValueError without a database URL."""
    if settings.database_url is None:
        raise ValueError("DATABASE_URL is not set; `make run` sets it for the embedded database.")
    log_to_standard_error()
    database = Database(settings.database_url, pool_size=settings.pool_size, pool_wait=settings.pool_wait)
    health = Health(database)
    table = [
        Route("/healthz", health, "alive", {"GET": PUBLIC}),
        Route("/readyz", health, "ready", {"GET": PUBLIC}),
        *(Route(PREFIX + r.path, r.resource, r.suffix, r.permissions) for r in routes(database)),
    ]
    permissions = {route.path: route.permissions for route in table}
    app = falcon.App(middleware=[RequestLog(), Routing(permissions, settings.body_limit)])
    for route in table:
        app.add_route(route.path, route.resource, suffix=route.suffix)
    app.add_error_handler(Exception, answer_bug)
    app.add_error_handler(falcon.HTTPError, answer_http_error)
    app.add_error_handler(Problem, answer_problem)
    return app
