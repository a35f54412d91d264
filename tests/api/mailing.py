"""A mail server of the tests, and mails that are put into the outbox and sent to it."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from app.mail_sending.handover import hand_over
from app.mail_sending.sending import MailSender, Sent
from app.mailing.mail_server import MailServer
from app.printing.workers.cache import Cache
from app.printing.workers.queue import PrintQueue
from tests.service import Client, Service

FROM = "bills@example.com"


@dataclass
class Mailbox:
    """The messages that a mail server took, and its answers where it refuses an address or every message."""

    port: int
    taken: list[tuple[list[str], EmailMessage]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    answer: str = "250 OK"

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        if self.answer.startswith("250"):
            message = message_from_bytes(envelope.content, _class=EmailMessage, policy=SMTP)
            self.taken.append((list(envelope.rcpt_tos), message))
            self.raw.append(envelope.content)
        return self.answer


@contextmanager
def mail_server(**options: Any) -> Iterator[Mailbox]:
    """A real server on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        mailbox = Mailbox(probe.getsockname()[1])
    controller = Controller(mailbox, hostname="127.0.0.1", port=mailbox.port, **options)
    controller.start()
    try:
        yield mailbox
    finally:
        controller.stop()


@dataclass
class Post:
    """Sends what waits in the outbox of a service to a mailbox."""

    service: Service
    mailbox: Mailbox
    queue: PrintQueue

    def send(self, *, later: timedelta = timedelta(), port: int | None = None) -> Sent:
        """Try what is due, now or later."""
        server = MailServer("smtp", "127.0.0.1", port or self.mailbox.port)
        sender = MailSender(self.service.owner, self.queue, FROM, partial(hand_over, server))
        return sender.send_due(datetime.now(UTC) + later)


@contextmanager
def posting(service: Service, cache: Path) -> Iterator[Post]:
    with closing(PrintQueue(cache=Cache(cache, 10**8))) as queue, mail_server() as mailbox:
        yield Post(service, mailbox, queue)


def mail(org: Client, path: str, **fields: Any) -> dict[str, Any]:
    """Put a mail into the outbox; what is answered of it."""
    answer = org.post(f"{path}/email", {"to": ["ann@example.com"]} | fields)
    assert answer.status_int == 200, answer.text
    data: dict[str, Any] = answer.json["data"]
    return data


def last(org: Client, path: str) -> dict[str, Any]:
    """The newest mail of a record."""
    found: dict[str, Any] = org.read(f"{path}/email")[0]
    return found


def name_of_sender(raw: bytes) -> str:
    """The name of From. By the older parser, since the newer one puts a space between encoded words (RFC 2047, 6.2)."""
    header = message_from_bytes(raw)["From"]
    return str(make_header(decode_header(header.rpartition("<")[0].strip())))


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body
    return str(body.get_content()).replace("\r\n", "\n")
