"""Rules between the fields of a body, as far as JSON Schema can say them.

They stand under `allOf`: generators of clients read fields from beside it.
"""

from typing import Any

from marshmallow import Schema

from app.master_data.expenses import ExpenseBody
from app.schemas.invoices import AdjustmentsBody, InvoiceLineBody
from app.schemas.payments_received import PaymentReceivedBody
from resources.openapi.fields import SPACE

_SOMETHING = {"type": ["string", "number", "boolean"], "pattern": f"[^{SPACE}]"}
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
    "anyOf": [_given(amount={"minimum": 0.005}), _given(tdsAmount={"minimum": 0.005})],
}

RULES: dict[type[Schema], dict[str, Any]] = {
    ExpenseBody: {"allOf": [{"not": {"required": ["expenseNumber"]}}]},
    InvoiceLineBody: {"allOf": [_BILLED, _NAMED]},
    AdjustmentsBody: {"allOf": [_PERCENT]},
    PaymentReceivedBody: {"allOf": [_SOME_MONEY]},
}
