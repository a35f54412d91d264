"""The routes of quotes."""

from app.ids import counted_id
from app.sales import quotes
from app.schemas.answers.conversions import Converted
from app.schemas.answers.quotes import Quote, QuoteMoved, QuoteRow, QuoteWritten
from app.schemas.conversions import QuoteConversionBody
from app.schemas.quotes import QuoteBody
from app.schemas.record_kind import RecordKind
from resources.quotes import Quotes
from resources.routes.bulk import ONCE
from resources.routes.operations import Route
from resources.routes.written import Move, written_routes
from resources.serving.requests import Requests

_RECORD = RecordKind(
    one="quote",
    module="quotes",
    row=QuoteRow,
    record=Quote,
    says={
        "list": "Without lines.",
        "get": "With its lines in `items`.",
        "create": "It takes the next number of its series.",
        "delete": "Only a draft. Its number is not given again.",
    },
)
# Ids of examples are those of the demonstration's records.
_EXAMPLE = {
    "customerId": counted_id("cus", 2),
    "quoteDate": "2026-11-21",
    "expiryDate": "2026-12-21",
    "lines": [{"description": "Shirt, made to measure", "quantity": 2, "rate": 500, "taxRatePercent": 18}],
}
_MOVES = (
    Move(
        word="send", summary="Send a quote", answer=QuoteMoved, action="send", says="A draft becomes `SENT`."
    ),
    Move(
        word="accept",
        summary="Note that a quote is accepted",
        answer=QuoteMoved,
        says="Also after its `expiryDate`.",
    ),
    Move(
        word="decline",
        summary="Note that a quote is declined",
        answer=QuoteMoved,
        says="Also after its `expiryDate`.",
    ),
    Move(
        word="convert",
        summary="Make a draft of a quote",
        answer=Converted,
        status=201,
        body=QuoteConversionBody(),
        example={"type": "SALES_ORDER"},
        says="From `SENT`, `EXPIRED` or `ACCEPTED`: a sales order or an invoice with the same lines, prices and taxes, "
        "dated today, that names the quote. The quote is `ACCEPTED` then. It is converted once, unless what it became "
        f"was deleted or voided. {ONCE}",
    ),
)


def quotes_routes(requests: Requests) -> list[Route]:
    """Return the routes of quotes."""
    resource = Quotes(requests, quotes.WRITES, QuoteBody().answered_as(Quote), {"items": "lines"})
    return written_routes(_RECORD, resource, QuoteWritten, _EXAMPLE, _MOVES)
