"""The kinds of master data, in the order in which the document tells of them."""

from app.master_data import (
    accounts,
    currencies,
    customer_contacts,
    customers,
    expenses,
    item_groups,
    items,
    number_series,
    payment_terms,
    price_lists,
    tax_rates,
    vendors,
    warehouses,
)
from app.master_data.declaration import MasterDataKind

KINDS: tuple[MasterDataKind, ...] = (
    customers.KIND,
    customer_contacts.KIND,
    vendors.KIND,
    items.KIND,
    item_groups.KIND,
    price_lists.KIND,
    tax_rates.KIND,
    currencies.KIND,
    payment_terms.KIND,
    accounts.KIND,
    number_series.KIND,
    warehouses.KIND,
    expenses.KIND,
)
