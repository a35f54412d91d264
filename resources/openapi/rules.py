"""Rules between the fields of a body, as far as JSON Schema can say them.

They stand under `allOf`: generators of clients read fields from beside it.
"""

from typing import Any

from marshmallow import Schema

from app.events.types import ALL
from app.recurring.due_days import BY_MONTHS
from app.schemas.credit_notes import CreditNoteLineBody
from app.schemas.debit_notes import DebitNoteLineBody
from app.schemas.documents import NoteBody
from app.schemas.invoices import AdjustmentsBody, InvoiceLineBody
from app.schemas.payments_received import PaymentReceivedBody
from app.schemas.recurring_invoices import RecurringInvoiceBody, RecurringInvoiceLineBody
from app.schemas.stock import StockAdjustmentBody
from app.schemas.webhook_endpoints import WebhookEndpointChange
from resources.openapi.fields import NOT_BLANK

_SOMETHING = {"type": "string", "pattern": NOT_BLANK}
_NUMBER = {"type": "number"}


def _given(**fields: dict[str, Any]) -> dict[str, Any]:
    return {"required": list(fields), "properties": fields}


_BILLED = {"anyOf": [{"required": ["quantity"]}, _given(width=_NUMBER, height=_NUMBER)]}
_NAMED = {"anyOf": [_given(itemId=_SOMETHING), _given(description=_SOMETHING, rate=_NUMBER)]}
_PERCENT = {
    "anyOf": [
        {"properties": {"documentDiscountIsPercent": {"const": False}}},
        {"properties": {"documentDiscount": {"maximum": 100}}},
    ]
}
_SOME_MONEY = {
    "anyOf": [_given(amount=_NUMBER | {"minimum": 0.005}), _given(tdsAmount=_NUMBER | {"minimum": 0.005})],
}


def _unless(original: str) -> dict[str, Any]:
    """Return the rules of a line that may take all fields from the line that it is about."""
    return {"allOf": [{"anyOf": [_given(**{original: _SOMETHING}), {"allOf": [_BILLED, _NAMED]}]}]}


# Quantities have 6 places: less is nothing.
_SOME_GOODS = {
    "anyOf": [
        {"properties": {"quantity": {"minimum": 5e-7}}},
        {
            "required": ["kind"],
            "properties": {"kind": {"const": "ADJUSTMENT"}, "quantity": {"maximum": -5e-7}},
        },
    ]
}
_OPEN_TO_ALLOCATE = {
    "anyOf": [
        {"properties": {"allocations": {"maxItems": 0}}},
        {"required": ["status"], "properties": {"status": {"const": "OPEN"}}},
    ]
}

# A line that was read has null where nothing was sent.
_BILLED_EACH_TIME = {"anyOf": [_given(quantity=_NUMBER), _given(width=_NUMBER, height=_NUMBER)]}
_NOTHING = {"type": "null"}
_ENDS_ONCE = {"anyOf": [{"properties": {"endDate": _NOTHING}}, {"properties": {"occurrences": _NOTHING}}]}
_BY_MONTHS = {
    "anyOf": [
        {"properties": {"dayOfMonth": _NOTHING}},
        {"properties": {"frequency": {"enum": list(BY_MONTHS)}}},
    ]
}
_EACH_ONCE = {"properties": {"events": {"uniqueItems": True}}}
_ALL_ALONE = {
    "anyOf": [
        {"properties": {"events": {"maxItems": 1}}},
        {"properties": {"events": {"items": {"not": {"const": ALL}}}}},
    ]
}

RULES: dict[type[Schema], dict[str, Any]] = {
    InvoiceLineBody: {"allOf": [_BILLED, _NAMED]},
    RecurringInvoiceLineBody: {"allOf": [_BILLED_EACH_TIME, _NAMED]},
    RecurringInvoiceBody: {"allOf": [_ENDS_ONCE, _BY_MONTHS]},
    CreditNoteLineBody: _unless("originalInvoiceItemId"),
    DebitNoteLineBody: _unless("originalBillItemId"),
    NoteBody: {"allOf": [_OPEN_TO_ALLOCATE]},
    StockAdjustmentBody: {"allOf": [_SOME_GOODS]},
    AdjustmentsBody: {"allOf": [_PERCENT]},
    PaymentReceivedBody: {"allOf": [_SOME_MONEY]},
    WebhookEndpointChange: {"allOf": [_EACH_ONCE, _ALL_ALONE]},
}


def rules_of(kind: type[Schema]) -> dict[str, Any]:
    """Return the rules of a schema, which may be those of the schema that it specializes."""
    return next((RULES[one] for one in kind.__mro__ if one in RULES), {})
