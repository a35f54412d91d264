"""Batches: what several callers ask for at the same time is done at once.

Nobody waits for company. Who comes first goes as soon as it can, and takes along who has come by then: a lone caller
waits for nobody, and the more there is to do the less each costs (docs/performance.md).
"""

from collections.abc import Callable, Hashable, Sequence
from threading import Event, Lock
from typing import Generic, TypeVar

from app.errors import Problem, Unavailable

P = TypeVar("P")
R = TypeVar("R")
# Closes a batch and tells its parts; may be asked again.
SetOut = Callable[[], Sequence[P]]


class Apart(Exception):
    """What was to be done together is to be done one by one; nothing of it was done."""


class Failed(Exception):
    """A batch failed by a fault of ours, which is the cause of this; nobody can say what of it was done."""


class _Batch(Generic[P, R]):
    """Parts that go together, and what became of them."""

    def __init__(self, first: P) -> None:
        self.parts = [first]
        self.results: Sequence[R] = ()
        self.error: BaseException | None = None
        self.over = Event()


class Batches(Generic[P, R]):
    """Collects parts of the same kind into batches; `fits` tells whether one may join those that are there."""

    def __init__(self, fits: Callable[[Sequence[P], P], bool]) -> None:
        self._fits = fits
        self._lock = Lock()
        self._open: dict[Hashable, _Batch[P, R]] = {}

    def go(self, kind: Hashable, part: P, lead: Callable[[SetOut[P]], Sequence[R]]) -> R:
        """What became of a part. Who opens a batch leads it: `lead` is given what closes the batch, and answers with
        what became of each of its parts, in their order.

        Raises to who leads what `lead` raised. To the others Apart, where that was Apart or the leader's own Problem;
        Unavailable where it was that; else Failed.
        """
        with self._lock:
            batch = self._open.get(kind)
            leads = batch is None or not self._fits(batch.parts, part)
            if batch is None or leads:
                batch = self._open[kind] = _Batch(part)
            else:
                batch.parts.append(part)
            place = len(batch.parts) - 1
        if leads:
            return self._led(kind, batch, lead)
        batch.over.wait()
        if batch.error:
            raise _failure_of(batch.error) from batch.error
        return batch.results[place]

    def _led(self, kind: Hashable, batch: _Batch[P, R], lead: Callable[[SetOut[P]], Sequence[R]]) -> R:
        def set_out() -> Sequence[P]:
            with self._lock:
                if self._open.get(kind) is batch:
                    del self._open[kind]
            return batch.parts

        try:
            batch.results = lead(set_out)
        except BaseException as error:
            batch.error = error
            raise
        finally:
            set_out()
            batch.over.set()
        return batch.results[0]


def _failure_of(error: BaseException) -> type[Apart | Unavailable | Failed]:
    if isinstance(error, Unavailable):
        return Unavailable
    return Apart if isinstance(error, Apart | Problem) else Failed
