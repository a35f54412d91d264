"""Traces as OpenTelemetry's own exporters print and send them, from gunicorn with two workers."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.reliability.raw import Server, exchange, head, serving
from tests.service import POOLER, Client

pytestmark = pytest.mark.skipif(
    find_spec("opentelemetry") is None, reason="OpenTelemetry's packages are not installed: make proof"
)

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"
WORKERS = 2
TRACING = {
    "OTEL_TRACES_EXPORTER": "console",
    "OTEL_SERVICE_NAME": "invoicing",
    "OTEL_BSP_SCHEDULE_DELAY": "100",
}
STATEMENTS = ["begin", "tax_rates.get", "commit"]
# Before the first request of a token to a worker process. A cluster's coordinator refuses it with the place of the
# organization, where its schema is made if there is none.
FINDING = ["begin", "begin", "cluster.lay_out", "commit"] if POOLER == "citus" else []
Span = dict[str, Any]


def read(server: Server, org: Client, *lines: str, path: str = "/api/v1/tax-rates/none") -> None:
    exchange(server, head(org, "Connection: close", *lines, method="GET", path=path))


def spans_of(database_url: str, folder: Path, *asked: Any, **settings: str) -> list[Span]:
    """The spans that were printed by the time the service has stopped."""
    printed = folder / "printed"
    with printed.open("wb") as file, serving(database_url, printed=file, **{**TRACING, **settings}) as server:
        for ask in asked:
            ask(server)
    return list(objects(printed.read_text()))


def objects(text: str) -> Iterator[Span]:
    place = 0
    while (place := text.find("{", place)) >= 0:
        span, place = json.JSONDecoder().raw_decode(text, place)
        yield span


def requests(spans: list[Span]) -> list[Span]:
    found = [span for span in spans if span["kind"] == "SpanKind.SERVER"]
    return [span for span in found if span["attributes"].get("http.route") != "/readyz"]


def under(spans: list[Span], request: Span) -> list[Span]:
    found = [span for span in spans if span["parent_id"] == request["context"]["span_id"]]
    return sorted(found, key=lambda span: str(span["start_time"]))


def names_of(spans: list[Span]) -> list[Any]:
    return [span["name"] for span in spans]


def test_a_request_has_a_span_with_its_route_and_under_it_one_for_each_statement(
    database_url: str, org: Client, tmp_path: Path
) -> None:
    spans = spans_of(database_url, tmp_path, lambda server: read(server, org, "X-Request-Id: seven"))
    (request,) = requests(spans)
    assert request["name"] == "GET /api/v1/tax-rates/{id}"
    assert request["attributes"] == {
        "http.request.method": "GET",
        "http.route": "/api/v1/tax-rates/{id}",
        "http.response.status_code": 404,
        "invoicing.request_id": "seven",
    }
    assert request["resource"]["attributes"]["service.name"] == "invoicing"
    statements = under(spans, request)
    assert names_of(statements) == FINDING + STATEMENTS
    refused = [span for span in statements if span["status"]["status_code"] == "ERROR"]
    assert names_of(refused) == FINDING[:1]
    assert statements[-2]["attributes"] == {
        "db.system.name": "postgresql",
        "db.query.summary": "tax_rates.get",
        # With the commit.
        "db.operation.batch.size": 2,
    }
    assert {span["kind"] for span in statements} == {"SpanKind.CLIENT"}


def test_no_span_has_a_parameter_a_token_or_a_query_string(
    database_url: str, org: Client, tmp_path: Path
) -> None:
    def listed(server: Server) -> None:
        read(server, org, path="/api/v1/tax-rates?q=secret")

    text = json.dumps(spans_of(database_url, tmp_path, lambda server: read(server, org), listed))
    assert "tax_rates.search" in text or "tax_rates.list" in text
    for secret in ("secret", "none", org.token, org.organization_id):
        assert secret not in text.replace('"status_code": "UNSET"', "")


def test_the_callers_trace_goes_on_and_requests_do_not_mix(
    database_url: str, org: Client, tmp_path: Path
) -> None:
    def traced(server: Server) -> None:
        read(server, org, f"traceparent: 00-{TRACE}-{PARENT}-01")

    spans = spans_of(database_url, tmp_path, *[traced, lambda server: read(server, org)] * 5)
    found = requests(spans)
    assert [span["parent_id"] for span in found].count(f"0x{PARENT}") == 5
    assert [span["context"]["trace_id"] for span in found].count(f"0x{TRACE}") == 5
    assert len({span["context"]["trace_id"] for span in found}) == 6
    told = [names_of(under(spans, request)) for request in found]
    first = [each for each in told if each != STATEMENTS]
    assert len(first) <= WORKERS
    assert all(each == FINDING + STATEMENTS for each in first)


class Collector(BaseHTTPRequestHandler):
    """Takes what OTLP exporters send by HTTP, and keeps it decoded."""

    def do_POST(self) -> None:
        wire = import_module("opentelemetry.proto.collector.trace.v1.trace_service_pb2")
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append(  # type: ignore[attr-defined]
            (self.path, self.headers["Content-Type"], wire.ExportTraceServiceRequest.FromString(sent))
        )
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


@contextmanager
def collecting() -> Iterator[tuple[str, list[Any]]]:
    """A collector's address, and what it has taken: path, media type and message."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        server.taken = []  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", server.taken  # type: ignore[attr-defined]
        finally:
            server.shutdown()
            thread.join()


def test_a_collector_is_sent_the_spans_by_http(database_url: str, org: Client) -> None:
    with collecting() as (address, taken):
        settings = {
            "OTEL_TRACES_EXPORTER": "otlp",
            "OTEL_EXPORTER_OTLP_ENDPOINT": address,
            "no_proxy": "127.0.0.1",  # the exporter asks the machine's proxy otherwise
        }
        with serving(database_url, **TRACING | settings) as server:
            read(server, org)
    assert {(path, kind) for path, kind, _ in taken} == {("/v1/traces", "application/x-protobuf")}
    groups = [group for _, _, message in taken for group in message.resource_spans]
    services = [
        attribute.value.string_value
        for group in groups
        for attribute in group.resource.attributes
        if attribute.key == "service.name"
    ]
    assert set(services) == {"invoicing"}
    names = [span.name for group in groups for scope in group.scope_spans for span in scope.spans]
    assert names.count("GET /api/v1/tax-rates/{id}") == names.count("tax_rates.get") == 1


def test_the_standard_variables_decide(database_url: str, org: Client, tmp_path: Path) -> None:
    off = (
        {"OTEL_TRACES_SAMPLER": "always_off"},
        {"OTEL_SDK_DISABLED": "true"},
        {"OTEL_TRACES_EXPORTER": "none"},
    )
    for settings in off:
        assert spans_of(database_url, tmp_path, lambda server: read(server, org), **settings) == []


def test_an_exporter_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.telemetry.traces import _exporters  # noqa: PLC0415 - nothing else of it can be tried in this process

    monkeypatch.setitem(os.environ, "OTEL_TRACES_EXPORTER", "zipkin")
    with pytest.raises(ValueError, match="OTEL_TRACES_EXPORTER names zipkin"):
        list(_exporters())
