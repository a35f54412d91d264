"""The routes of purchase orders."""

from app.ids import counted_id
from app.purchases import purchase_orders
from app.schemas.answers.conversions import Converted
from app.schemas.answers.purchase_orders import (
    PurchaseOrder,
    PurchaseOrderMoved,
    PurchaseOrderRow,
    PurchaseOrderWritten,
)
from app.schemas.conversions import OrderConversionBody
from app.schemas.purchase_orders import PurchaseOrderBody
from app.schemas.record_kind import RecordKind
from resources.orders import PurchaseOrders
from resources.routes.bulk import ONCE
from resources.routes.operations import Route
from resources.routes.written import Move, written_routes
from resources.serving.requests import Requests

_RECORD = RecordKind(
    one="purchase order",
    module="purchaseOrders",
    row=PurchaseOrderRow,
    record=PurchaseOrder,
    says={
        "list": "Without lines.",
        "get": "With its lines in `lineItems`, and how much of each bills were made of.",
        "create": "It takes the next number of its series.",
        "delete": "Only a draft. Its number is not given again.",
    },
)
# Ids of examples are those of the demonstration's records.
_EXAMPLE = {
    "vendorId": counted_id("ven", 2),
    "orderDate": "2026-11-21",
    "expectedDate": "2026-12-21",
    "lines": [{"description": "Shirt, made to measure", "quantity": 2, "rate": 500, "taxRatePercent": 18}],
}
_MOVES = (
    Move(
        word="issue",
        summary="Issue a purchase order",
        answer=PurchaseOrderMoved,
        says="A draft becomes `ISSUED`.",
    ),
    Move(
        word="convert",
        summary="Make a draft of a purchase order",
        answer=Converted,
        status=201,
        body=OrderConversionBody(),
        example={"lines": [{"id": counted_id("pol", 116), "quantity": 1}]},
        says="From `ISSUED`: a draft bill, dated today, of the lines and quantities that are named, or of "
        "all that is left. What is converted as a whole is `CLOSED`. More than a line ever had is 422, more than "
        f"is left 409. A bill that is deleted or voided gives back what it took. {ONCE}",
    ),
    Move(
        word="close",
        summary="Close a purchase order",
        answer=PurchaseOrderMoved,
        says="One that is `ISSUED`, whatever is left of it: no more bills are made of it.",
    ),
    Move(
        word="void",
        summary="Void a purchase order",
        answer=PurchaseOrderMoved,
        says="One that is `ISSUED` and that no bill was made of, but void ones.",
    ),
)


def purchase_orders_routes(requests: Requests) -> list[Route]:
    """Return the routes of purchase orders."""
    body = PurchaseOrderBody().answered_as(PurchaseOrder)
    resource = PurchaseOrders(requests, purchase_orders.WRITES, body, {"lineItems": "lines"})
    return written_routes(_RECORD, resource, PurchaseOrderWritten, _EXAMPLE, _MOVES)
