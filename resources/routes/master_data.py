"""The routes of master data."""

from app.master_data.customer_contacts import CustomerContacts
from app.master_data.customers import Customers
from app.master_data.defaults import RecordsWithDefault
from app.master_data.expenses import Expenses
from app.master_data.item_groups import ItemGroups
from app.master_data.items import Items
from app.master_data.number_series import NumberSeries
from app.master_data.price_lists import PriceLists
from app.master_data.records import Records
from app.master_data.vendors import Vendors
from app.schemas import BODIES
from app.schemas.answers.goods import Item
from resources.items import ItemResource
from resources.records import RecordResource
from resources.routes import kinds
from resources.routes.operations import Answer, Kind, Operation, Route, crud
from resources.serving.requests import Requests


def master_data(requests: Requests) -> list[Route]:
    """Every kind with its five operations, and the update of an item's core."""
    return [
        *_crud(requests, kinds.CUSTOMERS, Customers()),
        *_crud(requests, kinds.CONTACTS, CustomerContacts()),
        *_crud(requests, kinds.VENDORS, Vendors()),
        *_items(requests),
        *_crud(requests, kinds.GROUPS, ItemGroups()),
        *_crud(requests, kinds.PRICE_LISTS, PriceLists()),
        *_crud(requests, kinds.TAX_RATES, RecordsWithDefault("tax_rates", "tax")),
        *_crud(requests, kinds.CURRENCIES, RecordsWithDefault("currencies", "cur", "is_base")),
        *_crud(requests, kinds.PAYMENT_TERMS, RecordsWithDefault("payment_terms", "ptm")),
        *_crud(requests, kinds.ACCOUNTS, RecordsWithDefault("accounts", "acc")),
        *_crud(requests, kinds.NUMBER_SERIES, NumberSeries()),
        *_crud(requests, kinds.EXPENSES, Expenses()),
    ]


def _crud(
    requests: Requests, kind: Kind, records: Records, serves: type[RecordResource] = RecordResource
) -> list[Route]:
    # Table, body and path have one name.
    body = BODIES[records.kind]
    return crud("/" + records.kind.replace("_", "-"), kind, serves(requests, records, body))


def _items(requests: Requests) -> list[Route]:
    every, one = _crud(requests, kinds.ITEMS, Items(), ItemResource)
    core = Operation(
        id="updateItemCore",
        tag=kinds.ITEMS.tag,
        summary="Replace the core of an item",
        permission=kinds.ITEMS.permission("update"),
        answer=Answer(Item),
        says="Each of these fields that is left out goes back to its default. Nothing else of the item changes.",
        body=ItemResource.core,
        replaces=True,
    )
    return [every, one, Route(one.path + "/core", one.resource, "core", {"PATCH": core})]
