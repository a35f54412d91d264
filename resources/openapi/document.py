"""The OpenAPI document, made from the routes, their permissions and the schemas, each the only source of its facts."""

from collections.abc import Sequence

from apispec import APISpec

from app import __version__
from app.identity.scopes import ANY_CALLER, GRANULAR, GROUPS, MODULES, PUBLIC
from app.lists.catalogue import LISTINGS
from app.wire import Json
from resources.openapi.errors import errors_of, responses
from resources.openapi.examples import answers, example_id
from resources.openapi.links import links_of
from resources.openapi.parameters import ANY_ID, HEADERS, PARAMETERS, RECORD_ID, header_refs, of_list
from resources.openapi.schemas import Plugin, Schemas, finish
from resources.openapi.texts import BEARER_WORDS, DESCRIPTION, GROUP_WORDS, TAGS, granular_words, spaced
from resources.routes.operations import PDF, Answer, Operation, Route
from resources.serving.lists import CSV

# The address that `make run` serves on; a running service puts its own in its place.
MADE_AT = "http://127.0.0.1:8000"
TOKEN_PATH = "/api/v1/oauth/token"  # noqa: S105 - a path


def openapi(table: Sequence[Route]) -> Json:
    """Return the document of the routes, as JSON values."""
    plugin = Plugin()
    spec = APISpec(
        title="GST invoicing",
        version=__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": DESCRIPTION},
        servers=[{"url": MADE_AT}],
        tags=[{"name": name, "description": words} for name, words in TAGS.items()],
    )
    schemas = Schemas(spec, plugin)
    for route in table:
        spec.path(route.path, operations=_operations(schemas, table, route))
    _components(spec, schemas)
    made: Json = spec.to_dict()
    finish(made["components"]["schemas"])
    return {name: made[name] for name in ("openapi", "info", "servers", "tags", "paths", "components")}


def _components(spec: APISpec, schemas: Schemas) -> None:
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in PARAMETERS.items():
        spec.components.parameter(name, parameter["in"], parameter)
    for name, response in responses(schemas).items():
        spec.components.response(name, response)
    for name, scheme in _security_schemes().items():
        spec.components.security_scheme(name, scheme)


def _security_schemes() -> Json:
    token = {"type": "http", "scheme": "bearer", "description": BEARER_WORDS}
    password = {
        "tokenUrl": TOKEN_PATH,
        "refreshUrl": TOKEN_PATH,
        "scopes": {
            **{name: GROUP_WORDS[name] for name in GROUPS},
            **{name: f"Everything about {spaced(name)}." for name in MODULES},
            **{name: granular_words(name) for name in GRANULAR},
        },
    }
    login = {"type": "oauth2", "description": "A login of a user.", "flows": {"password": password}}
    return {"token": token, "login": login}


def _operations(schemas: Schemas, table: Sequence[Route], route: Route) -> Json:
    return {
        method.lower(): _operation(schemas, table, method, route.path, operation)
        for method, operation in route.operations.items()
    }


def _operation(
    schemas: Schemas, table: Sequence[Route], method: str, path: str, operation: Operation
) -> Json:
    parameters = _parameters(method, path, operation)
    return {
        "tags": [operation.tag],
        "summary": operation.summary,
        **({"description": operation.says} if operation.says else {}),
        "operationId": operation.id,
        **_security(operation),
        **({"parameters": parameters} if parameters else {}),
        **({"requestBody": _request_body(schemas, method, operation)} if operation.body else {}),
        "responses": {
            str(operation.answer.status): _success(
                schemas, method, path, operation, links_of(table, path, operation)
            ),
            **({"304": _NOT_MODIFIED} if "ETag" in operation.answer.headers else {}),
            **errors_of(method, path, operation),
        },
    }


def _security(operation: Operation) -> Json:
    permission = operation.permission
    if permission == PUBLIC:
        return {"security": []}
    scopes = [] if permission == ANY_CALLER else [permission]
    asked = {"security": [{"token": scopes}, {"login": scopes}]}
    return asked | ({"x-permission": permission} if scopes else {})


def _parameters(method: str, path: str, operation: Operation) -> list[Json | str]:
    names: list[Json | str] = [_own_id(path, operation)] if "{id}" in path else []
    names += ["deliveryId"] if "{delivery_id}" in path else []
    names += [*operation.parameters, *(["idempotencyKey"] if operation.takes_key(method) else [])]
    names += ["ifMatch"] if operation.changes_one(method, path) else []
    return [*names, *(of_list(LISTINGS[operation.listing]) if operation.listing else ())]


def _own_id(path: str, operation: Operation) -> Json:
    told = ANY_ID if "not_found" in operation.excluded_errors else RECORD_ID
    return told | {"example": example_id(operation.id, path)}


def _request_body(schemas: Schemas, method: str, operation: Operation) -> Json:
    assert operation.body is not None  # noqa: S101 - asked by `_operation`
    changes = method == "PATCH" and not operation.replaces
    schema = schemas.change(operation.body) if changes else schemas.body(operation.body)
    content = {"schema": schema} | ({"example": operation.example} if operation.example else {})
    return {"required": not operation.body_left_out, "content": {operation.media_type: content}}


def _success(schemas: Schemas, method: str, path: str, operation: Operation, links: Json) -> Json:
    answer = operation.answer
    return {
        "description": _means(answer),
        "headers": header_refs(
            *answer.headers,
            *(["Idempotent-Replayed"] if operation.takes_key(method) else []),
            *(["ETag"] if operation.tells_version(method, path) else []),
            *(["Content-Disposition"] if operation.tells_csv else []),
        ),
        "content": {answer.media_type: {"schema": schemas.success(answer)} | _example(operation)}
        | (_CSV if operation.tells_csv else {}),
        **({"links": links} if links else {}),
    }


def _example(operation: Operation) -> Json:
    return {"example": answers()[operation.id]} if operation.id in answers() else {}


def _means(answer: Answer) -> str:
    if answer.schema is None:
        return "The PDF." if answer.media_type == PDF else "The document."
    shapes = {"page": "One page, or all of them as CSV.", "list": "All of them."}
    return shapes.get(answer.shape) or (answer.schema.__doc__ or "").strip()


# All pages of a list, or the rows of a report.
_CSV: Json = {CSV: {"schema": {"type": "string"}}}
_NOT_MODIFIED = {
    "description": "The caller has it already: `If-None-Match` named its `ETag`.",
    "headers": header_refs("ETag"),
}
