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
from resources.serving.requests import Desk


def master_data(desk: Desk) -> list[Route]:
    """Every kind with its five operations, and the update of an item's core."""
    return [
        *_crud(desk, kinds.CUSTOMERS, Customers()),
        *_crud(desk, kinds.CONTACTS, CustomerContacts()),
        *_crud(desk, kinds.VENDORS, Vendors()),
        *_items(desk),
        *_crud(desk, kinds.GROUPS, ItemGroups()),
        *_crud(desk, kinds.PRICE_LISTS, PriceLists()),
        *_crud(desk, kinds.TAX_RATES, RecordsWithDefault("tax_rates", "tax")),
        *_crud(desk, kinds.CURRENCIES, RecordsWithDefault("currencies", "cur", "is_base")),
        *_crud(desk, kinds.PAYMENT_TERMS, RecordsWithDefault("payment_terms", "ptm")),
        *_crud(desk, kinds.ACCOUNTS, RecordsWithDefault("accounts", "acc")),
        *_crud(desk, kinds.NUMBER_SERIES, NumberSeries()),
        *_crud(desk, kinds.EXPENSES, Expenses()),
    ]


def _crud(
    desk: Desk, kind: Kind, records: Records, serves: type[RecordResource] = RecordResource
) -> list[Route]:
    # Table, body and path have one name.
    body = BODIES[records.kind]
    return crud("/" + records.kind.replace("_", "-"), kind, serves(desk, records, body))


def _items(desk: Desk) -> list[Route]:
    every, one = _crud(desk, kinds.ITEMS, Items(), ItemResource)
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
