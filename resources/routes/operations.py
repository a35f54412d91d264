"""What a route is: a path, who serves it, and for each method what it asks for, takes and answers.

The application is routed by these facts, permissions are asked by them, and the OpenAPI document is made
from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from marshmallow import Schema

from app.documents.reading import Documents
from app.schemas.answers.outcomes import Deleted
from app.schemas.body import Body
from resources.documents import DocumentResource
from resources.records import RecordResource
from resources.serving.requests import Requests

# Asked for instead of a permission: a valid token is enough, or none is needed.
ANY_CALLER = ""
PUBLIC = "public"

JSON = "application/json"
PDF = "application/pdf"

# The names of query parameters (resources.openapi.parameters).
DAYS = ("from", "to")


@dataclass(frozen=True)
class Answer:
    """What success answers: `data` is a record, a page of records, all of them, or the body stands bare.

    Without a schema it is any object, or a paper.
    """

    schema: type[Schema] | None
    shape: Literal["record", "page", "list", "bare"] = "record"
    status: int = 200
    media_type: str = JSON
    headers: tuple[str, ...] = ()


# For the routes of papers.
PAPER = Answer(None, "bare", media_type=PDF, headers=("Content-Disposition",))


@dataclass(frozen=True)
class Operation:
    """A method of a path.

    `id` is what generated clients call it. `body` is what it takes; a PATCH leaves alone what is left out,
    unless it `replaces`. `listing` names the list that it answers a page of, and `searches` says where its `q` looks.
    `errors` are codes beyond those that follow from the method and the path, `never` those that follow and do not come.
    `once` takes an Idempotency-Key. Errors are in the envelope, or in the words of RFC 6749.
    """

    id: str
    tag: str
    summary: str
    permission: str
    answer: Answer
    says: str = ""
    body: Body | None = None
    media_types: tuple[str, ...] = (JSON,)
    replaces: bool = False
    listing: str = ""
    searches: str = ""
    parameters: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    excluded_errors: tuple[str, ...] = ()
    once: bool = False
    rfc6749: bool = False


@dataclass(frozen=True)
class Route:
    """A path, the resource that serves it under a suffix, and its operations by method."""

    path: str
    resource: object
    suffix: str | None
    operations: Mapping[str, Operation]

    @property
    def permissions(self) -> dict[str, str]:
        """Method -> permission."""
        return {method: operation.permission for method, operation in self.operations.items()}


@dataclass(frozen=True)
class Kind:
    """How a kind of record is called, and what it looks like in lists and alone.

    `one` and `many` are plain words; `asks` maps actions to a permission that is not `module.action`; `says`
    maps actions to what a caller should know of them.
    """

    one: str
    many: str
    module: str
    row: type[Schema]
    record: type[Schema]
    searches: str = ""
    asks: Mapping[str, str] | None = None
    says: Mapping[str, str] | None = None
    create_errors: tuple[str, ...] = ()

    @property
    def tag(self) -> str:
        """The heading that it stands under."""
        return self.many[0].upper() + self.many[1:]

    def permission(self, action: str) -> str:
        """What an action asks for."""
        return (self.asks or {}).get(action, f"{self.module}.{action}")

    def told(self, action: str) -> str:
        """What a caller should know of an action."""
        return (self.says or {}).get(action, "")


def a(noun: str) -> str:
    """The noun with its article."""
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def title(words: str) -> str:
    """`payment term` -> `PaymentTerm`."""
    return "".join(word.capitalize() for word in words.split())


def list_operation(kind: Kind, listing: str) -> Operation:
    """GET of a collection, whose filters and orders stand in `app.lists.catalogue`."""
    return Operation(
        id=f"list{title(kind.many)}",
        tag=kind.tag,
        summary=f"List {kind.many}",
        permission=kind.permission("read"),
        answer=Answer(kind.row, "page"),
        says=kind.told("list"),
        listing=listing,
        searches=kind.searches,
    )


def get_operation(kind: Kind) -> Operation:
    """GET of one record."""
    return Operation(
        id=f"get{title(kind.one)}",
        tag=kind.tag,
        summary=f"Read {a(kind.one)}",
        permission=kind.permission("read"),
        answer=Answer(kind.record),
        says=kind.told("get"),
    )


def _create(kind: Kind, body: Body) -> Operation:
    return Operation(
        id=f"create{title(kind.one)}",
        tag=kind.tag,
        summary=f"Create {a(kind.one)}",
        permission=kind.permission("create"),
        answer=Answer(kind.record, status=201),
        says=kind.told("create"),
        body=body,
        errors=kind.create_errors,
    )


def _update(kind: Kind, body: Body) -> Operation:
    return Operation(
        id=f"update{title(kind.one)}",
        tag=kind.tag,
        summary=f"Change {a(kind.one)}",
        permission=kind.permission("update"),
        answer=Answer(kind.record),
        says=kind.told("update") or "What is left out keeps its value.",
        body=body,
    )


def delete_operation(kind: Kind, answer: type[Schema] = Deleted, *errors: str) -> Operation:
    """DELETE of one record."""
    return Operation(
        id=f"delete{title(kind.one)}",
        tag=kind.tag,
        summary=f"Delete {a(kind.one)}",
        permission=kind.permission("delete"),
        answer=Answer(answer),
        says=kind.told("delete"),
        errors=errors,
    )


def crud(path: str, kind: Kind, resource: RecordResource) -> list[Route]:
    """The two routes of a kind of record."""
    every = {"GET": list_operation(kind, resource.records.kind), "POST": _create(kind, resource.body)}
    one = {
        "GET": get_operation(kind),
        "PATCH": _update(kind, resource.body),
        "DELETE": delete_operation(kind),
    }
    return [Route(path, resource, "list", every), Route(path + "/{id}", resource, "record", one)]


def read_only(path: str, kind: Kind, requests: Requests, documents: Documents) -> list[Route]:
    """The two routes of a kind of document that is only read."""
    resource = DocumentResource(requests, documents)
    return [
        Route(path, resource, "list", {"GET": list_operation(kind, documents.kind)}),
        Route(path + "/{id}", resource, "record", {"GET": get_operation(kind)}),
    ]
