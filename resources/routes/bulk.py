"""The routes that create many records of a kind in one request."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from app.documents.bulk import BulkKind
from app.schemas.bulk import results_of
from app.schemas.record_kind import RecordKind
from resources.routes.operations import Answer, Operation, Route, title
from resources.serving.bulk import Bulk
from resources.serving.requests import Requests

ONCE = "Send an `Idempotency-Key` to make a retry safe."


def bulk_route(
    kind: RecordKind,
    path: str,
    requests: Requests,
    bulk: BulkKind,
    answer: type[Schema],
    example: Mapping[str, Any],
) -> Route:
    """Return the route that creates many records of a kind; `answer` and `example` are those of one."""
    resource = Bulk(requests, bulk)
    create = Operation(
        id=f"createMany{title(kind.plural)}",
        tag=kind.heading,
        summary=f"Create many {kind.plural}",
        permission=kind.permission("create"),
        answer=Answer(results_of(answer)),
        says="Up to 200 in one transaction. Faults of one are in its result, and the others are written; "
        f"with `allOrNothing` nothing is, and the answer is 422 with `records.N.field`. {ONCE}",
        body=resource.body,
        example={"records": [example]},
    )
    return Route(path + "/bulk", resource, None, {"POST": create})
