"""The routes of returns."""

from app.schemas.answers.gst_returns import Gstr1Summary, GstReturn
from resources.gst_returns import GstReturns
from resources.routes.operations import Answer, Operation, Route
from resources.serving.requests import Requests

_TAG = "Returns"
_OF_MONTH = ("period", "registrationId")
_WHOSE = (
    "Of the documents that were issued under the registration's GSTIN and are dated in the month. `conflict` where the "
    "organization has no GSTIN, or the registration is a composition taxable person's."
)


def gst_returns(requests: Requests) -> list[Route]:
    """Return the routes of GSTR-1, its summary, and GSTR-3B."""
    resource = GstReturns(requests)
    return [
        Route("/gst/gstr-1", resource, "gstr_1", {"GET": _gstr_1()}),
        Route("/gst/gstr-1/summary", resource, "summary", {"GET": _summary()}),
        Route("/gst/gstr-3b", resource, "gstr_3b", {"GET": _gstr_3b()}),
    ]


def _gstr_1() -> Operation:
    return Operation(
        id="getGstr1",
        tag=_TAG,
        summary="Read GSTR-1 of a month",
        permission="reports.read",
        answer=Answer(GstReturn),
        says=f"`document` is what the portal takes, and `problems` tells what cannot be filed. {_WHOSE}",
        parameters=_OF_MONTH,
        errors=("not_found", "conflict"),
    )


def _summary() -> Operation:
    return Operation(
        id="getGstr1Summary",
        tag=_TAG,
        summary="Compare GSTR-1 of a month with the books",
        permission="reports.read",
        answer=Answer(Gstr1Summary),
        says="Each section's documents, value and taxes in rupees, and the same of the books: notes count below 0, tax "
        f"that a recipient owes does not count. `difference` is 0 where all can be filed. {_WHOSE}",
        parameters=_OF_MONTH,
        errors=("not_found", "conflict"),
    )


def _gstr_3b() -> Operation:
    return Operation(
        id="getGstr3b",
        tag=_TAG,
        summary="Read GSTR-3B of a month",
        permission="reports.read",
        answer=Answer(GstReturn),
        says=f"`document` is what the portal takes, and `problems` tells what is not in it. {_WHOSE}",
        parameters=_OF_MONTH,
        errors=("not_found", "conflict"),
    )
