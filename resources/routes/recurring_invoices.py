"""The routes of recurring invoices."""

from app.ids import counted_id
from app.schemas.answers.outcomes import Deleted
from app.schemas.answers.recurring_invoices import RecurringDates, RecurringInvoice, RecurringInvoiceRow
from app.schemas.record_kind import RecordKind
from resources.recurring_invoices import RecurringInvoices
from resources.routes.bulk import ONCE, bulk_route
from resources.routes.operations import (
    Answer,
    Operation,
    Route,
    delete_operation,
    get_operation,
    list_operation,
)
from resources.serving.requests import Requests

_RECORD = RecordKind(
    one="recurring invoice",
    module="invoices",
    row=RecurringInvoiceRow,
    record=RecurringInvoice,
    says={
        "list": "Without lines.",
        "get": "With its lines.",
        "delete": "Invoices that were made of it stay.",
    },
)
_PATH = "/recurring-invoices"
# Ids of examples are those of the demonstration's records.
_EXAMPLE = {
    "customerId": counted_id("cus", 2),
    "frequency": "MONTHLY",
    "startDate": "2026-11-01",
    "dueDays": 15,
    "then": "SEND",
    "lines": [
        {"description": "Rent of {month} {year}", "quantity": 1, "rate": 25000, "taxRatePercent": 18},
    ],
}
_MAIL = "`SEND_AND_MAIL` is a 409 where mail is not set up."


def recurring_invoices_routes(requests: Requests, *, can_mail: bool) -> list[Route]:
    """Return the routes of recurring invoices. `can_mail`: a mail server is set."""
    resource = RecurringInvoices(requests, can_mail=can_mail)
    one = {
        "GET": get_operation(_RECORD),
        "PATCH": _change(resource),
        "DELETE": delete_operation(_RECORD, Deleted),
    }
    every = {"GET": list_operation(_RECORD, "recurring_invoices"), "POST": _create(resource)}
    return [
        Route(_PATH, resource, "list", every),
        bulk_route(_RECORD, _PATH, requests, resource.bulk, RecurringInvoice, _EXAMPLE),
        Route(_PATH + "/{id}", resource, "record", one),
        Route(_PATH + "/{id}/pause", resource, "pause", {"POST": _pause()}),
        Route(_PATH + "/{id}/resume", resource, "resume", {"POST": _resume()}),
        Route(_PATH + "/{id}/preview", resource, "preview", {"GET": _preview()}),
    ]


def _create(resource: RecurringInvoices) -> Operation:
    return Operation(
        id="createRecurringInvoice",
        tag=_RECORD.heading,
        summary="Create a recurring invoice",
        permission=_RECORD.permission("create"),
        answer=Answer(RecurringInvoice, status=201),
        says="An invoice is made for each due day, on that day in the organization's calendar, as who sends this. Due "
        "days from `startDate` on that have passed are caught up, at most 366 days of them. In `notes` and in the "
        "`description` of lines `{month}`, `{year}`, `{from}` and `{to}` stand for the period billed. The body is "
        f"checked as that of an invoice. {_MAIL} {ONCE}",
        body=resource.body,
        example=_EXAMPLE,
        errors=("conflict",),
    )


def _change(resource: RecurringInvoices) -> Operation:
    return Operation(
        id="updateRecurringInvoice",
        tag=_RECORD.heading,
        summary="Change a recurring invoice",
        permission=_RECORD.permission("update"),
        answer=Answer(RecurringInvoice),
        says="Fields that are left out keep their values. Invoices that were made stay as they are; with another "
        f"`frequency`, `interval`, `startDate` or `dayOfMonth` the next ones come from today on. {_MAIL}",
        body=resource.body,
        example=_EXAMPLE,
        errors=("conflict",),
    )


def _pause() -> Operation:
    return Operation(
        id="pauseRecurringInvoice",
        tag=_RECORD.heading,
        summary="Pause a recurring invoice",
        permission=_RECORD.permission("update"),
        answer=Answer(RecurringInvoice),
        says="Invoices that fall due until it is resumed are not made later either.",
        errors=("conflict",),
    )


def _resume() -> Operation:
    return Operation(
        id="resumeRecurringInvoice",
        tag=_RECORD.heading,
        summary="Resume a recurring invoice",
        permission=_RECORD.permission("update"),
        answer=Answer(RecurringInvoice),
        says="It goes on with the first due day that is not before today.",
        errors=("conflict",),
    )


def _preview() -> Operation:
    return Operation(
        id="previewRecurringInvoice",
        tag=_RECORD.heading,
        summary="Read the next due days",
        permission=_RECORD.permission("read"),
        answer=Answer(RecurringDates),
        says="Of a paused one those that would follow if it were resumed today.",
        parameters=("count",),
    )
