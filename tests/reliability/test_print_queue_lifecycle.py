"""Renderers live and die with the service that started them."""

from collections.abc import Iterator
from contextlib import suppress

import psutil
import pytest

from tests.answers import Answer
from tests.printed import is_renderer
from tests.reliability.raw import PATIENCE, Server, exchange, head, serving
from tests.service import Client
from tests.waiting import eventually


@pytest.fixture
def server(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("PDF_CACHE", "off")
    with serving(database_url) as server:
        yield server


def invoice(org: Client) -> str:
    customer = org.make("/customers", {"displayName": "Acme"})["id"]
    lines = [{"description": "Work", "quantity": 1, "rate": 100}]
    body = {"customerId": customer, "invoiceDate": "2026-05-01", "dueDate": "2026-06-01", "lines": lines}
    return str(org.make("/invoices", body)["id"])


def pdf(server: Server, org: Client, id: str) -> Answer:
    return exchange(server, head(org, "Connection: close", method="GET", path=f"/api/v1/invoices/{id}/pdf"))


def family(server: Server) -> tuple[list[psutil.Process], list[psutil.Process]]:
    """The workers of the service that print, and their renderers."""
    every = psutil.Process(server.process.pid).children(recursive=True)
    renderers = [each for each in every if is_renderer(each)]
    return [each for renderer in renderers if (each := renderer.parent())], renderers


def ended(processes: list[psutil.Process]) -> bool:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if process.status() != psutil.STATUS_ZOMBIE:
                return False
    return True


def test_a_stop_of_the_service_leaves_no_renderer(server: Server, org: Client) -> None:
    id = invoice(org)
    assert pdf(server, org, id).body.startswith(b"%PDF-")
    _, renderers = family(server)
    assert renderers
    server.process.terminate()
    assert server.process.wait(PATIENCE) == 0
    assert eventually(lambda: ended(renderers), PATIENCE)


def test_a_killed_worker_takes_its_renderer_along_and_the_service_prints_on(
    server: Server, org: Client
) -> None:
    id = invoice(org)
    assert pdf(server, org, id).status == 200
    (worker,), renderers = family(server)
    worker.kill()
    assert eventually(lambda: ended(renderers), PATIENCE)
    assert eventually(lambda: pdf_status(server, org, id) == 200, PATIENCE)


def test_a_killed_renderer_is_replaced_without_an_error(server: Server, org: Client) -> None:
    id = invoice(org)
    for _ in range(6):
        assert pdf(server, org, id).status == 200
        for renderer in family(server)[1]:
            renderer.kill()


def pdf_status(server: Server, org: Client, id: str) -> int:
    with suppress(OSError):
        return pdf(server, org, id).status
    return 0
