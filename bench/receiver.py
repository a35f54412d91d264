"""A receiver of webhooks that takes and drops them: `python -m bench.receiver PORT`."""

import asyncio
import re
import sys

_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
_TAKEN = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


class Taking(asyncio.Protocol):
    """A connection, on which each request is answered once it has arrived as a whole."""

    _transport: asyncio.Transport

    def __init__(self) -> None:
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport for answers. asyncio calls this."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - of a socket
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each request that is complete. asyncio calls this."""
        self._read += data
        while (end := self._end_of_first()) is not None:
            self._read = self._read[end:]
            self._transport.write(_TAKEN)

    def _end_of_first(self) -> int | None:
        head = self._read.find(_END)
        if head < 0:
            return None
        told = _LENGTH.search(self._read, 0, head)
        end = head + len(_END) + (int(told[1]) if told else 0)
        return end if end <= len(self._read) else None


async def _receive(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Taking, "127.0.0.1", port, backlog=1_000)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_receive(int(sys.argv[1])))
