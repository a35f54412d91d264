"""The routes of stock that is opened and adjusted."""

from app.documents import stocktaking
from app.documents.bulk import BulkKind
from app.ids import counted_id
from app.schemas.answers.stock import StockAdjusted
from app.schemas.record_kind import RecordKind
from app.schemas.stock import StockAdjustmentBody
from resources.routes.bulk import ONCE, bulk_route
from resources.routes.operations import Answer, Operation, Route
from resources.serving.requests import Requests
from resources.stock_adjustments import StockAdjustments

_RECORD = RecordKind(one="stock adjustment", module="inventory", row=StockAdjusted, record=StockAdjusted)
_PATH = "/stock-adjustments"
# Ids of examples are those of the demonstration's records.
_EXAMPLE = {
    "itemId": counted_id("itm", 1),
    "itemVariantId": counted_id("var", 1),
    "kind": "ADJUSTMENT",
    "quantity": -2,
    "notes": "Broken",
}


def stock_adjustments(requests: Requests) -> list[Route]:
    """Return the routes of stock adjustments, one or many."""
    kind = BulkKind(StockAdjustmentBody(), stocktaking.create_alone, stocktaking.answer)
    return [
        Route(_PATH, StockAdjustments(requests, kind), None, {"POST": _adjust(kind)}),
        bulk_route(_RECORD, _PATH, requests, kind, StockAdjusted, _EXAMPLE),
    ]


def _adjust(kind: BulkKind) -> Operation:
    return Operation(
        id="createStockAdjustment",
        tag=_RECORD.heading,
        summary="Adjust stock",
        permission=_RECORD.permission("create"),
        answer=Answer(StockAdjusted, status=201),
        says="`OPENING` brings goods in at `unitCost`, else at the purchase price. An `ADJUSTMENT` above 0 brings them "
        "in at `unitCost`, else at the average; one below 0 takes them out at the average. It is of today: where the "
        f"books are closed through today, it is a 409. {ONCE}",
        body=kind.schema,
        example=_EXAMPLE,
        errors=("conflict",),
    )
