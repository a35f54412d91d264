"""The routes of callers and tokens, and of the service itself."""

from app.identity.scopes import ANY_CALLER, PUBLIC
from app.limits.addresses import Addresses
from app.postgres.database import Database
from app.schemas.answers import identity, outcomes
from app.schemas.record_kind import RecordKind
from app.schemas.tokens import RevocationBody, TokenBody
from resources.health import Health
from resources.identity import Me, Registrations, Scopes
from resources.oauth import FORM, TOKEN, OAuth
from resources.published import Published
from resources.routes.operations import Answer, Operation, Route, get_operation
from resources.serving.requests import Requests

_REGISTRATION = RecordKind(
    one="registration",
    module="settings",
    record=identity.Registration,
    says={"get": "`eInvoicing` is the first day whose invoices are to be registered with the portal."},
)
_TOKENS = "Tokens"
_REFUSALS = """\
Errors, in the words of RFC 6749:

- `invalid_request`: a field is missing, given twice or no text, or the body cannot be read.
- `invalid_client`: the client is unknown, or its secret is wrong, missing or unwanted.
- `invalid_grant`: the username or the password is wrong, or the refresh token is not valid for this client.
- `invalid_scope`: there is no such scope, or the client or the login may not have it.
- `unsupported_grant_type`: it is neither `password` nor `refresh_token`.
- `insecure_transport`: another machine asks by plain http.
- `temporarily_unavailable`: there were too many requests or failed logins, or the service is busy (`Retry-After`)."""
_CALLER = "Caller"
_SERVICE = "Service"


def callers(requests: Requests) -> list[Route]:
    """Return the routes that tell a caller about user, organization, scopes and registrations."""
    me, registrations = Me(requests), Registrations(requests)
    return [
        Route("/me", me, None, {"GET": _me()}),
        Route("/me/organizations", me, "organizations", {"GET": _organizations()}),
        Route("/me/organization", me, "organization", {"GET": _organization()}),
        Route("/scopes", Scopes(), None, {"GET": _scopes()}),
        Route("/registrations", registrations, "list", {"GET": _registrations()}),
        Route("/registrations/{id}", registrations, "record", {"GET": get_operation(_REGISTRATION)}),
    ]


def tokens(database: Database, addresses: Addresses, most_failures: int | None) -> list[Route]:
    """Return the routes of logins and logouts.

    `addresses` finds the address of a caller; `most_failures` is the number of failed logins that it may have.
    """
    oauth = OAuth(database, addresses, most_failures)
    return [
        Route(TOKEN, oauth, "token", {"POST": _token()}),
        Route("/oauth/revoke", oauth, "revoke", {"POST": _revoke()}),
    ]


def health(database: Database) -> list[Route]:
    """Return the routes for load balancers and supervisors; they stand outside the prefix."""
    resource = Health(database)
    return [
        Route("/healthz", resource, "alive", {"GET": _alive()}),
        Route("/readyz", resource, "ready", {"GET": _ready()}),
    ]


def contract(published: Published) -> Route:
    """Return the route of the OpenAPI document."""
    return Route("/openapi.json", published, None, {"GET": _openapi()})


def _me() -> Operation:
    return Operation(
        id="getCaller",
        tag=_CALLER,
        summary="Read who calls",
        permission=ANY_CALLER,
        answer=Answer(identity.Caller),
        says="The user, the organization, and what token and role allow together.",
    )


def _organizations() -> Operation:
    return Operation(
        id="listMyOrganizations",
        tag=_CALLER,
        summary="List the organizations of the user",
        permission=ANY_CALLER,
        answer=Answer(identity.Membership, "list"),
        says="By name, and not paged. A token works in its own organization only.",
    )


def _organization() -> Operation:
    return Operation(
        id="getMyOrganization",
        tag=_CALLER,
        summary="Read the profile of the organization",
        permission=ANY_CALLER,
        answer=Answer(identity.OrganizationProfile),
        says="As its documents name it: under its default registration where it has one.",
        errors=("not_found",),
    )


def _registrations() -> Operation:
    return Operation(
        id="listRegistrations",
        tag=_REGISTRATION.heading,
        summary="List the GST registrations of the organization",
        permission="settings.read",
        answer=Answer(identity.Registration, "list"),
        says="The default one first, and not paged. Operators set them up. `q` is looked for in GSTIN and names.",
        parameters=("q",),
        as_csv=True,
    )


def _scopes() -> Operation:
    return Operation(
        id="listScopes",
        tag=_CALLER,
        summary="List every scope",
        permission=PUBLIC,
        answer=Answer(identity.ScopeCatalogue),
        says="Groups, modules and granular permissions. No token is needed.",
        excluded_errors=("service_unavailable",),
    )


def _token() -> Operation:
    return Operation(
        id="issueToken",
        tag=_TOKENS,
        summary="Get tokens for a password or a refresh token",
        permission=PUBLIC,
        answer=Answer(identity.Tokens, "bare", status=201),
        says="RFC 6749, for first-party applications. An access token lives an hour, a refresh token 30 days. Each "
        "refresh spends the refresh token. Where the answer was lost, the same one gives the same tokens once more "
        "within 30 seconds; any other reuse ends every token of its login. Ten failed logins within 15 minutes lock "
        "the username for 15 minutes, which `Retry-After` tells. A device that sends the `refresh_token` of an earlier "
        "login along with the password is locked by its own failures alone. Too many failed logins from one address "
        "are answered 429, whatever the username. A JSON object with the same names is taken too.\n\n"
        + _REFUSALS,
        body=TokenBody(),
        example={
            "grant_type": "password",
            "client_id": "demo",
            "username": "demo@example.com",
            "password": "correct horse battery staple",
        },
        media_type=FORM,
        any_query=True,
        rfc6749=True,
    )


def _revoke() -> Operation:
    return Operation(
        id="revokeToken",
        tag=_TOKENS,
        summary="End a token",
        permission=PUBLIC,
        answer=Answer(outcomes.Revoked, "bare"),
        says="An access, refresh or personal access token; a refresh token takes its whole login along. A token that "
        "nobody knows is a success too, and so is one of another client, which stays. A client whose credentials are "
        "wrong is refused in the words of RFC 6749. A JSON object with the same names is taken too.",
        body=RevocationBody(),
        example={"token": "ort_…"},
        media_type=FORM,
        any_query=True,
        errors=("invalid_client",),
        excluded_errors=("validation_error",),
    )


def _alive() -> Operation:
    return Operation(
        id="checkAlive",
        tag=_SERVICE,
        summary="Ask whether the process lives",
        permission=PUBLIC,
        answer=Answer(outcomes.Alive),
        excluded_errors=("service_unavailable", "rate_limited"),
        any_query=True,
    )


def _ready() -> Operation:
    return Operation(
        id="checkReady",
        tag=_SERVICE,
        summary="Ask whether the service can serve",
        permission=PUBLIC,
        answer=Answer(outcomes.Ready),
        says="The database answers and has every migration of this release.",
        excluded_errors=("rate_limited",),
        any_query=True,
    )


def _openapi() -> Operation:
    return Operation(
        id="getOpenApi",
        tag=_SERVICE,
        summary="Read this document",
        permission=PUBLIC,
        answer=Answer(None, "bare", headers=("ETag",)),
        says="OpenAPI 3.1.",
        excluded_errors=("service_unavailable",),
    )
