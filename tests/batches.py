"""Requests that are sure to be served in one batch."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pytest
from webtest import TestResponse

from app.batching import Batches
from tests.parallel import at_once
from tests.service import Client
from tests.waiting import eventually

INVOICES = "/invoices"
_PATIENCE = 30


class Bus:
    """Sends creations of invoices at the same moment. A batch sets out when all of them are aboard."""

    def __init__(self) -> None:
        self.seats = 1
        # How many each batch had, in the order they set out.
        self.batches: list[int] = []

    def ride(
        self, client: Client, bodies: Sequence[Any], headers: Sequence[dict[str, str]] | None = None
    ) -> list[TestResponse]:
        """The answers to all, in their order; the client has created an invoice before."""
        self.seats = len(bodies)
        given = headers or [{}] * len(bodies)
        return at_once(len(bodies), client, lambda own, n: own.request("POST", INVOICES, bodies[n], given[n]))

    def waiting(
        self, lead: Callable[[Any], Sequence[Any]], aboard: Callable[[], int]
    ) -> Callable[[Any], Sequence[Any]]:
        """The same as `lead`, once all are aboard."""

        def when_full(set_out: Callable[[], Sequence[Any]]) -> Sequence[Any]:
            assert eventually(lambda: aboard() == self.seats, _PATIENCE)
            self.batches.append(aboard())
            self.seats = 1
            return lead(set_out)

        return when_full


def by_bus(monkeypatch: pytest.MonkeyPatch) -> Bus:
    """One bus for all batches of a test."""
    bus, go = Bus(), Batches.go

    def go_by_bus(
        batches: Batches[Any, Any], kind: Hashable, part: Any, lead: Callable[[Any], Sequence[Any]]
    ) -> Any:
        return go(batches, kind, part, bus.waiting(lead, lambda: len(batches._open[kind].parts)))

    monkeypatch.setattr(Batches, "go", go_by_bus)
    return bus
