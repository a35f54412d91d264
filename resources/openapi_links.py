"""Links of the OpenAPI document: what can be done next with the id that an answer holds."""

from collections.abc import Sequence
from typing import Any

from resources.routes import Operation, Route

Json = dict[str, Any]

_ID = "/{id}"
# Whose id also names something under another path.
_ALSO = {"/customers": "/customer-ledger", "/vendors": "/vendor-ledger"}
# Where rows call it by another name.
_ROW_IDS = {"/vendor-ledger": "vendorId"}


def links_of(table: Sequence[Route], prefix: str, path: str, operation: Operation) -> Json:
    """For a POST that creates, every operation on the new record; for a list, the reads of its first record."""
    creates = operation.answer.status == 201 and operation.answer.shape == "record"  # noqa: PLR2004
    if not creates and operation.answer.shape != "page":
        return {}
    own = path.removeprefix(prefix)
    pointer = "/data/id" if creates else f"/data/0/{_ROW_IDS.get(own, 'id')}"
    places = tuple(prefix + place + _ID for place in (own, _ALSO.get(own)) if place)
    return {
        target.id: {"operationId": target.id, "parameters": {"id": f"$response.body#{pointer}"}}
        for route in table
        if route.path in places or route.path.startswith(places[0] + "/")
        for method, target in route.operations.items()
        if creates or method == "GET"
    }
