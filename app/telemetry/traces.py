"""Traces for OpenTelemetry: a span for each request, and under it one for each statement, by its registry name.

Traces are on where OTEL_TRACES_EXPORTER is set and the packages of the extra `tracing` are installed; otherwise
nothing is imported. OpenTelemetry's own variables set everything else. Spans have no parameters, no values of paths
and no query string.
"""

import logging
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

log = logging.getLogger(__name__)

_NAME = "gst_invoicing"
_SERVER_ERROR = 500


class Tracer:
    """Opens and ends spans. Must be created in the process that serves, because exporters have threads."""

    def __init__(self) -> None:
        # By name, because types are checked where the packages are not installed.
        self._trace = import_module("opentelemetry.trace")
        self._context = import_module("opentelemetry.context")
        self._propagate = import_module("opentelemetry.propagate")
        self._tracer = self._provider().get_tracer(_NAME)

    def _provider(self) -> Any:
        """Return the provider that `opentelemetry-instrument` or the like has set up, else one from the environment."""
        sdk = import_module("opentelemetry.sdk.trace")
        found = self._trace.get_tracer_provider()
        if isinstance(found, sdk.TracerProvider):
            return found
        provider = sdk.TracerProvider()
        batches = import_module("opentelemetry.sdk.trace.export").BatchSpanProcessor
        for exporter in _exporters():
            provider.add_span_processor(batches(exporter()))
        self._trace.set_tracer_provider(provider)
        return provider

    def begin_request(self, method: str, headers: Mapping[str, str]) -> tuple[Any, Any]:
        """Open the span of a request, under the caller's if `headers` name one. Return what `end_request` takes."""
        parent = self._propagate.extract({name.lower(): value for name, value in headers.items()})
        span = self._tracer.start_span(
            method,
            context=parent,
            kind=self._trace.SpanKind.SERVER,
            attributes={"http.request.method": method},
        )
        return span, self._context.attach(self._trace.set_span_in_context(span, parent))

    def end_request(
        self, opened: tuple[Any, Any], method: str, route: str | None, status: int, request_id: str
    ) -> None:
        """End the span of a request. route: the pattern of its path; None for an unknown path."""
        span, token = opened
        self._context.detach(token)
        span.update_name(f"{method} {route}" if route else method)
        span.set_attribute("http.response.status_code", status)
        span.set_attribute("invoicing.request_id", request_id)
        if route:
            span.set_attribute("http.route", route)
        if status >= _SERVER_ERROR:
            span.set_status(self._trace.StatusCode.ERROR)
        span.end()

    def statements(self, names: Sequence[str], seconds: float, error: BaseException | None) -> None:
        """Add spans for statements of one round trip, which has just ended. seconds: its duration."""
        end = time.time_ns()
        attributes: dict[str, Any] = {"db.system.name": "postgresql"}
        if len(names) > 1:
            attributes["db.operation.batch.size"] = len(names)
        if error is not None:
            attributes["error.type"] = getattr(error, "sqlstate", None) or type(error).__name__
        for name in names:
            span = self._tracer.start_span(
                name,
                kind=self._trace.SpanKind.CLIENT,
                attributes=attributes | {"db.query.summary": name},
                start_time=end - int(seconds * 1e9),
            )
            if error is not None:
                span.set_status(self._trace.StatusCode.ERROR)
            span.end(end)


def start() -> Tracer | None:
    """Return the tracer that the environment asks for, if any. Raises ValueError for an exporter that is missing."""
    if os.environ.get("OTEL_TRACES_EXPORTER", "none").strip().lower() in ("", "none"):
        return None
    try:
        return Tracer()
    except ModuleNotFoundError as missing:
        log.warning("OTEL_TRACES_EXPORTER is set, but nothing is traced: %s is not installed", missing.name)
        return None


def _exporters() -> Iterator[Any]:
    for name in os.environ["OTEL_TRACES_EXPORTER"].split(","):
        wanted = _of_protocol() if name.strip() == "otlp" else name.strip()
        found = list(entry_points(group="opentelemetry_traces_exporter", name=wanted))
        if not found:
            raise ValueError(f"OTEL_TRACES_EXPORTER names {wanted}, which is not installed")
        yield found[0].load()


def _of_protocol() -> str:
    protocol = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or os.environ.get(
        "OTEL_EXPORTER_OTLP_PROTOCOL"
    )
    return "otlp_proto_grpc" if protocol == "grpc" else "otlp_proto_http"
