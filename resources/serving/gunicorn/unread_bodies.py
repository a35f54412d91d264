"""Handling of a body that a refusal leaves unread: the rest is read before the answer, or the connection closes."""

from collections.abc import Callable, Iterable
from typing import Any

# Bytes. Who sends more than this behind a refusal meets the end of the connection, which the answer announces.
MOST_READ = 8 * 1024 * 1024
# gunicorn reads less than this after an answer by itself, so that nobody waits for the end of a small body.
_LEFT_TO_GUNICORN = 65_536
_PIECE = 65_536

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def finishing_bodies(application: Application) -> Application:
    """Return a WSGI application whose answers begin where the request's body ends.

    Where gunicorn finds more than 64 KiB of it after an answer that has promised to keep the connection, it closes that
    and the next request is lost. It announces the end itself, since it takes no `Connection` of an application.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def start(*said: Any) -> Any:
            if not _is_small(environ) and not _is_read_to_its_end(environ["wsgi.input"]):
                start_response.__self__.force_close()
            return start_response(*said)

        return application(environ, start)

    return answer


def _is_small(environ: dict[str, Any]) -> bool:
    # gunicorn has refused what is no number; a chunked body has no length.
    length = environ.get("CONTENT_LENGTH")
    return length is not None and int(length) < _LEFT_TO_GUNICORN


def _is_read_to_its_end(body: Any) -> bool:
    """Read what is left of a body; False where that is too much, broken or too slow (gunicorn's error for each)."""
    read = 0
    try:
        while piece := body.read(_PIECE):
            read += len(piece)
            if read > MOST_READ:
                return False
    except Exception:
        return False
    return True
