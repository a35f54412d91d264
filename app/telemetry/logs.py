"""Structured logs: one JSON object on each line of standard error."""

import logging
from datetime import UTC, datetime

from app.wire import to_json


class JsonLines(logging.Formatter):
    """Formats records as JSON objects of time, level, logger, message and the `extra={"fields": {...}}` of the call."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line. JSON escapes line ends, so a text cannot forge another line."""
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
    """Send all logs of the process to standard error as JSON lines."""
    # Thread, process name and place in the code are in no line, so they are not determined for each record. The process
    # id is needed by gunicorn's own lines.
    logging.logThreads = logging.logMultiprocessing = False
    logging._srcfile = None  # as Python's manual advises
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # At DEBUG, Authlib logs whole tokens.
    logging.getLogger("authlib").setLevel(logging.INFO)
