"""Links of the OpenAPI document from the creation of a record to the operations on it."""

from collections.abc import Sequence

from app.wire import Json
from resources.routes.operations import Operation, Route

_CREATED = 201
# Paths whose ids also name a record under another path.
_ALSO = {"customers": "customer-ledger", "vendors": "vendor-ledger"}


def links_of(table: Sequence[Route], path: str, operation: Operation) -> Json:
    """Return every operation on the new record, by operationId, for a POST that creates."""
    if operation.answer.shape != "record" or operation.answer.status != _CREATED:
        return {}
    base, _, name = path.rpartition("/")
    own, other = f"{path}/{{id}}", f"{base}/{_ALSO.get(name)}/{{id}}"
    return {
        target.id: {"operationId": target.id, "parameters": {"id": "$response.body#/data/id"}}
        for route in table
        if route.path in (own, other) or route.path.startswith(own + "/")
        for target in route.operations.values()
    }
