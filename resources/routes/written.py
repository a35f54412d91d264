"""Operations of documents that are written: their permissions, bodies and answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema

from app.documents.bulk import BulkKind
from app.schemas.answers.outcomes import Done
from app.schemas.body import BodySchema
from app.schemas.record_kind import RecordKind
from resources.routes.bulk import ONCE, bulk_route
from resources.routes.operations import (
    Answer,
    Operation,
    Route,
    a,
    delete_operation,
    get_operation,
    list_operation,
    title,
)
from resources.written_documents import RecordedDocuments, WrittenDocuments


@dataclass(frozen=True, kw_only=True)
class Move:
    """A move of a document's state: the end of its path, what it answers, and what a caller should know of it.

    It asks for the `action` of the kind's module. `body` is what it takes, with an `example`. `id` is that of the
    operation, made of word and kind where it is empty.
    """

    word: str
    summary: str
    answer: type[Schema]
    id: str = ""
    says: str = ""
    action: str = "update"
    body: BodySchema | None = None
    example: Mapping[str, Any] | None = None
    status: int = 200


def written_routes(
    kind: RecordKind,
    resource: WrittenDocuments,
    answer: type[Schema],
    example: Mapping[str, Any],
    moves: Sequence[Move],
) -> list[Route]:
    """Return the routes of a kind of document that is written like quotes: `answer` is that of POST and PATCH."""
    table = resource.kind
    # Table and path have one name.
    path = "/" + table.replace("_", "-")
    create = _create(kind, resource.body, answer, example)
    one = {
        "GET": get_operation(kind),
        "PATCH": _edit(kind, resource.body, answer, example),
        "DELETE": delete_operation(kind, Done),
    }
    writes = resource.writes
    bulk = BulkKind(resource.body, writes.create, writes.answer)
    return [
        Route(path, resource, "list", {"GET": list_operation(kind, table), "POST": create}),
        bulk_route(kind, path, resource.requests, bulk, answer, example),
        Route(path + "/{id}", resource, "record", one),
        *_moves(kind, path, resource, moves),
    ]


def recorded_routes(
    kind: RecordKind,
    resource: RecordedDocuments,
    answer: type[Schema],
    example: Mapping[str, Any],
    moves: Sequence[Move] = (),
) -> list[Route]:
    """Return the routes of a kind of document that is recorded and deleted, and never changed."""
    path = "/" + resource.kind.replace("_", "-")
    create = _create(kind, resource.body, answer, example, "record")
    bulk = BulkKind(resource.body, resource.writes.create, resource.writes.answer)
    one = {"GET": get_operation(kind), "DELETE": delete_operation(kind, Done)}
    return [
        Route(path, resource, "list", {"GET": list_operation(kind, resource.kind), "POST": create}),
        bulk_route(kind, path, resource.requests, bulk, answer, example),
        Route(path + "/{id}", resource, "record", one),
        *_moves(kind, path, resource, moves),
    ]


def _create(
    kind: RecordKind,
    body: BodySchema,
    answer: type[Schema],
    example: Mapping[str, Any],
    word: str = "create",
) -> Operation:
    return Operation(
        id=f"{word}{title(kind.one)}",
        tag=kind.heading,
        summary=f"{word.capitalize()} {a(kind.one)}",
        permission=kind.permission("create"),
        answer=Answer(answer, status=201),
        says=f"{kind.says.get('create', '')} {ONCE}".strip(),
        body=body,
        example=example,
    )


def _edit(kind: RecordKind, body: BodySchema, answer: type[Schema], example: Mapping[str, Any]) -> Operation:
    return Operation(
        id=f"update{title(kind.one)}",
        tag=kind.heading,
        summary=f"Write {a(kind.one)} anew",
        permission=kind.permission("update"),
        answer=Answer(answer),
        says="Only a `DRAFT`, from a whole body: what is left out has the value that a new one would have. Its number "
        "stays.",
        body=body,
        example=example,
        replaces=True,
    )


def _moves(kind: RecordKind, path: str, resource: RecordedDocuments, moves: Sequence[Move]) -> list[Route]:
    return [
        Route(f"{path}/{{id}}/{move.word}", resource, move.word, {"POST": _move(kind, move)})
        for move in moves
    ]


def _move(kind: RecordKind, move: Move) -> Operation:
    return Operation(
        id=move.id or f"{move.word}{title(kind.one)}",
        tag=kind.heading,
        summary=move.summary,
        permission=kind.permission(move.action),
        answer=Answer(move.answer, status=move.status),
        says=move.says,
        body=move.body,
        example=move.example,
        errors=("conflict",),
    )
