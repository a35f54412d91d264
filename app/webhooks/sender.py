"""One message to one receiver: signed, to an address that is allowed, in limited time."""

import asyncio
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientError, ClientResponse, ClientSession, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractCookieJar

from app import __version__
from app.webhooks.receiver_addresses import Network, is_allowed
from app.webhooks.signatures import signed_headers

# Seconds for a try from the look-up of the name to the end of the answer.
LONGEST_TRY = 15.0
# Bytes of an answer that are read, and characters of it that are kept.
_MOST_READ, _MOST_KEPT = 65_536, 1_024
_LONGEST_REASON = 255
_SUCCESS = range(200, 300)
_AGENT = f"gst-invoicing/{__version__}"


class AddressRefusedError(OSError):
    """The receiver's address is not allowed."""


@dataclass(frozen=True)
class Message:
    """A message to a receiver. `id` is the same in every try."""

    id: str
    url: str
    body: bytes
    secrets: Sequence[str]


@dataclass(frozen=True)
class ReceiverAnswer:
    """The status and the beginning of the body that a receiver answered, or the reason why there was no answer."""

    status: int | None = None
    text: str | None = None
    failure: str | None = None

    @property
    def is_success(self) -> bool:
        """Return whether the receiver took the message."""
        return self.failure is None and self.status in _SUCCESS


class Sender:
    """Sends messages over connections that it keeps. Used as an asynchronous context manager.

    `named`: networks whose addresses are allowed though they are not public. `longest`: seconds for a try.
    """

    def __init__(self, named: Sequence[Network], longest: float = LONGEST_TRY) -> None:
        self._longest = longest
        self._sessions = {
            scheme: ClientSession(
                connector=TCPConnector(socket_factory=partial(_socket, named, scheme == "https"), limit=0),
                cookie_jar=_no_cookies(),
                headers={"User-Agent": _AGENT, "Content-Type": "application/json"},
                # Nothing of what is answered is unpacked, however small it came.
                auto_decompress=False,
            )
            for scheme in ("https", "http")
        }

    async def __aenter__(self) -> Self:
        """Return the sender."""
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close all connections."""
        for session in self._sessions.values():
            await session.close()

    async def send(self, message: Message) -> ReceiverAnswer:
        """Send a message once; return the answer, which has the reason if there was a failure."""
        try:
            async with asyncio.timeout(self._longest):
                return await self._post(message)
        except TimeoutError:
            return ReceiverAnswer(failure=f"There was no whole answer in {self._longest:g} seconds.")
        except (ClientError, OSError, ValueError) as error:
            return ReceiverAnswer(failure=_reason(error)[:_LONGEST_REASON])

    async def _post(self, message: Message) -> ReceiverAnswer:
        headers = signed_headers(message.secrets, message.id, int(time.time()), message.body)
        session = self._sessions[message.url.partition(":")[0].lower()]
        asked = session.post(message.url, data=message.body, headers=headers, allow_redirects=False)
        async with asked as response:
            return ReceiverAnswer(response.status, await _beginning(response))


async def _beginning(response: ClientResponse) -> str:
    """Read the answer's body up to its bound; return the part that is kept. A longer one ends the connection."""
    read = bytearray()
    async for piece in response.content.iter_any():
        read += piece
        if len(read) > _MOST_READ:
            response.close()
            break
    return bytes(read[: 4 * _MOST_KEPT]).decode(errors="replace").replace("\0", "\ufffd")[:_MOST_KEPT]


def _socket(named: Sequence[Network], is_secure: bool, address: tuple[Any, ...]) -> socket.socket:
    """Return the socket for a connection to an address, as getaddrinfo gives it. Raise AddressRefusedError if it is not
    allowed.

    This covers addresses of names and addresses in the URL, in any form.
    """
    family, kind, protocol, _, place = address
    if not is_allowed(place[0], named, is_secure=is_secure):
        raise AddressRefusedError
    return socket.socket(family, kind, protocol)


def _no_cookies() -> AbstractCookieJar:
    return DummyCookieJar()


def _reason(error: BaseException) -> str:
    """Return the reason of a failure as a sentence for the owner of the endpoint."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, AddressRefusedError):
            return "Its address is not one that messages are sent to."
        cause = getattr(cause, "os_error", None) or cause.__cause__
    certificate = getattr(error, "certificate_error", None)
    if certificate is not None:
        return f"Its certificate is not accepted: {getattr(certificate, 'verify_message', certificate)}."
    if isinstance(error, OSError) and error.strerror:
        return f"There is no connection: {error.strerror}."
    return f"There was no answer: {type(error).__name__}."
