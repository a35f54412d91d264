"""The records that the demonstration's documents stand on, made by the operations of the API."""

from collections.abc import Mapping
from typing import Any

from app.demonstration.goods import GROUPS, ITEMS, PRICE_LISTS, TAX_RATES
from app.demonstration.people import CUSTOMERS, VENDORS
from app.master_data.customers import Customers
from app.master_data.defaults import RecordsWithDefault
from app.master_data.item_groups import ItemGroups
from app.master_data.items import Items
from app.master_data.number_series import NumberSeries as NumberSeriesRecords
from app.master_data.price_lists import PriceLists
from app.master_data.records import Records
from app.master_data.vendors import Vendors
from app.postgres.database import Transaction
from app.schemas.accounts import Account
from app.schemas.body import Body as Schema
from app.schemas.currencies import Currency
from app.schemas.customers import Customer
from app.schemas.item_groups import ItemGroup
from app.schemas.items import Item
from app.schemas.number_series import NumberSeries
from app.schemas.payment_terms import PaymentTerm
from app.schemas.price_lists import PriceList
from app.schemas.tax_rates import TaxRate
from app.schemas.vendors import Vendor

Body = dict[str, Any]
# Rupees to the dollar in everything of the demonstration.
DOLLAR = 84.25

_CURRENCIES = (("USD", {"code": "USD", "name": "US Dollar", "symbol": "$", "exchangeRate": DOLLAR}),)
_TERMS = (
    ("on receipt", {"name": "Due on receipt", "days": 0, "isDefault": True}),
    ("net 15", {"name": "Net 15", "days": 15}),
    ("net 30", {"name": "Net 30", "days": 30}),
    ("net 45", {"name": "Net 45", "days": 45}),
)
_ACCOUNTS = (
    (
        "bank",
        {
            "accountName": "Current account",
            "accountType": "BANK",
            "bankName": "Example Bank",
            "accountNumber": "000012345678",
            "ifscCode": "EXMP0000411",
            "isDefault": True,
        },
    ),
    (
        "cash",
        {
            "accountName": "Cash in hand",
            "accountType": "CASH",
            "bankName": "",
            "accountNumber": "",
            "ifscCode": "",
        },
    ),
)
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

# Each kind is made as the API makes it: its schema, its operations, its bodies.
_KINDS: tuple[tuple[Schema, Records, tuple[tuple[str, Body], ...]], ...] = (
    (TaxRate(), RecordsWithDefault("tax_rates", "tax"), TAX_RATES),
    (Currency(), RecordsWithDefault("currencies", "cur", "is_base"), _CURRENCIES),
    (PaymentTerm(), RecordsWithDefault("payment_terms", "ptm"), _TERMS),
    (Account(), RecordsWithDefault("accounts", "acc"), _ACCOUNTS),
    (NumberSeries(), NumberSeriesRecords(), _SERIES),
    (Vendor(), Vendors(), VENDORS),
    (ItemGroup(), ItemGroups(), GROUPS),
    (Item(), Items(), ITEMS),
    (PriceList(), PriceLists(), PRICE_LISTS),
    (Customer(), Customers(), CUSTOMERS),
)


def make_master_data(tx: Transaction) -> dict[str, str]:
    """Make all records; their ids by name, variants as `item/size`."""
    known: dict[str, str] = {}
    for schema, records, named in _KINDS:
        for name, body in named:
            id = known[name] = records.create(tx, schema.create(_resolved(body, known)))
            if "variants" in records.parts:
                variants = tx.records("items.variants", id=id)
                known |= {f"{name}/{variant['size']}": variant["id"] for variant in variants}
    return known


def _resolved(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _resolved(inner, known) for key, inner in value.items()}
    if isinstance(value, list):
        return [_resolved(inner, known) for inner in value]
    return known[value[1:]] if isinstance(value, str) and value.startswith("@") else value
