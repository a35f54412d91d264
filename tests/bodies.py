"""Bodies of the master-data kinds as tests send them: the least of each, and what becomes of it."""

import pytest

from app.errors import Invalid
from app.master_data.kinds import KINDS
from app.schemas.body import Body
from app.schemas.invoices import Invoice
from app.schemas.payments_received import PaymentReceived

BODIES: dict[str, Body] = {
    **{kind.name: kind.body for kind in KINDS},
    "invoices": Invoice(),
    "payments_received": PaymentReceived(),
}
MSME = {"msmeType": None, "udyamNumber": None, "msmeAgreedCreditDays": None}

LEAST = {
    "customers": {"displayName": "Asha Traders"},
    "customer_contacts": {
        "customerId": "cus_1",
        "name": "Asha",
        "email": None,
        "phone": None,
        "roleLabel": None,
    },
    "vendors": {"displayName": "Steel House", "leadTimeDays": None, **MSME},
    "items": {"name": "Bolt"},
    "item_groups": {"name": "Hardware"},
    "tax_rates": {"name": "GST 18", "ratePercent": 18},
    "currencies": {"code": "USD", "name": "US dollar", "symbol": "$", "exchangeRate": 83.25},
    "payment_terms": {"name": "Net 30", "days": 30},
    "accounts": {
        "accountName": "Current",
        "accountType": "BANK",
        "bankName": "SBI",
        "accountNumber": "1",
        "ifscCode": "S",
    },
    "price_lists": {"name": "Wholesale", "type": "SELLING"},
    "number_series": {"docType": "INVOICE"},
    "expenses": {"category": "Travel", "expenseDate": "2026-04-01", "amount": 100},
}
ADDRESS_FIELDS = ["billing_address", "shipping_address"]


def create(kind, **fields):
    return BODIES[kind].create({**LEAST[kind], **fields})


def change(kind, **fields):
    return BODIES[kind].change({**LEAST[kind], **fields})


def errors(kind, body, way="create"):
    with pytest.raises(Invalid) as refused:
        getattr(BODIES[kind], way)(body)
    return dict(refused.value.details)


def error(kind, field, value):
    found = errors(kind, {**LEAST[kind], field: value})
    assert list(found) == [field]
    return found[field]


def nulls(*names):
    return dict.fromkeys(names)
