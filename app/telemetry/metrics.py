"""The metrics of the service.

A metric does nothing until `app.telemetry.exposition` has bound it to Prometheus, so counting costs hardly anything
where METRICS is off. Labels have values of closed lists: routes, methods, statuses, names of queries. No label is an
id or a value that a caller can choose.
"""

from collections.abc import Callable, Mapping, Sequence
from threading import Event, Lock, Thread
from typing import Any

# Upper bounds of buckets in seconds.
LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
RENDER_LATENCIES = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metric:
    """A metric. `known`: the values of labels that are shown from the start, with 0."""

    def __init__(
        self, name: str, meaning: str, labels: Sequence[str] = (), known: Sequence[Sequence[str]] = ()
    ) -> None:
        self.name, self.meaning, self.labels, self.known = name, meaning, labels, known
        self._bound: Any = None
        self._children: dict[tuple[str, ...], Any] = {}

    def bind(self, bound: Any) -> None:
        """Count from now on in `bound`, a metric of prometheus_client."""
        self._bound = bound
        self._children = {tuple(values): bound.labels(*values) for values in self.known}

    def _child(self, values: tuple[str, ...]) -> Any:
        if not values:
            return self._bound
        # prometheus_client's own lookup costs as much as the counting.
        child = self._children.get(values)
        if child is None:
            child = self._children[values] = self._bound.labels(*values)
        return child


class Counter(Metric):
    """A number that only grows."""

    def add(self, *labels: str, amount: float = 1) -> None:
        """Add `amount`."""
        if self._bound is not None:
            self._child(labels).inc(amount)


class Gauge(Metric):
    """A number that goes up and down. The service's value is the sum of its living processes."""

    def change(self, by: float) -> None:
        """Add `by`, which may be negative."""
        if self._bound is not None:
            self._bound.inc(by)

    def set(self, value: float) -> None:
        """Set the value."""
        if self._bound is not None:
            self._bound.set(value)


class LatestGauge(Gauge):
    """A fact about the whole service. Its value is the one that any process set last."""


class Histogram(Metric):
    """A distribution of values. `buckets`: upper bounds."""

    def __init__(
        self, name: str, meaning: str, labels: Sequence[str] = (), *, buckets: Sequence[float]
    ) -> None:
        super().__init__(name, meaning, labels)
        self.buckets = buckets

    def observe(self, value: float, *labels: str) -> None:
        """Add one value."""
        if self._bound is not None:
            self._child(labels).observe(value)


REQUESTS = Counter(
    "invoicing_http_requests_total", "Requests that were answered.", ("method", "route", "status")
)
REQUEST_SECONDS = Histogram(
    "invoicing_http_request_duration_seconds",
    "Time from a request's head to its answer.",
    ("method", "route"),
    buckets=LATENCIES,
)
IN_PROGRESS = Gauge("invoicing_http_requests_in_progress", "Requests that are being worked on.")

POOL_LIMIT = Gauge("invoicing_pool_limit", "Database connections that the pools may have.")
POOL_SIZE = Gauge("invoicing_pool_size", "Database connections that the pools have.")
POOL_IN_USE = Gauge("invoicing_pool_in_use", "Database connections that are in use or being made.")
POOL_WAITING = Gauge("invoicing_pool_waiting", "Transactions that wait to start or for a connection.")
POOL_WAITS = Counter("invoicing_pool_waits_total", "Waits of transactions, to start or for a connection.")
POOL_WAIT_SECONDS = Counter("invoicing_pool_wait_seconds_total", "Time that transactions waited for either.")
POOL_REFUSED = Counter(
    "invoicing_pool_refused_total", "Transactions that could not start, or got no connection, in time."
)

RETRIES = Counter(
    "invoicing_transaction_retries_total",
    "Transactions that were begun again.",
    ("reason",),
    [("deadlock",), ("serialization",), ("stale",)],
)
GIVEN_UP = Counter("invoicing_transactions_given_up_total", "Transactions that failed at every attempt.")
REPLICA_READS = Counter(
    "invoicing_replica_reads_total",
    "Reads that DATABASE_REPLICA_URL is for, by the server that answered.",
    ("server",),
    [("replica",), ("primary",)],
)
SLOW_QUERIES = Counter(
    "invoicing_slow_queries_total", "Statements that took SLOW_QUERY_MS or longer.", ("query",)
)

RATE_LIMITED = Counter(
    "invoicing_rate_limited_total",
    "Requests that a rate limit refused.",
    ("policy",),
    [("token",), ("address",), ("without-token",)],
)

LOGIN_FAILURES = Counter(
    "invoicing_login_failures_total",
    "Logins that were refused.",
    ("reason",),
    [("credentials",), ("locked",), ("address",)],
)
LOGIN_LOCKS = Counter("invoicing_login_locks_total", "Wrong passwords that left their username locked.")
REPLAYS = Counter("invoicing_idempotent_replays_total", "Replies that were given again for their key.")

PAPERS = Counter(
    "invoicing_pdf_total",
    "Papers that were asked for.",
    ("outcome",),
    [("rendered",), ("cached",), ("busy",), ("limited",), ("failed",)],
)
PAPERS_WAITING = Gauge("invoicing_pdf_waiting", "Papers that wait to be rendered.")
RENDER_SECONDS = Histogram(
    "invoicing_pdf_render_seconds", "Time to render a paper.", buckets=RENDER_LATENCIES
)

READY = LatestGauge("invoicing_ready", "1 when /readyz would say so, else 0.")
MIGRATIONS_MISSING = LatestGauge(
    "invoicing_migrations_missing",
    "Migrations of this release that the database lacks; NaN if it cannot say.",
)

WEBHOOK_LAG = LatestGauge(
    "invoicing_webhook_lag",
    "Seconds for which the longest due webhook waits; NaN if the database cannot say.",
)

METRICS = [each for each in tuple(globals().values()) if isinstance(each, Metric)]


class PoolWatch:
    """Copies the statistics of a connection pool into metrics, once a second, outside requests.

    stats: returns the statistics of psycopg's pool. Without `start`, only `tell` copies them.
    """

    def __init__(self, stats: Callable[[], Mapping[str, int]]) -> None:
        self._stats = stats
        self._told: Mapping[str, int] = {}
        self._lock = Lock()
        self._stopped = Event()

    def start(self) -> None:
        """Copy them each second from now on, in a thread that ends with the process."""
        Thread(target=self._run, name="pool-watch", daemon=True).start()

    def stop(self) -> None:
        """Stop copying."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(1):
            self.tell()

    def tell(self) -> None:
        """Copy the present gauges, and what was counted since the last time."""
        with self._lock:
            now, before = self._stats(), self._told
            POOL_LIMIT.set(now["pool_max"])
            POOL_SIZE.set(now["pool_size"])
            POOL_IN_USE.set(now["pool_size"] - now["pool_available"])
            POOL_WAITING.set(now.get("requests_waiting", 0))
            for count, name, unit in _OF_POOL:
                count.add(amount=(now.get(name, 0) - before.get(name, 0)) / unit)
            self._told = now


_OF_POOL = (
    (POOL_WAITS, "requests_queued", 1),
    (POOL_WAIT_SECONDS, "requests_wait_ms", 1000),
    (POOL_REFUSED, "requests_errors", 1),
)
