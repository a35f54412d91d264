"""Request bodies: what each may hold, one module per resource. `BODIES` finds the body of a resource."""

from app.schemas.accounts import Account
from app.schemas.body import Body
from app.schemas.currencies import Currency
from app.schemas.customer_contacts import CustomerContact
from app.schemas.customers import Customer
from app.schemas.expenses import Expense
from app.schemas.invoices import Invoice
from app.schemas.item_groups import ItemGroup
from app.schemas.items import Item
from app.schemas.number_series import NumberSeries
from app.schemas.payment_terms import PaymentTerm
from app.schemas.payments_received import PaymentReceived
from app.schemas.price_lists import PriceList
from app.schemas.tax_rates import TaxRate
from app.schemas.vendors import Vendor

BODIES: dict[str, Body] = {
    "customers": Customer(),
    "customer_contacts": CustomerContact(),
    "vendors": Vendor(),
    "items": Item(),
    "item_groups": ItemGroup(),
    "tax_rates": TaxRate(),
    "currencies": Currency(),
    "payment_terms": PaymentTerm(),
    "accounts": Account(),
    "price_lists": PriceList(),
    "number_series": NumberSeries(),
    "expenses": Expense(),
    "invoices": Invoice(),
    "payments_received": PaymentReceived(),
}
