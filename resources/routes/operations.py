"""Descriptions of routes: path, resource, and for each method its permission, body, parameters and answer.

The application is routed by these facts, permissions are checked by them, and the OpenAPI document is made from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from marshmallow import Schema

from app.identity.scopes import PUBLIC
from app.lists.catalogue import LISTINGS
from app.schemas.answers.outcomes import Deleted
from app.schemas.body import BodySchema
from app.schemas.record_kind import RecordKind
from resources.serving.strictness import Takes

JSON = "application/json"
PDF = "application/pdf"

# The names of query parameters (resources.openapi.parameters).
DAYS = ("from", "to")
_CREATED = 201


@dataclass(frozen=True)
class Answer:
    """The answer of a success: its `shape` says whether `data` is a record, a page or a list, or the body has no
    envelope.

    Without a schema the answer is any object, or a PDF.
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

    `id` is what generated clients call it. `body` is what it takes, and `example` a body to begin with; a PATCH leaves
    alone what is left out, unless it `replaces`. `listing` names the list that it answers a page of, which comes as
    CSV, too; so does what has no pages and is `as_csv`. `errors` are codes beyond those that follow from the method
    and the path, `excluded_errors` those that follow and do not come. One that `writes` nothing changes no record. A
    POST takes an Idempotency-Key unless it is `without_key`. Where `body_left_out` a request may have none. Errors
    are in the envelope, or in the words of RFC 6749. Other query parameters than `query` are refused, unless
    `any_query` is taken and ignored.
    """

    id: str
    tag: str
    summary: str
    permission: str
    answer: Answer
    says: str = ""
    body: BodySchema | None = None
    example: Mapping[str, Any] | None = None
    media_type: str = JSON
    replaces: bool = False
    listing: str = ""
    as_csv: bool = False
    parameters: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    excluded_errors: tuple[str, ...] = ()
    writes: bool = True
    without_key: bool = False
    body_left_out: bool = False
    rfc6749: bool = False
    any_query: bool = False

    @property
    def query(self) -> frozenset[str]:
        """The names of its query parameters."""
        of_list = LISTINGS[self.listing].query if self.listing else frozenset[str]()
        return of_list | frozenset(self.parameters)

    @property
    def tells_csv(self) -> bool:
        """Return whether it answers CSV on request."""
        return bool(self.listing) or self.as_csv

    def changes_one(self, method: str, path: str) -> bool:
        """Return whether it changes the record in its path, so that requests may name the record's version."""
        return "{id}" in path and method in ("PATCH", "PUT", "DELETE", "POST") and self.writes

    def tells_version(self, method: str, path: str) -> bool:
        """Return whether it reads or writes one record that exists afterwards."""
        if method == "GET":
            schema = self.answer.schema
            return "{id}" in path and schema is not None and "updated_at" in schema._declared_fields
        made = method == "POST" and self.answer.status == _CREATED and self.permission != PUBLIC
        # A DELETE with a body takes away a part of the record, which stays.
        stays = method != "DELETE" or self.body is not None
        return made or (self.changes_one(method, path) and stays)

    def takes_key(self, method: str) -> bool:
        """Return whether it takes an Idempotency-Key: every POST but logins and those that say so."""
        return method == "POST" and not self.without_key and self.permission != PUBLIC


@dataclass(frozen=True)
class Route:
    """A path, the resource that serves it under a suffix, and its operations by method."""

    path: str
    resource: object
    suffix: str | None
    operations: Mapping[str, Operation]

    @property
    def permissions(self) -> dict[str, str]:
        """The permission by method."""
        return {method: operation.permission for method, operation in self.operations.items()}

    @property
    def takes(self) -> dict[str, Takes]:
        """The inputs by method; other names are refused."""
        return {
            method: Takes(None if operation.any_query else operation.query, operation.body is not None)
            for method, operation in self.operations.items()
        }


def a(noun: str) -> str:
    """Return the noun with its article."""
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def title(words: str) -> str:
    """Return words as a name: `PaymentTerm` for `payment term`."""
    return "".join(word.capitalize() for word in words.split())


def list_operation(kind: RecordKind, listing: str) -> Operation:
    """GET of a collection; `listing` is its name in `app.lists.catalogue`."""
    return Operation(
        id=f"list{title(kind.plural)}",
        tag=kind.heading,
        summary=f"List {kind.plural}",
        permission=kind.permission("read"),
        answer=Answer(kind.listed, "page"),
        says=kind.says.get("list", ""),
        listing=listing,
    )


def get_operation(kind: RecordKind) -> Operation:
    """GET of one record."""
    return Operation(
        id=f"get{title(kind.one)}",
        tag=kind.heading,
        summary=f"Read {a(kind.one)}",
        permission=kind.permission("read"),
        answer=Answer(kind.record),
        says=kind.says.get("get", ""),
    )


def delete_operation(kind: RecordKind, answer: type[Schema] = Deleted, *errors: str) -> Operation:
    """DELETE of one record."""
    return Operation(
        id=f"delete{title(kind.one)}",
        tag=kind.heading,
        summary=f"Delete {a(kind.one)}",
        permission=kind.permission("delete"),
        answer=Answer(answer),
        says=kind.says.get("delete", ""),
        errors=errors,
    )
