"""The files between the socket and the row of an invoice are few, and docs/architecture.md names each."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from app.config import ROOT
from tests.api import samples
from tests.service import Service

LIFE = re.compile(r"## The life of a request\n(.*?)\n### ", re.DOTALL)
STEP = re.compile(r"^\d+\. .*(?:\n   .*)*", re.MULTILINE)
MOST = 18
LINE = {"description": "Glass", "quantity": 1, "rate": 40, "taxRatePercent": 18}


def test_the_document_names_at_most_18_files_that_are_there() -> None:
    assert len(named()) <= MOST, f"docs/architecture.md names {len(named())} files: fold some of them"
    assert [name for name in named() if not (Path(ROOT) / name).is_file()] == []


def test_the_document_names_every_file_that_waits_while_an_invoice_is_written(service: Service) -> None:
    org = service.organization()
    body = samples.invoice(org) | {"status": "SENT", "lines": [LINE]}
    with files_that_wait() as waiting:
        created = org.post("/invoices", body, **{"Idempotency-Key": "life"})
    assert created.status_int == 201
    assert len(waiting) > len(
        ("resources/invoices.py", "app/sales/invoices.py", "app/postgres/connection.py")
    )
    missing = waiting - set(named())
    assert not missing, f'docs/architecture.md, "The life of a request": name {sorted(missing)}'


def named() -> list[str]:
    """The files that the steps of the document name, each once."""
    text = (Path(ROOT) / "docs" / "architecture.md").read_text(encoding="utf-8")
    found = LIFE.search(text)
    assert found, 'docs/architecture.md has no section "The life of a request"'
    steps = " ".join(STEP.findall(found[1]))
    return list(dict.fromkeys(re.findall(r"`([\w/]+\.(?:py|sql))`", steps)))


@contextmanager
def files_that_wait() -> Iterator[set[str]]:
    """The files of the service that have a function on the call stack whenever a message goes to PostgreSQL."""
    files: set[str] = set()

    def look(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name == "send" and code.co_filename.endswith("postgres/connection.py"):
            files.update(_of_the_service(frame))

    sys.setprofile(look)
    try:
        yield files
    finally:
        sys.setprofile(None)


def _of_the_service(frame: FrameType | None) -> Iterator[str]:
    while frame:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT):
            name = file.relative_to(ROOT).as_posix()
            if name.startswith(("app/", "resources/")):
                yield name
        frame = frame.f_back
