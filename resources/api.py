"""The whole API: every route, and the WSGI application that serves them."""

import atexit
from dataclasses import replace
from typing import Any, NamedTuple, cast

import falcon

from app.config import Settings
from app.constraint_messages import CONSTRAINTS
from app.errors import DomainError
from app.identity.scopes import ANY_CALLER, PUBLIC
from app.limits.addresses import Addresses
from app.limits.limiter import Limiter
from app.limits.table import RateTable
from app.postgres.cluster import open_database
from app.postgres.database import Database
from app.postgres.replicas import Replica
from app.postgres.slow_statements import Watch
from app.printing.workers.queue import PrintQueue
from app.sharing.link_limits import LinkLimits
from app.telemetry.logs import log_to_standard_error
from app.telemetry.traces import start
from resources.assets import Assets, Bundle
from resources.books_page import FOLDER, BooksPage
from resources.docs_page import Demonstration, DocsPage
from resources.front_page import FrontPage
from resources.health import Health
from resources.oauth import TOKEN, refuse_token
from resources.openapi.document import openapi
from resources.openapi.served import ServedDocument
from resources.published import Published
from resources.routes.bills import bills_routes
from resources.routes.books import books
from resources.routes.e_invoices import e_invoice_routes
from resources.routes.events import event_routes
from resources.routes.gst_returns import gst_returns
from resources.routes.identity import callers, contract, health, tokens
from resources.routes.invoices import invoices_routes
from resources.routes.mails import mail_routes
from resources.routes.master_data import master_data
from resources.routes.notes import notes_routes
from resources.routes.operations import Operation, Route
from resources.routes.papers import papers
from resources.routes.payments import payments
from resources.routes.purchase_orders import purchase_orders_routes
from resources.routes.quotes import quotes_routes
from resources.routes.read_only import documents, reports
from resources.routes.recurring_invoices import recurring_invoices_routes
from resources.routes.reports import report_routes
from resources.routes.sales_orders import sales_orders_routes
from resources.routes.share_links import sharing_routes
from resources.routes.stock import stock_adjustments
from resources.routes.webhook_endpoints import webhook_routes
from resources.serving.errors import answer_bug, answer_domain_error, answer_http_error
from resources.serving.limits import RateLimits
from resources.serving.middleware import RequestLog, Routing
from resources.serving.requests import Requests
from resources.serving.traces import RequestTraces
from resources.share_links import PATH as SHARE_PATH
from resources.share_pages import SharePages, refuse_page

__all__ = [
    "ANY_CALLER",
    "PREFIX",
    "PUBLIC",
    "Operation",
    "Route",
    "create_app",
    "document",
    "routes",
    "table",
]

PREFIX = "/api/v1"
# Not part of the interface: the OpenAPI document leaves out the pages and the metrics.
DOCS_PATH = "/docs"
BOOKS_PATH = "/books"
METRICS_PATH = "/metrics"
# Seconds to wait for a connection to the replica: the primary answers too.
REPLICA_WAIT = 0.5
SHARE_PAGE = SHARE_PATH + "/{organization}/{token}"
SHARE_PDF = SHARE_PAGE + "/pdf"


class OpenPage(NamedTuple):
    """A page, which everybody may read: its path, and the resource that serves it under a suffix."""

    path: str
    resource: object
    suffix: str | None = None
    methods: tuple[str, ...] = ("GET",)

    @property
    def permissions(self) -> dict[str, str]:
        """The permission by method."""
        return dict.fromkeys(self.methods, PUBLIC)


def routes(
    database: Database,
    queue: PrintQueue | None = None,
    settings: Settings | None = None,
    replica: Replica | None = None,
) -> list[Route]:
    """Return every route below /api/v1 that works with the database.

    PDFs go through `queue`, or a new one. Of the `settings`, or the defaults, those of logins, links, mails and
    webhooks count. Where there is a `replica`, lists, ledgers, papers, reports and returns are read on it.
    """
    requests = Requests(database, replica)
    known = settings or Settings()
    addresses = Addresses(known.trusted_proxies)
    return [
        *tokens(database, addresses, known.login_failures_per_address),
        *callers(requests),
        *master_data(requests),
        *invoices_routes(requests),
        *sharing_routes(requests, addresses, known.public_url),
        *recurring_invoices_routes(requests, can_mail=known.mails),
        *payments(requests),
        *quotes_routes(requests),
        *sales_orders_routes(requests),
        *purchase_orders_routes(requests),
        *notes_routes(requests),
        *bills_routes(requests),
        *documents(requests),
        *stock_adjustments(requests),
        *reports(requests),
        *books(requests),
        *event_routes(requests),
        *webhook_routes(requests, known.webhook_allow),
        *report_routes(requests),
        *e_invoice_routes(requests),
        *gst_returns(requests),
        *papers(requests, queue or PrintQueue()),
        *mail_routes(requests, is_set_up=known.mails),
    ]


def table(
    database: Database,
    queue: PrintQueue | None = None,
    settings: Settings | None = None,
    replica: Replica | None = None,
) -> list[Route]:
    """Return every route, with its whole path; the arguments are those of `routes`."""
    served = ServedDocument(lambda: openapi(every))
    below = [*routes(database, queue, settings, replica), contract(Published(served.content))]
    every = [*(replace(route, path=PREFIX + route.path) for route in below), *health(database)]
    return every


def document() -> dict[str, Any]:
    """Return the OpenAPI document as JSON values."""
    return openapi(table(cast(Database, None)))  # the database is used by requests alone


def create_app(settings: Settings) -> falcon.App[falcon.Request, falcon.Response]:
    """Return the WSGI application. Raises ValueError without a database URL."""
    if settings.database_url is None:
        raise ValueError("DATABASE_URL is not set; `make run` sets it for the embedded database.")
    log_to_standard_error()
    watch = Watch(settings.slow_query, start())
    database = _connected(settings.database_url, settings, watch)
    # A pool that is not closed delays the end of the process by seconds.
    atexit.register(database.close)
    replica = _replica(database, settings, watch)
    # One in a process: its lock excludes other processes.
    counts = RateTable(settings.rate_table)
    queue = PrintQueue.configured(settings, counts)
    atexit.register(queue.close)
    every = table(database, queue, settings, replica)
    served: list[Route | OpenPage] = [*every, *_shared(SharePages(database, queue, LinkLimits(counts)))]
    if settings.docs:
        served += _pages(Health(database), Demonstration(settings.demo_token))
    # Where METRICS is off, its path leads nowhere.
    permissions = {one.path: one.permissions for one in served} | {METRICS_PATH: {"GET": PUBLIC}}
    takes = {route.path: route.takes for route in every}
    refusals = {PREFIX + TOKEN: refuse_token, SHARE_PAGE: refuse_page, SHARE_PDF: refuse_page}
    limits = RateLimits(Limiter.configured(settings, counts), permissions, refusals)
    app = falcon.App(middleware=(RequestLog(), limits, Routing(permissions, settings.body_limit, takes)))
    for one in served:
        app.add_route(one.path, one.resource, suffix=one.suffix)
    app.add_error_handler(Exception, answer_bug)
    app.add_error_handler(falcon.HTTPError, answer_http_error)
    app.add_error_handler(DomainError, answer_domain_error)
    if watch.tracer:
        app.add_middleware(RequestTraces(watch.tracer))
    if settings.metrics:
        _measure(app, database)
    return app


def _connected(url: str, settings: Settings, watch: Watch) -> Database:
    return open_database(
        url,
        pool_size=settings.pool_size,
        pool_wait=settings.pool_wait,
        concurrent_transactions=settings.concurrent_transactions,
        pooled=settings.pooled,
        distributed=settings.distributed,
        request_timeout=settings.request_timeout,
        watch=watch,
        constraints=CONSTRAINTS,
    )


def _replica(database: Database, settings: Settings, watch: Watch) -> Replica | None:
    if settings.replica_url is None:
        return None
    standby = _connected(settings.replica_url, replace(settings, pool_wait=REPLICA_WAIT), watch)
    atexit.register(standby.close)
    return Replica(database, standby, request_timeout=settings.request_timeout)


def _pages(health: Health, demonstration: Demonstration) -> list[OpenPage]:
    """Return the pages that show the service."""
    assets, bundle = Assets(), Bundle(FOLDER)
    front = FrontPage(assets, health, demonstration)
    return [
        OpenPage("/", front),
        OpenPage(PREFIX, front),
        OpenPage(DOCS_PATH, DocsPage(assets, demonstration)),
        OpenPage(DOCS_PATH + "/{name}", assets),
        OpenPage(BOOKS_PATH, BooksPage(assets, bundle, demonstration)),
        OpenPage(BOOKS_PATH + "/{folder}/{path:path}", bundle),
    ]


def _shared(pages: SharePages) -> list[OpenPage]:
    """Return the pages of shared invoices."""
    return [OpenPage(SHARE_PAGE, pages, methods=("GET", "HEAD")), OpenPage(SHARE_PDF, pages, "pdf")]


def _measure(app: falcon.App[falcon.Request, falcon.Response], database: Database) -> None:
    # The import takes memory and time at the start, which only Prometheus is worth.
    from resources.metrics import Metrics, RequestMetrics  # noqa: PLC0415

    pool = database.pool_watch()
    app.add_middleware(RequestMetrics())
    app.add_route(METRICS_PATH, Metrics(Health(database), pool))
    pool.start()
    atexit.register(pool.stop)
