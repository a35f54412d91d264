"""A checker for small histories: is there an order in which the operations fit one at a time?

Wing and Gong, "Testing and verifying concurrent objects" (1993), with Lowe's memory of what was tried ("Testing for
linearizability", 2017). A history of several objects is linearizable where that of each of them is (Herlihy and Wing,
1990), so each is looked at by itself.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

# Answers the state after an operation that answers so in a state, None where it cannot answer so.
Step = Callable[[Any, str, Any, Any], Hashable | None]


@dataclass(frozen=True)
class Operation:
    """An operation on an object, its answer, and the moments of both (any clock, in order)."""

    kind: str
    asked: Any
    answered: Any
    began: float
    ended: float


def by_object(history: Iterable[tuple[Hashable, Operation]]) -> dict[Hashable, list[Operation]]:
    """The operations of each object."""
    found: dict[Hashable, list[Operation]] = defaultdict(list)
    for name, operation in history:
        found[name].append(operation)
    return dict(found)


def is_linearizable(operations: Sequence[Operation], begins: Hashable, step: Step) -> bool:
    """Return whether an order explains every answer and has no operation before one that had ended when it began.

    `begins` is the object's state before all of them.
    """
    ordered = sorted(operations, key=lambda operation: operation.began)
    tried: set[tuple[int, Hashable]] = set()
    # What is done, as bits, and the state that this leads to.
    paths: list[tuple[int, Hashable]] = [(0, begins)]
    everything = (1 << len(ordered)) - 1
    while paths:
        done, state = paths.pop()
        if done == everything:
            return True
        for place in _next(ordered, done):
            one = ordered[place]
            after = step(state, one.kind, one.asked, one.answered)
            path = (done | 1 << place, after)
            if after is not None and path not in tried:
                tried.add(path)
                paths.append(path)
    return False


def _next(ordered: Sequence[Operation], done: int) -> list[int]:
    """Operations that are not done and began before any other such one had ended."""
    left = [place for place in range(len(ordered)) if not done >> place & 1]
    earliest = min(ordered[place].ended for place in left)
    return [place for place in left if ordered[place].began <= earliest]
