"""The worker class: gunicorn's threads, with connections that end without waiting for their clients."""

import gc
import logging
from contextlib import suppress
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

from resources.serving.gunicorn.unread_bodies import Application, finishing_bodies


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker with threads, so that a client that sends or reads slowly does not block the others."""

    wsgi: Application

    def load_wsgi(self) -> None:
        """Load the application. Its answers leave nothing of a request on the connection."""
        super().load_wsgi()
        self.wsgi = finishing_bodies(self.wsgi)

    def handle(self, conn: Any) -> Any:
        """Serve one request. Close the connection here unless it is kept.

        gunicorn would close it in its main thread, which hands out all work, and wait there for up to two seconds
        until the client closes it too.
        """
        kept = super().handle(conn)
        if not kept:
            with suppress(OSError):
                conn.close(graceful=True)
            # The main thread closes the connection again, and counts it twice where that fails.
            conn.close = _do_nothing
        return kept

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer one request. Close the connection at once where the client takes nothing of the answer."""
        try:
            return super().handle_request(req, conn)
        except BlockingIOError:
            util.close(conn.sock)
            raise


def after_start(_worker: Any) -> None:
    """Prepare a worker that has loaded the application.

    Loaded objects stay for the life of the process, so the garbage collector is told to skip them. It runs after
    10,000 objects, not 700: a bulk request makes 100,000 of which none is garbage, and was searched for a twentieth of
    its time. Clients that time out are left out of gunicorn's error log.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)
    logging.getLogger("gunicorn.error").addFilter(_is_no_timeout)


def _is_no_timeout(record: logging.LogRecord) -> bool:
    return not (record.exc_info and isinstance(record.exc_info[1], BlockingIOError))


def _do_nothing(*, graceful: bool = False) -> None:
    pass
