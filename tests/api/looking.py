"""Samples of the page of metrics."""

from typing import Any

from tests.api.hostile import send
from tests.scraping import Scrape, scraped
from tests.service import Service


def look(app: Any) -> Scrape:
    answer = send(app, "GET", "//metrics")
    assert answer.status == 200
    return scraped(answer.body.decode())


def gained(service: Service, before: Scrape, name: str, **labels: str) -> float:
    """Return by how much a sample has grown since `before`."""
    return look(service.app).of(name, **labels) - before.of(name, **labels)
