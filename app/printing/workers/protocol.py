"""The protocol between the service and a renderer process: a byte for the kind, a length of 8 bytes, the body."""

from base64 import b64decode, b64encode
from typing import IO

import orjson

from app.printing.content.paper import Paper

# Kinds of messages.
READY_MESSAGE = b"R"
PAPER_MESSAGE = b"P"
PDF_MESSAGE = b"D"
FAULT_MESSAGE = b"F"
NO_MEMORY_MESSAGE = b"M"
# Comes before each answer: the nanoseconds of processor time that it took, in 8 bytes.
SPENT_MESSAGE = b"S"

# A longer body is taken for an error of the renderer.
MOST_MESSAGE_BYTES = 64 * 1024 * 1024

_LENGTH = 8


def encode_paper(paper: Paper) -> bytes:
    """Return a paper as the body of a message."""
    logo = paper.logo and b64encode(paper.logo).decode()
    return orjson.dumps((paper.kind, paper.name, paper.context, paper.template, logo))


def decode_paper(body: bytes) -> Paper:
    """Return the paper of a message's body."""
    kind, name, context, template, logo = orjson.loads(body)
    return Paper(kind, name, context, template, logo and b64decode(logo))


def encode_spent(nanoseconds: int) -> bytes:
    """Return processor time as the body of a message."""
    return nanoseconds.to_bytes(_LENGTH)


def decode_spent(body: bytes) -> float:
    """Return the seconds of a message's body."""
    return int.from_bytes(body) / 1e9


def send(stream: IO[bytes], kind: bytes, body: bytes = b"") -> None:
    """Write one message."""
    stream.write(kind + len(body).to_bytes(_LENGTH) + body)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Read one message; return its kind and body. Raises EOFError where the stream ends, or a body is too long."""
    head = _exactly(stream, 1 + _LENGTH)
    length = int.from_bytes(head[1:])
    if length > MOST_MESSAGE_BYTES:
        raise EOFError
    return head[:1], _exactly(stream, length)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) != count:
        raise EOFError
    return data
