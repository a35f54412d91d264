"""The middleware that gives each request a span, where traces are on."""

import falcon

from app.telemetry.traces import Tracer


class RequestTraces:
    """Opens a span before routing and ends it when the answer is made; statements in between stand under it."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    def process_request(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Before routing."""
        req.context.span = self._tracer.begin_request(req.method, req.headers)

    def process_response(
        self, req: falcon.Request, resp: falcon.Response, resource: object, req_succeeded: bool
    ) -> None:
        """After the answer is made."""
        self._tracer.end_request(
            req.context.span, req.method, req.uri_template, resp.status_code, req.context.request_id
        )
