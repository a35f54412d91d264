"""Tasks, and their measurement in rounds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bench.figures import Measured, Round, figures_of
from bench.load import Request, drive
from bench.processes import used

# For each connection, requests before anything counts, and the longest in seconds that they may take.
_WARM, _WARM_SECONDS = 25, 8


@dataclass(frozen=True)
class Task:
    """A thing to be measured: `once` does it for so many seconds."""

    name: str
    once: Callable[[int], Round]
    floor_of: str | None = None
    peer_of: str | None = None


def driving(
    port: int, requests: Sequence[Request], connections: int, service: int, database: int | None = None
) -> Callable[[int], Round]:
    """Return a function that sends the requests for so many seconds and returns the round.

    `service` and `database` are the process ids whose processor time counts.
    """

    def once(seconds: int) -> Round:
        before = used(service), used(database)
        driven = drive(port, requests, connections=connections, seconds=seconds)
        spent = [
            None if a is None or b is None else b - a
            for a, b in zip(before, (used(service), used(database)), strict=True)
        ]
        return Round(driven.answers, driven.seconds, driven.p50, driven.p99, *spent)

    return once


def of_each(once: Callable[[int], Round], records: int) -> Callable[[int], Round]:
    """Return a task's function that counts records: each request is one of so many `records`."""

    def counted(seconds: int) -> Round:
        one = once(seconds)
        return replace(one, answers=one.answers * records)

    return counted


def measure(
    tasks: Sequence[Task], connections: int, rounds: int, seconds: int, settle: Callable[[], None]
) -> list[Measured]:
    """Measure all tasks in rounds that follow each other, so that a disturbance of the machine affects one round of
    each.

    `settle` has PostgreSQL look at its tables once there is something in each: a plan that was kept while the keys of
    creations were none would go through all of them until it looks by itself, which takes it a minute.
    """
    for task in tasks:
        _warm(task, connections)
    settle()
    results = [[task.once(seconds) for task in tasks] for _ in range(rounds)]
    return [_measured(task, [result[place] for result in results]) for place, task in enumerate(tasks)]


def _measured(task: Task, rounds: Sequence[Round]) -> Measured:
    return Measured(task.name, figures_of(rounds), task.floor_of, task.peer_of, rounds)


def _warm(task: Task, connections: int) -> None:
    """Run until connections are made and statements prepared, which takes a few requests on each."""
    answers = 0
    for _ in range(_WARM_SECONDS):
        answers += task.once(1).answers
        if answers >= _WARM * connections:
            break
