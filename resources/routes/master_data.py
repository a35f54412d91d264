"""The routes of master data, made from the declarations of its kinds."""

from app.master_data import items
from app.master_data.declaration import KEEPS, MasterDataKind
from app.master_data.kinds import KINDS
from app.master_data.many_records import bulk_of_kind
from app.schemas.answers.outcomes import Deleted
from resources.items import ItemCoreResource
from resources.records import RecordResource
from resources.routes.bulk import bulk_route
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
from resources.serving.requests import Requests


def master_data(requests: Requests) -> list[Route]:
    """Return the five operations of every kind, and the update of an item's core."""
    return [route for kind in KINDS for route in _routes(requests, kind)] + [_item_core(requests)]


def _routes(requests: Requests, kind: MasterDataKind) -> list[Route]:
    resource = RecordResource(requests, kind.records, kind.body)
    every = {"GET": list_operation(kind, kind.name), "POST": _create(kind)}
    delete = delete_operation(kind, Deleted, *kind.delete_errors)
    one = {"GET": get_operation(kind), "PATCH": _update(kind), "DELETE": delete}
    return [
        Route(kind.path, resource, "list", every),
        bulk_route(kind, kind.path, requests, bulk_of_kind(kind), kind.record, kind.example),
        Route(kind.path + "/{id}", resource, "record", one),
    ]


def _create(kind: MasterDataKind) -> Operation:
    return Operation(
        id=f"create{title(kind.one)}",
        tag=kind.heading,
        summary=f"Create {a(kind.one)}",
        permission=kind.permission("create"),
        answer=Answer(kind.record, status=201),
        says=kind.says.get("create", ""),
        body=kind.body,
        example=kind.example,
        errors=kind.create_errors,
    )


def _update(kind: MasterDataKind) -> Operation:
    return Operation(
        id=f"update{title(kind.one)}",
        tag=kind.heading,
        summary=f"Change {a(kind.one)}",
        permission=kind.permission("update"),
        answer=Answer(kind.record),
        says=kind.says.get("update", KEEPS.strip()),
        body=kind.body,
        example=kind.change or kind.example,
    )


def _item_core(requests: Requests) -> Route:
    kind = items.KIND
    core = Operation(
        id="updateItemCore",
        tag=kind.heading,
        summary="Replace the core of an item",
        permission=kind.permission("update"),
        answer=Answer(kind.record),
        says="Each of these fields that is left out goes back to its default. Nothing else of the item changes.",
        body=ItemCoreResource.body,
        example=items.CORE_EXAMPLE,
        replaces=True,
    )
    return Route(kind.path + "/{id}/core", ItemCoreResource(requests), "core", {"PATCH": core})
