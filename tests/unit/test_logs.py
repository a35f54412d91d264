"""The log: JSON, one object a line."""

import json
import logging
import subprocess
import sys
from datetime import datetime
from typing import Any

from app.config import ROOT
from app.telemetry.logs import JsonLines

_WARNED = """
from gunicorn.config import Config
from gunicorn.glogging import Logger
from app.telemetry.logs import log_to_standard_error

log_to_standard_error()
Logger(Config()).warning("Invalid request from ip=%s", "::1")
"""


def line(message: str, *arguments: object, **more: Any) -> str:
    record = logging.LogRecord(
        "requests", logging.INFO, "f.py", 1, message, arguments, more.pop("exc_info", None)
    )
    record.__dict__.update(more)
    return JsonLines().format(record)


def test_a_line_says_when_how_bad_who_and_what() -> None:
    entry = json.loads(line("request %s", 7))
    assert datetime.fromisoformat(entry.pop("time")).tzinfo is not None
    assert entry == {"level": "info", "logger": "requests", "message": "request 7"}


def test_fields_stand_beside_the_message() -> None:
    assert json.loads(line("request", fields={"status": 200, "user": None}))["status"] == 200


def test_no_text_can_forge_another_line() -> None:
    text = line('a\r\n{"level":"error"}\x00\x1b[31m"')
    assert "\n" not in text
    assert "\r" not in text
    assert "\x1b" not in text
    assert json.loads(text)["message"].startswith("a\r\n")


def test_an_exception_is_told_with_its_traceback_on_one_line() -> None:
    try:
        raise RuntimeError("the reason")
    except RuntimeError:
        text = line("failed", exc_info=sys.exc_info())
    assert "\n" not in text
    assert "RuntimeError: the reason" in json.loads(text)["exception"]


def test_gunicorn_can_write_lines_of_its_own() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _WARNED], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    (told,) = ran.stderr.splitlines()
    assert told.endswith("[WARNING] Invalid request from ip=::1")
