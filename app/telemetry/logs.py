"""Structured logs: one JSON object a line, on standard error."""

import logging
from datetime import UTC, datetime

from app.wire import to_json


class JsonLines(logging.Formatter):
    """`extra={"fields": {...}}` of a log call stands beside time, level, logger and message."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; JSON escapes line ends, so no text can forge another."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return to_json(entry).decode()


def log_to_standard_error() -> None:
    """Send every log of the process to standard error as JSON lines."""
    # What no line tells need not be found out for each: thread, name of the process, and the place in the code. Not so
    # the number of the process, without which gunicorn's own lines cannot be written.
    logging.logThreads = logging.logMultiprocessing = False
    logging._srcfile = None  # as Python's own manual advises
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # Authlib prints whole tokens when asked for details.
    logging.getLogger("authlib").setLevel(logging.INFO)
