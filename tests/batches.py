"""Requests that are sure to be served in one batch."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pytest
from webtest import TestResponse

from app.batching import Batches, _Batch
from app.postgres.database import Row
from tests.parallel import at_once
from tests.selling import body, line
from tests.service import Client
from tests.waiting import eventually

INVOICES = "/invoices"
_PATIENCE = 30


class Bus:
    """Sends creations of invoices at the same moment. No batch sets out before all of them are aboard, in whichever
    batches they are."""

    def __init__(self) -> None:
        # How many each batch had, in the order they set out.
        self.batches: list[int] = []
        self._seats = 1
        self._opened: list[_Batch[Any, Any]] = []

    def ride(
        self, client: Client, bodies: Sequence[Any], headers: Sequence[dict[str, str]] | None = None
    ) -> list[TestResponse]:
        """The answers to all, in their order; the client has created an invoice before."""
        given = headers or [{}] * len(bodies)
        return self.wait_for(
            len(bodies),
            lambda: at_once(
                len(bodies), client, lambda own, n: own.request("POST", INVOICES, bodies[n], given[n])
            ),
        )

    def wait_for(self, seats: int, send: Callable[[], list[TestResponse]]) -> list[TestResponse]:
        """The answers to what is sent, of which so many come aboard."""
        self._seats, self._opened = seats, []
        answers = send()
        self._seats = 1
        return answers

    def waiting(
        self, batch: _Batch[Any, Any], lead: Callable[[Any], Sequence[Any]]
    ) -> Callable[[Any], Sequence[Any]]:
        """The same as `lead`, once all are aboard."""

        def when_all_are_aboard(set_out: Callable[[], Sequence[Any]]) -> Sequence[Any]:
            self._opened.append(batch)
            assert eventually(lambda: sum(len(one.parts) for one in self._opened) >= self._seats, _PATIENCE)
            self.batches.append(len(batch.parts))
            return lead(set_out)

        return when_all_are_aboard


def by_bus(monkeypatch: pytest.MonkeyPatch) -> Bus:
    """One bus for all batches of a test."""
    bus, led = Bus(), Batches._led

    def led_by_bus(
        batches: Batches[Any, Any],
        kind: Hashable,
        batch: _Batch[Any, Any],
        lead: Callable[[Any], Sequence[Any]],
    ) -> Any:
        return led(batches, kind, batch, bus.waiting(batch, lead))

    monkeypatch.setattr(Batches, "_led", led_by_bus)
    return bus


def rated(buyer: str, *rates: int, **fields: Any) -> list[dict[str, Any]]:
    """Bodies of invoices with a line at each rate."""
    return [body(buyer, line(rate=rate), **{"status": "SENT"} | fields) for rate in rates]


def made(org: Client, answers: Any) -> list[Row]:
    """The invoices as they read."""
    assert [answer.status_int for answer in answers] == [201] * len(answers), [a.text for a in answers]
    return [org.read(f"{INVOICES}/{answer.json['data']['id']}") for answer in answers]


def numbers(org: Client) -> list[str]:
    """The numbers of all invoices, in the order of the list."""
    return [invoice["invoiceNumber"] for invoice in org.read(f"{INVOICES}?limit=200")]
