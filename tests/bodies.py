"""Bodies of the master-data kinds as tests send them: the least of each, and what becomes of it."""

import pytest

from app.errors import Invalid
from app.master_data.kinds import KINDS
from app.schemas.answers.invoices import Invoice
from app.schemas.answers.payments import PaymentReceived
from app.schemas.body import BodySchema
from app.schemas.invoices import InvoiceBody
from app.schemas.payments_received import PaymentReceivedBody
from tests.selling import VENDOR

BODIES: dict[str, BodySchema] = {
    **{kind.name: kind.body for kind in KINDS},
    "invoices": InvoiceBody().answered_as(Invoice),
    "payments_received": PaymentReceivedBody().answered_as(PaymentReceived),
}

LEAST = {
    "customers": {"displayName": "Asha Traders"},
    "customer_contacts": {
        "customerId": "cus_1",
        "name": "Asha",
        "email": None,
        "phone": None,
        "roleLabel": None,
    },
    "vendors": {"displayName": "Steel House", **VENDOR},
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
# Of any other kind, as much of its example as is required.
LEAST = {
    kind.name: {
        str(field.data_key): kind.example[str(field.data_key)]
        for field in kind.body.fields.values()
        if field.required
    }
    for kind in KINDS
    if kind.name not in LEAST
} | LEAST
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
    """The message about the only field at fault, the same in creation and, where it may be changed, in change."""
    body = {**LEAST[kind], field: value}
    found = errors(kind, body)
    assert list(found) == [field]
    if field in {bound.data_key for bound in BODIES[kind].change_form.fields.values()}:
        assert errors(kind, body, "change") == found
    return found[field]


def nulls(*names):
    return dict.fromkeys(names)
