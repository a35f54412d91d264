"""Bodies of invoices as tests send them, and what becomes of them."""

import pytest

from app.errors import Invalid
from tests.bodies import BODIES

INVOICE = BODIES["invoices"]
LINE = {"itemId": "itm_1", "quantity": 2}
FREE_LINE = {"description": "Repair", "quantity": 1, "rate": 500}
LEAST = {"customerId": "cus_1", "invoiceDate": "2026-04-01", "lines": [LINE]}


def create(**fields):
    return INVOICE.create({**LEAST, **fields})


def line(**fields):
    return create(lines=[fields])["lines"][0]


def errors(way="create", **fields):
    with pytest.raises(Invalid) as refused:
        getattr(INVOICE, way)({**LEAST, **fields})
    return dict(refused.value.details)


def line_errors(**fields):
    return {name.removeprefix("lines.0."): message for name, message in errors(lines=[fields]).items()}
