"""Sends the example of every operation to the demonstration, as the published document has it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from webtest import TestApp, TestResponse

from app.demonstration.today import today_in_india
from resources.openapi.examples import of_day
from tests.contract import published

Json = dict[str, Any]

# Lists that always have the same length.
_WHOLE = ("aging",)


@dataclass(frozen=True)
class Example:
    """An operation with the example of its request."""

    method: str
    path: str
    operation: Json
    required: list[Json]

    @property
    def id(self) -> str:
        return str(self.operation["operationId"])

    @property
    def turn(self) -> tuple[str, str]:
        """Operations of one turn leave each other's records alone."""
        last = self.path.rpartition("/")[2]
        return self.method, last if "{id}/" in self.path or last == "bulk" else ""

    @property
    def success(self) -> tuple[int, Json]:
        """The status of success and its content by media type."""
        status = next(status for status in self.operation["responses"] if status.startswith("2"))
        return int(status), self.operation["responses"][status].get("content", {})

    @property
    def media_type(self) -> str:
        """The media type of a successful answer, JSON or PDF."""
        return next(iter(self.success[1]))

    def send(self, web: TestApp, token: str, **instead: str) -> TestResponse:
        """Send it as it stands, but for what is `instead` of a value."""
        sent = _body(self.operation)
        if sent and sent[0] != "application/json":
            body: Any = urlencode(sent[1] | {name: instead[name] for name in instead if name in sent[1]})
        else:
            body = sent and sent[1]
        headers = {"Authorization": f"Bearer {token}"} if self.operation["security"] else {}
        return _send(web, self.method, self._address(), sent and sent[0], body, headers)

    def _address(self) -> str:
        query = {told["name"]: told["example"] for told in self.required if told["in"] == "query"}
        path = self.path.format(
            **{told["name"]: told["example"] for told in self.required if told["in"] == "path"}
        )
        return f"{path}?{urlencode(query)}" if query else path


def examples() -> Iterator[Example]:
    """Every operation of the document as it is served today."""
    document = of_day(published(), today_in_india())
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            told = [_resolved(document, parameter) for parameter in operation.get("parameters", ())]
            yield Example(method.upper(), path, operation, [one for one in told if one.get("required")])


def _send(
    web: TestApp, method: str, address: str, media_type: str | None, body: Any, headers: dict[str, str]
) -> TestResponse:
    kind = "" if media_type != "application/json" else "_json"
    send = getattr(web, f"{method.lower()}{kind}")
    given = {} if body is None else {"params": body}
    return send(address, headers=headers, expect_errors=True, **given)


def _body(operation: Json) -> tuple[str, Any] | None:
    content = operation.get("requestBody", {}).get("content", {})
    return next(((media_type, told["example"]) for media_type, told in content.items()), None)


def _resolved(document: Json, parameter: Json) -> Json:
    reference = parameter.get("$ref")
    if reference is None:
        return parameter
    found: Json = document["components"]["parameters"][reference.rpartition("/")[2]]
    return found


def shortened(value: Any) -> Any:
    """An answer whose lists have two things at most, but for those of one length."""
    if isinstance(value, dict):
        return {
            name: inner if name in _WHOLE and isinstance(inner, list) else shortened(inner)
            for name, inner in value.items()
        }
    return [shortened(inner) for inner in value[:2]] if isinstance(value, list) else value


def without_secrets(answer: Json) -> Json:
    """An answer whose tokens are cut off after what tells of which kind they are."""
    return {
        name: f"{value[:4]}…" if isinstance(value, str) and name.endswith("_token") else value
        for name, value in answer.items()
    }
