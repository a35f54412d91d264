"""Figures of the things that are measured, from their rounds: medians, ratios and bars. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Round:
    """The result of one round of one work.

    `answers` in `seconds` by the clock, latencies in milliseconds, and the processor seconds of the service and of
    PostgreSQL; None for one that had no part in it or cannot be seen.
    """

    answers: int
    seconds: float
    p50: float
    p99: float
    service_cpu: float | None = None
    database_cpu: float | None = None

    @property
    def cpu(self) -> float:
        """The processor seconds of both together."""
        return (self.service_cpu or 0) + (self.database_cpu or 0)


@dataclass(frozen=True)
class Figures:
    """The medians over the rounds: answers a second, latencies in milliseconds, processor seconds per 1000 answers."""

    rate: float
    p50: float
    p99: float
    service_cpu: float | None
    database_cpu: float | None

    @property
    def cpu(self) -> float:
        """The processor seconds of both together."""
        return (self.service_cpu or 0) + (self.database_cpu or 0)


@dataclass(frozen=True)
class Measured:
    """A thing that was measured, with its `rounds`.

    `floor_of` names the work that it is a floor of, `peer_of` the work that a peer does in its way; both are None for
    work of the service.
    """

    name: str
    figures: Figures
    floor_of: str | None = None
    peer_of: str | None = None
    rounds: Sequence[Round] = ()


@dataclass(frozen=True)
class Bar:
    """A figure that is to be at most, or else at least, a limit."""

    name: str
    value: float
    limit: float
    at_least: bool = False

    @property
    def kept(self) -> bool:
        """Return whether the value is within the limit."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit


def figures_of(rounds: Sequence[Round]) -> Figures:
    """Return the medians. Raises ValueError for a round without answers."""
    if not all(one.answers for one in rounds):
        raise ValueError("a round had no answers")
    return Figures(
        rate=median(one.answers / one.seconds for one in rounds),
        p50=median(one.p50 for one in rounds),
        p99=median(one.p99 for one in rounds),
        service_cpu=_per_thousand(rounds, [one.service_cpu for one in rounds]),
        database_cpu=_per_thousand(rounds, [one.database_cpu for one in rounds]),
    )


def _per_thousand(rounds: Sequence[Round], seconds: Sequence[float | None]) -> float | None:
    each = [used * 1000 / one.answers for one, used in zip(rounds, seconds, strict=True) if used is not None]
    return median(each) if each else None


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the value that `share` (0 to 1) of the ordered values do not exceed."""
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def ratios(floor: Measured, works: Mapping[str, Figures]) -> tuple[float, float] | None:
    """Return the rate and the processor time of a floor's work, each divided by the floor's; None if the work is
    missing."""
    work = works.get(floor.floor_of or "")
    if work is None or not floor.figures.cpu:
        return None
    return work.rate / floor.figures.rate, work.cpu / floor.figures.cpu


def beside(work: Measured, peer: Measured) -> float | None:
    """Return the processor time of a work divided by a peer's, service and PostgreSQL together.

    It is the median over the rounds that were measured one after the other; None if the time of one cannot be seen.
    """
    each = [
        mine / its
        for mine, its in zip(map(_cpu_of, work.rounds), map(_cpu_of, peer.rounds), strict=True)
        if mine and its
    ]
    return median(each) if each else None


def _cpu_of(one: Round) -> float | None:
    if one.service_cpu is None or one.database_cpu is None:
        return None
    return (one.service_cpu + one.database_cpu) / one.answers


def works_of(measured: Sequence[Measured]) -> dict[str, Measured]:
    """Return the measurements of the service itself, by name."""
    return {one.name: one for one in measured if one.floor_of is None and one.peer_of is None}


def growth(small: Figures, large: Figures) -> tuple[float, float]:
    """Return the factors by which processor time and median latency are larger."""
    return large.cpu / small.cpu, large.p50 / small.p50


def as_json(measured: Sequence[Measured], bars: Sequence[Bar]) -> dict[str, Any]:
    """Return all figures, unrounded."""
    works = works_of(measured)
    figures = {name: one.figures for name, one in works.items()}
    return {
        "measured": [
            asdict(one)
            | {"cpu": one.figures.cpu, "ratios": ratios(one, figures)}
            | ({"beside": beside(works[one.peer_of], one)} if one.peer_of else {})
            for one in measured
        ],
        "bars": [asdict(bar) | {"kept": bar.kept} for bar in bars],
    }
