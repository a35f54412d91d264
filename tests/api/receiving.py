"""A receiver of webhooks that answers as a test says."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import orjson
import psycopg
from standardwebhooks.webhooks import Webhook

from app.webhooks.deliverer import Deliverer
from app.webhooks.receiver_addresses import networks_of
from tests.service import Client, Service

HERE = networks_of("127.0.0.0/8")
Message = dict[str, Any]


@dataclass
class Receiver:
    """The messages that arrived, in order; `answers` gives the status for a message."""

    answers: Callable[[Message], int] = lambda _: 204
    arrived: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    url: str = ""

    @property
    def messages(self) -> list[Message]:
        """The bodies of all messages."""
        return [orjson.loads(body) for _, body in self.arrived]

    @property
    def types(self) -> list[str]:
        """The types of the events."""
        return [message["type"] for message in self.messages]

    def verify(self, secret: str) -> None:
        """Fail unless the published library verifies every message."""
        for headers, body in self.arrived:
            Webhook(secret).verify(body, headers)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # Several deliverers open their connections at once.
    request_queue_size = 1_000


@contextmanager
def receiving(**options: Any) -> Iterator[Receiver]:
    """A receiver that listens on this machine."""
    receiver = Receiver(**options)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.arrived.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(receiver.answers(orjson.loads(body)))
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(receiver.body)))
            self.end_headers()
            self.wfile.write(receiver.body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = _Server(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/hooks"
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def endpoint(org: Client, url: str, *events: str) -> dict[str, Any]:
    """An endpoint for a receiver; of any event unless some are named."""
    made: dict[str, Any] = org.make(
        "/webhook-endpoints", {"url": url} | ({"events": list(events)} if events else {})
    )
    return made


def deliver(service: Service, longest: float = 5.0) -> None:
    """Send what is due."""
    Deliverer(service.owner, HERE, longest).run(Event(), once=True)


def deliveries(org: Client, id: str) -> list[dict[str, Any]]:
    """Return the deliveries to an endpoint, the oldest first."""
    rows: list[dict[str, Any]] = org.read(f"/webhook-endpoints/{id}/deliveries?sort=createdAt&limit=200")
    return rows


def change(service: Service, statement: str, *values: object) -> None:
    """Change rows past the service."""
    with psycopg.connect(service.url) as connection:
        connection.execute(statement, values)


def listening(service: Service, org: Client, url: str, *events: str) -> dict[str, Any]:
    """An endpoint on this machine, which the service under test refuses."""
    made = endpoint(org, "https://example.com/", *events)
    change(service, "UPDATE webhook_endpoints SET url = %s WHERE id = %s", url, made["id"])
    return made


def due_again(service: Service) -> None:
    """End the pauses of all pending deliveries."""
    change(service, "UPDATE webhook_deliveries SET due_at = now() WHERE status = 'PENDING'")
