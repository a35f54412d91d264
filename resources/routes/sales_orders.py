"""The routes of sales orders."""

from app.ids import counted_id
from app.sales import sales_orders
from app.schemas.answers.conversions import Converted
from app.schemas.answers.sales_orders import SalesOrder, SalesOrderMoved, SalesOrderRow, SalesOrderWritten
from app.schemas.conversions import OrderConversionBody
from app.schemas.record_kind import RecordKind
from app.schemas.sales_orders import SalesOrderBody
from resources.orders import SalesOrders
from resources.routes.bulk import ONCE
from resources.routes.operations import Route
from resources.routes.written import Move, written_routes
from resources.serving.requests import Requests

_RECORD = RecordKind(
    one="sales order",
    module="salesOrders",
    row=SalesOrderRow,
    record=SalesOrder,
    says={
        "list": "Without lines.",
        "get": "With its lines in `lineItems`, and how much of each invoices were made of.",
        "create": "It takes the next number of its series.",
        "delete": "Only a draft. Its number is not given again.",
    },
)
# Ids of examples are those of the demonstration's records.
_EXAMPLE = {
    "customerId": counted_id("cus", 2),
    "orderDate": "2026-11-21",
    "expectedShipmentDate": "2026-12-21",
    "lines": [{"description": "Shirt, made to measure", "quantity": 2, "rate": 500, "taxRatePercent": 18}],
}
_MOVES = (
    Move(
        word="confirm",
        summary="Confirm a sales order",
        answer=SalesOrderMoved,
        says="A draft becomes `CONFIRMED`.",
    ),
    Move(
        word="convert",
        summary="Make a draft of a sales order",
        answer=Converted,
        status=201,
        body=OrderConversionBody(),
        example={"lines": [{"id": counted_id("sol", 23), "quantity": 1}]},
        says="From `CONFIRMED`: a draft invoice, dated today, of the lines and quantities that are named, or of "
        "all that is left. What is converted as a whole is `CLOSED`. More than a line ever had is 422, more than "
        f"is left 409. An invoice that is deleted or voided gives back what it took. {ONCE}",
    ),
    Move(
        word="close",
        summary="Close a sales order",
        answer=SalesOrderMoved,
        says="One that is `CONFIRMED`, whatever is left of it: no more invoices are made of it.",
    ),
    Move(
        word="void",
        summary="Void a sales order",
        answer=SalesOrderMoved,
        says="One that is `CONFIRMED` and that no invoice was made of, but void ones.",
    ),
)


def sales_orders_routes(requests: Requests) -> list[Route]:
    """Return the routes of sales orders."""
    body = SalesOrderBody().answered_as(SalesOrder)
    resource = SalesOrders(requests, sales_orders.WRITES, body, {"lineItems": "lines"})
    return written_routes(_RECORD, resource, SalesOrderWritten, _EXAMPLE, _MOVES)
