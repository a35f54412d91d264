"""Holds what the service answers to the OpenAPI document: status, media type, headers and body."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import jsonschema_rs
import orjson

from resources.api import PREFIX, document

Start = Callable[..., Any]
# What an answer may not carry unless the document says so.
TOLD_HEADERS = {
    "content-disposition",
    "etag",
    "idempotent-replayed",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "www-authenticate",
}
# How it is told that there is no such operation.
_NO_OPERATION = {404, 405}


@cache
def published() -> dict[str, Any]:
    """The document."""
    return document()


class Checked:
    """A WSGI application whose every answer is checked before the test sees it."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Start) -> list[bytes]:
        started: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            started[:] = [int(status[:3]), {name.lower(): value for name, value in headers}]
            return start_response(status, headers, *more)

        body = b"".join(self._app(environ, start))
        check(environ["REQUEST_METHOD"], environ["PATH_INFO"], *started, body)
        return [body]


def check(method: str, path: str, status: int, headers: dict[str, str], body: bytes) -> None:
    """Fail where the document has no such answer to the operation."""
    operation = operation_of(method, path)
    if operation is None:
        check_envelope(method, path, status, body)
        return
    where = f"{method} {path} answered {status}"
    told = answer_of(operation["operationId"], status)
    assert told, f"{where}, which is not in the document: {body[:500]!r}"
    unheard = TOLD_HEADERS & headers.keys() - told["headers"]
    assert not unheard, f"{where} with headers that are not in the document: {unheard}"
    if not told["media_types"]:
        assert not body, f"{where} with a body"
        return
    media_type = headers["content-type"].partition(";")[0]
    assert media_type in told["media_types"], f"{where} as {headers}"
    if media_type == "application/json":
        check_body(where, told, body)


def check_body(where: str, told: dict[str, Any], body: bytes) -> None:
    """Fail where a body is not as the document has it, or an error has a code that the status never has."""
    value = orjson.loads(body)
    validator = validator_of(told["schema"])
    if not validator.is_valid(value):
        faults = [
            f"{list(fault.instance_path)}: {fault.message[:300]}" for fault in validator.iter_errors(value)
        ]
        raise AssertionError(f"{where}: " + "\n".join(faults[:10]))
    if told["codes"]:
        code = value["error"]["code"] if isinstance(value["error"], dict) else value["error"]
        assert code in told["codes"], f"{where} with the code {code}"


def check_envelope(method: str, path: str, status: int, body: bytes) -> None:
    """Check that a path without an operation is refused in the envelope; pages and metrics are not checked."""
    if not path.startswith(PREFIX) or path.rstrip("/") == PREFIX:
        return
    where = f"{method} {path} answered {status}"
    assert status in _NO_OPERATION, f"{where}, which is not in the document"
    if body:
        check_body(where, {"schema": '{"$ref": "#/components/schemas/Error"}', "codes": ()}, body)


@cache
def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """The operation that serves a request."""
    paths = published()["paths"]
    path = path[:-1] if path.endswith("/") else path
    parts = path.split("/")
    templates = [path] + [
        "/".join([*parts[:at], "{id}", *parts[at + 1 :]]) for at in range(2, len(parts)) if parts[at]
    ]
    # What is a part of a record: /webhook-endpoints/{id}/deliveries/{delivery_id}/retry.
    if len(parts) > 6:
        templates.append("/".join([*parts[:-4], "{id}", parts[-3], "{delivery_id}", parts[-1]]))
    found = next((paths[template] for template in templates if template in paths), {})
    # Methods are spelled in capitals on the wire, and no other way.
    operation: dict[str, Any] | None = found.get(method.lower()) if method.isupper() else None
    return operation


@cache
def operations() -> dict[str, dict[str, Any]]:
    """Every operation by its operationId."""
    return {
        operation["operationId"]: operation
        for path in published()["paths"].values()
        for operation in path.values()
    }


@cache
def answer_of(operation_id: str, status: int) -> dict[str, Any] | None:
    """Return what the document says of an answer: media type, schema, headers, and the codes of an error."""
    response = operations()[operation_id]["responses"].get(str(status))
    if response is None:
        return None
    if "$ref" in response:
        response = published()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    contents = response.get("content", {})
    content = next(iter(contents.values()), {})
    return {
        "media_types": tuple(contents),
        "schema": json.dumps(content.get("schema", {})),
        "headers": {name.lower() for name in response.get("headers", {})},
        "codes": tuple(content.get("examples", ())),
    }


@cache
def components() -> jsonschema_rs.Registry:
    """The schemas that others refer to. Read once: to read them again for each answer takes longer than most tests."""
    return jsonschema_rs.Registry([("urn:document", {"components": published()["components"]})])


@cache
def validator_of(schema: str) -> Any:
    """A validator of a schema of the document; made once."""
    referring = json.loads(schema.replace('"#/components/', '"urn:document#/components/'))
    return jsonschema_rs.Draft202012Validator(referring, validate_formats=True, registry=components())
