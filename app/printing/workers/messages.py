"""How the service and its renderers speak: a letter, a length, that many bytes."""

from base64 import b64decode, b64encode
from typing import IO

import orjson

from app.printing.content.paper import Paper

READY = b"R"
PAPER = b"P"
PDF = b"D"
FAULT = b"F"
NO_MEMORY = b"M"

# The largest PDF that is believed to be one; what asks for more room is not heard out.
MOST_BYTES = 64 * 1024 * 1024

_LENGTH = 8


def packed(paper: Paper) -> bytes:
    """A paper as the body of a message."""
    logo = paper.logo and b64encode(paper.logo).decode()
    return orjson.dumps((paper.kind, paper.name, paper.context, paper.template, logo))


def unpacked(body: bytes) -> Paper:
    """The paper that was packed."""
    kind, name, context, template, logo = orjson.loads(body)
    return Paper(kind, name, context, template, logo and b64decode(logo))


def send(stream: IO[bytes], kind: bytes, body: bytes = b"") -> None:
    """Send one message."""
    stream.write(kind + len(body).to_bytes(_LENGTH) + body)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """The next message; raises EOFError where the other side has ended, in the middle of one too."""
    head = _exactly(stream, 1 + _LENGTH)
    length = int.from_bytes(head[1:])
    if length > MOST_BYTES:
        raise EOFError
    return head[:1], _exactly(stream, length)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) != count:
        raise EOFError
    return data
