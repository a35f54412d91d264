"""The whole API on one page: every path, who serves it, and the permission that each method asks for."""

import atexit
from collections.abc import Mapping
from dataclasses import dataclass

import falcon

from app.config import Settings
from app.database import Database
from app.documents.reading import Documents
from app.errors import Problem
from app.ledgers.parties import Ledgers
from app.logs import log_to_standard_error
from app.master_data.customer_contacts import CustomerContacts
from app.master_data.customers import Customers
from app.master_data.defaults import RecordsWithDefault
from app.master_data.expenses import Expenses
from app.master_data.item_groups import ItemGroups
from app.master_data.items import Items
from app.master_data.number_series import NumberSeries
from app.master_data.price_lists import PriceLists
from app.master_data.vendors import Vendors
from app.schemas.accounts import Account
from app.schemas.currencies import Currency
from app.schemas.customer_contacts import CustomerContact
from app.schemas.customers import Customer
from app.schemas.expenses import Expense
from app.schemas.item_groups import ItemGroup
from app.schemas.items import Item
from app.schemas.number_series import NumberSeries as NumberSeriesBody
from app.schemas.payment_terms import PaymentTerm
from app.schemas.price_lists import PriceList
from app.schemas.tax_rates import TaxRate
from app.schemas.vendors import Vendor
from resources.customer_contacts import CustomerContactResource
from resources.desk import Desk
from resources.documents import DocumentResource
from resources.errors import answer_bug, answer_http_error, answer_problem
from resources.health import Health
from resources.identity import Me, Scopes
from resources.invoices import Invoices
from resources.items import ItemResource
from resources.ledgers import CustomerLedger, Dashboard, VendorLedger
from resources.middleware import RequestLog, Routing
from resources.oauth import OAuth
from resources.payments_received import PaymentsReceived
from resources.records import RecordResource

PREFIX = "/api/v1"

# Asked for instead of a permission: a valid token is enough, or none is needed.
ANY_CALLER = ""
PUBLIC = "public"


@dataclass(frozen=True)
class Route:
    """A path, the resource that serves it under a suffix, and method -> permission."""

    path: str
    resource: object
    suffix: str | None
    permissions: Mapping[str, str]


def crud(path: str, module: str, resource: object, **other: str) -> list[Route]:
    """The two routes of a kind of record; `other` names a permission that differs from `module.action`."""
    asks = {
        action: other.get(action, f"{module}.{action}") for action in ("read", "create", "update", "delete")
    }
    one = {"GET": asks["read"], "PATCH": asks["update"], "DELETE": asks["delete"]}
    return [
        Route(path, resource, "list", {"GET": asks["read"], "POST": asks["create"]}),
        Route(path + "/{id}", resource, "record", one),
    ]


_NOTE_PARTS = {"items": "lines", "allocations": "allocations", "movements": "movements"}


def read_only(path: str, permission: str, desk: Desk, kind: str, parts: Mapping[str, str]) -> list[Route]:
    """The two routes of a kind of document that is only read."""
    resource = DocumentResource(desk, Documents(kind, parts))
    return [
        Route(path, resource, "list", {"GET": permission}),
        Route(path + "/{id}", resource, "record", {"GET": permission}),
    ]


def routes(database: Database) -> list[Route]:
    """Every route below /api/v1."""
    desk = Desk(database)
    me = Me(desk)
    oauth = OAuth(database)
    invoices = Invoices(desk)
    payments = PaymentsReceived(desk)
    customer_ledger = CustomerLedger(desk, Ledgers("customer_ledger"))
    vendor_ledger = VendorLedger(desk, Ledgers("vendor_ledger"))
    items = ItemResource(desk, Items(), Item(), searchable=True)
    return [
        Route("/me", me, None, {"GET": ANY_CALLER}),
        Route("/me/organizations", me, "organizations", {"GET": ANY_CALLER}),
        Route("/me/organization", me, "organization", {"GET": ANY_CALLER}),
        Route("/scopes", Scopes(), None, {"GET": PUBLIC}),
        Route("/oauth/token", oauth, "token", {"POST": PUBLIC}),
        Route("/oauth/revoke", oauth, "revoke", {"POST": PUBLIC}),
        # Asks for invoices.read itself: it answers `forbidden` also where the token lacks the scope.
        Route("/dashboard/receivables", Dashboard(desk), "receivables", {"GET": ANY_CALLER}),
        *crud("/customers", "customers", RecordResource(desk, Customers(), Customer(), searchable=True)),
        *crud(
            "/customer-contacts",
            "customers",
            CustomerContactResource(desk, CustomerContacts(), CustomerContact(), searchable=True),
            create="customers.update",
            delete="customers.update",
        ),
        *crud("/vendors", "vendors", RecordResource(desk, Vendors(), Vendor(), searchable=True)),
        *crud("/items", "items", items),
        Route("/items/{id}/core", items, "core", {"PATCH": "items.update"}),
        *crud("/item-groups", "items", RecordResource(desk, ItemGroups(), ItemGroup())),
        *crud("/tax-rates", "taxes", RecordResource(desk, RecordsWithDefault("tax_rates", "tax"), TaxRate())),
        *crud(
            "/currencies",
            "currencies",
            RecordResource(desk, RecordsWithDefault("currencies", "cur", "is_base"), Currency()),
        ),
        *crud(
            "/payment-terms",
            "paymentTerms",
            RecordResource(desk, RecordsWithDefault("payment_terms", "ptm"), PaymentTerm()),
        ),
        *crud(
            "/accounts", "accounts", RecordResource(desk, RecordsWithDefault("accounts", "acc"), Account())
        ),
        *crud("/price-lists", "priceLists", RecordResource(desk, PriceLists(), PriceList(), searchable=True)),
        *crud("/number-series", "numberSeries", RecordResource(desk, NumberSeries(), NumberSeriesBody())),
        *crud("/expenses", "expenses", RecordResource(desk, Expenses(), Expense())),
        Route("/invoices", invoices, "list", {"GET": "invoices.read", "POST": "invoices.create"}),
        Route(
            "/invoices/{id}",
            invoices,
            "record",
            {"GET": "invoices.read", "PATCH": "invoices.update", "DELETE": "invoices.delete"},
        ),
        Route("/invoices/{id}/void", invoices, "void", {"POST": "invoices.update"}),
        Route("/invoices/{id}/send", invoices, "send", {"POST": "invoices.update"}),
        Route("/invoices/{id}/payments", invoices, "payments", {"GET": "paymentsReceived.read"}),
        Route(
            "/payments-received",
            payments,
            "list",
            {"GET": "paymentsReceived.read", "POST": "paymentsReceived.create"},
        ),
        Route(
            "/payments-received/{id}",
            payments,
            "record",
            {"GET": "paymentsReceived.read", "DELETE": "paymentsReceived.delete"},
        ),
        *read_only("/quotes", "quotes.read", desk, "quotes", {"items": "lines"}),
        *read_only("/sales-orders", "salesOrders.read", desk, "sales_orders", {"lineItems": "lines"}),
        *read_only("/credit-notes", "invoices.read", desk, "credit_notes", _NOTE_PARTS),
        *read_only("/debit-notes", "bills.read", desk, "debit_notes", _NOTE_PARTS),
        *read_only("/bills", "bills.read", desk, "bills", {"items": "lines", "allocations": "allocations"}),
        *read_only("/inventory", "items.read", desk, "inventory", {"movements": "movements"}),
        Route("/customer-ledger", customer_ledger, "list", {"GET": "customers.read"}),
        Route("/customer-ledger/{id}", customer_ledger, "record", {"GET": "customers.read"}),
        Route("/vendor-ledger", vendor_ledger, "list", {"GET": "reports.read"}),
        Route("/vendor-ledger/{id}", vendor_ledger, "record", {"GET": "reports.read"}),
    ]


def create_app(settings: Settings) -> falcon.App[falcon.Request, falcon.Response]:
    """The WSGI application. Raises ValueError without a database URL."""
    if settings.database_url is None:
        raise ValueError("DATABASE_URL is not set; `make run` sets it for the embedded database.")
    log_to_standard_error()
    database = Database(settings.database_url, pool_size=settings.pool_size, pool_wait=settings.pool_wait)
    # A pool that nobody closes holds the process up for seconds when it ends.
    atexit.register(database.close)
    health = Health(database)
    table = [
        Route("/healthz", health, "alive", {"GET": PUBLIC}),
        Route("/readyz", health, "ready", {"GET": PUBLIC}),
        *(Route(PREFIX + r.path, r.resource, r.suffix, r.permissions) for r in routes(database)),
    ]
    permissions = {route.path: route.permissions for route in table}
    app = falcon.App(middleware=(RequestLog(), Routing(permissions, settings.body_limit)))
    for route in table:
        app.add_route(route.path, route.resource, suffix=route.suffix)
    app.add_error_handler(Exception, answer_bug)
    app.add_error_handler(falcon.HTTPError, answer_http_error)
    app.add_error_handler(Problem, answer_problem)
    return app
