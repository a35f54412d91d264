"""The routes of bills."""

from app.ids import counted_id
from app.purchases import bills
from app.schemas.answers.bills import Bill, BillMoved, BillRow, BillWritten
from app.schemas.bills import BillBody
from app.schemas.record_kind import RecordKind
from resources.bills import Bills
from resources.routes.operations import Route
from resources.routes.written import Move, written_routes
from resources.serving.requests import Requests

_RECORD = RecordKind(
    one="bill",
    module="bills",
    row=BillRow,
    record=Bill,
    says={
        "list": "Without lines.",
        "get": "With its lines and what settled it.",
        "create": "It takes the next number of its series. One that is made `OPEN` brings its goods into stock.",
        "delete": "Only a draft. Its number is not given again.",
    },
)
# Ids of examples are those of the demonstration's records.
_EXAMPLE = {
    "vendorId": counted_id("ven", 2),
    "vendorBillNumber": "SH/2026/118",
    "billDate": "2026-11-21",
    "lines": [{"description": "Steel", "quantity": 2, "rate": 100, "taxRatePercent": 18}],
}
_MOVES = (
    Move(
        word="open",
        summary="Open a bill",
        answer=BillMoved,
        says="A draft goes into the books and its goods come into stock. Nothing is worked out anew.",
    ),
    Move(
        word="void",
        summary="Void a bill",
        answer=BillMoved,
        says="Only an open bill of which nothing is settled and about which there is no debit note in force. Its goods "
        "leave stock at what they came with, its number stays used.",
    ),
)


def bills_routes(requests: Requests) -> list[Route]:
    """Return the routes of bills."""
    parts = {"items": "lines", "allocations": "allocations"}
    resource = Bills(requests, bills.WRITES, BillBody().answered_as(Bill), parts)
    return written_routes(_RECORD, resource, BillWritten, _EXAMPLE, _MOVES)
