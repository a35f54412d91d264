"""The answer and log entry of a request that never reaches the application, because it is not valid HTTP."""

import json
import socket
from http import HTTPStatus

from gunicorn import util

from resources.serving.help import help_path


def write_error(sock: socket.socket, status: int, reason: str, _message: str) -> None:
    """Write an error answer in the JSON envelope of all other errors. gunicorn's `_message` repeats the request."""
    code = "internal_error" if status == HTTPStatus.INTERNAL_SERVER_ERROR else "invalid_request"
    error = {"code": code, "message": f"The request was refused: {reason}.", "help": help_path(code)}
    body = json.dumps({"success": False, "error": error})
    head = (
        f"HTTP/1.1 {status} {reason}",
        "Connection: close",
        "Content-Type: application/json",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        f"Content-Length: {len(body)}",
    )
    util.write_nonblock(sock, "\r\n".join((*head, "", body)).encode("latin-1"))


def class_name(error: Exception) -> str:
    """Return the text that a parser's error has in the log: its class, such as `InvalidRequestLine`.

    gunicorn's own text repeats what was sent. Where a body is longer than its Content-Length, the rest is read as
    a request, and may be a password.
    """
    return type(error).__name__
