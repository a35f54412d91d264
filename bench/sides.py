"""The service as one of the servers with the same endpoints: its requests, and the reading of its answers."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

from app.wire import Json, to_json
from bench import bars
from bench.load import Request
from bench.shop import Shop

_READ_IN_TURN = 200


@dataclass(frozen=True)
class Told:
    """An answer: status, headers, and its JSON."""

    status: int
    headers: Mapping[str, str]
    body: Any


class MeasuredSide:
    """The service. `counts` is the statement that counts what a creation changes."""

    name = "service"
    counts = "service.counts"

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.port = port

    def read(self, shop: Shop, id: str) -> Request:
        """Return the request for one invoice with its lines."""
        return Request("GET", f"/api/v1/invoices/{id}", shop.token)

    def page(self, shop: Shop, size: int) -> Request:
        """Return the request for the first `size` invoices, with the number of all."""
        return Request("GET", f"/api/v1/invoices?limit={size}", shop.token)

    def creation(self, shop: Shop, body: Json) -> Request:
        """Return the request that creates an invoice."""
        return Request("POST", "/api/v1/invoices", shop.token, body)

    def invoice(self, told: Told) -> Json | None:
        """Return the invoice in the answer to a `read`; None if there is none."""
        found: Json | None = told.body.get("data")
        return found

    def invoices(self, told: Told) -> tuple[list[Json], int]:
        """Return the invoices in the answer to a `page`, and the number on all pages."""
        return told.body["data"], told.body["meta"]["total"]

    def created(self, told: Told) -> Json:
        """Return the invoice in the answer to a `creation`."""
        done: Json = told.body["data"]
        return done

    def ask(self, request: Request, key: str = "") -> Told:
        """Send a request, once."""
        body = None if request.body is None else to_json(request.body)
        headers = {"Authorization": f"Bearer {request.token}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        headers |= {"Prefer": request.prefer} if request.prefer else {}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(request.method, request.path, body, headers)
            answer = connection.getresponse()
            return Told(answer.status, dict(answer.headers), json.loads(answer.read()))


BULK_OF = 200


def bulks_of(shop: Shop) -> list[Request]:
    """Return requests that create many of a shop's invoices at once."""
    bodies = shop.bodies()
    many = [bodies[place % len(bodies)] for place in range(BULK_OF)]
    return [Request("POST", "/api/v1/invoices/bulk", shop.token, {"records": many})]


def requests_by_work(side: MeasuredSide, shops: Sequence[Shop]) -> dict[str, list[Request]]:
    """Return the requests to a side, by the name of the work."""
    reader, seller, *_ = shops
    return {
        "read": [side.read(reader, id) for id in reader.invoice_ids[:_READ_IN_TURN]],
        "list 50": [side.page(reader, 50)],
        "list 200": [side.page(reader, 200)],
        bars.CREATE: _sending(side, [seller]),
        bars.CREATE_MANY: _sending(side, shops[1:]),
    }


def _sending(side: MeasuredSide, shops: Sequence[Shop]) -> list[Request]:
    # Neighbours in the list are of other organizations.
    every = zip(*([side.creation(shop, body) for body in shop.bodies()] for shop in shops), strict=True)
    return [request for together in every for request in together]
