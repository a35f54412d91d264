"""Papers as a reader sees them."""

from contextlib import suppress
from io import BytesIO

import psutil
import pypdf

from tests.service import Client, Service

PROFILE = {
    "address": "Shop 14, Laxmi Road\nPune 411030",
    "phone": "+91 20 1234",
    "email": "us@example.com",
    "upi_id": "us@bank",
    "bank": "Example Bank\nA/c 42",
}


def pages(pdf: bytes) -> list[str]:
    """The text of each page, in words."""
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(BytesIO(pdf)).pages]


def page(org: Client, path: str) -> str:
    """The text of a paper that must be there, all its pages."""
    answer = org.get(path)
    assert answer.status_int == 200, answer.text
    assert answer.content_type == "application/pdf"
    return " ".join(pages(answer.body))


def as_owner(service: Service, org: Client, query: str, **params: object) -> None:
    """Run a statement of tests/queries/papers.sql in an organization."""
    service.as_owner(org, lambda tx: tx.execute(f"papers.{query}", **params))


def profiled(service: Service, **settings: object) -> Client:
    """A new organization that has told of itself."""
    org = service.organization(**settings)
    as_owner(service, org, "profile", **PROFILE)
    return org


def is_renderer(process: psutil.Process) -> bool:
    """Return whether the process prints papers."""
    with suppress(psutil.NoSuchProcess):
        return "app.printing.workers.renderer" in process.cmdline()
    return False
