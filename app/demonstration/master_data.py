"""The records that the demonstration's documents stand on, made by the operations of the API."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.demonstration.goods import ITEM_GROUPS, ITEMS, PRICE_LISTS, TAX_RATES
from app.demonstration.people import BRANCH, CUSTOMERS, VENDORS
from app.identity import organizations
from app.master_data import (
    currencies,
    customers,
    item_groups,
    items,
    number_series,
    price_lists,
    tax_rates,
    vendors,
)
from app.master_data.declaration import MasterDataKind
from app.master_data.kinds import KINDS
from app.postgres.database import Transaction
from app.wire import Json

# Rupees to the dollar in everything of the demonstration.
DOLLAR = currencies.KIND.demonstrated["USD"]["exchangeRate"]

_PREFIXES = {
    "QUOTE": "QT",
    "SALES_ORDER": "SO",
    "INVOICE": "ST",
    "PAYMENT_RECEIVED": "RCT",
    "PURCHASE_ORDER": "PO",
    "BILL": "BILL",
    "PAYMENT_MADE": "PAY",
    "EXPENSE": "EXP",
    "CREDIT_NOTE": "CN",
    "DEBIT_NOTE": "DN",
}
_SERIES = tuple(
    (doc_type, {"docType": doc_type, "prefix": f"{letters}/{{FY}}/", "padding": 4})
    for doc_type, letters in _PREFIXES.items()
)
# The branch numbers its own.
_OF_BRANCH = tuple(
    (
        f"{doc_type} of branch",
        {"docType": doc_type, "prefix": f"{letters}/{{FY}}/", "padding": 4, "registrationId": "@branch"},
    )
    for doc_type, letters in (("INVOICE", "SK"), ("CREDIT_NOTE", "KN"))
)

# Each kind is made as the API makes it. What names no other record stands with its kind.
_KINDS: tuple[tuple[MasterDataKind, Iterable[tuple[str, Json]]], ...] = (
    *((kind, kind.demonstrated.items()) for kind in KINDS),
    (tax_rates.KIND, TAX_RATES),
    (number_series.KIND, _SERIES + _OF_BRANCH),
    (vendors.KIND, VENDORS),
    (item_groups.KIND, ITEM_GROUPS),
    (items.KIND, ITEMS),
    (price_lists.KIND, PRICE_LISTS),
    (customers.KIND, CUSTOMERS),
)


def make_master_data(tx: Transaction) -> dict[str, str]:
    """Make all records; their ids by name, variants as `item/size`."""
    known = {"branch": organizations.add_registration(tx, **BRANCH)[0]}
    for kind, named in _KINDS:
        for name, body in named:
            id = known[name] = kind.records.create(tx, kind.body.create(_resolved(body, known)))
            if "variants" in kind.records.parts:
                variants = tx.records("items.variants", id=id)
                known |= {f"{name}/{variant['size']}": variant["id"] for variant in variants}
    return known


def _resolved(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _resolved(inner, known) for key, inner in value.items()}
    if isinstance(value, list):
        return [_resolved(inner, known) for inner in value]
    return known[value[1:]] if isinstance(value, str) and value.startswith("@") else value
