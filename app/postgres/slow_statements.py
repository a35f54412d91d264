"""Reports of statements that are done: slow ones to the log, all of them to traces. Never their parameters."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from app.telemetry.metrics import SLOW_QUERIES
from app.telemetry.traces import Tracer

log = logging.getLogger("queries")


@dataclass(frozen=True)
class Watch:
    """The reports of statements: those of at least `slow` seconds go to the log, all of them to the tracer."""

    slow: float | None = None
    tracer: Tracer | None = None


UNWATCHED = Watch()


class Watched:
    """Times a round trip of the statements `names`, from `with` to the end of the block.

    `cursor` knows the number of rows; `whose` is the transaction, whose request and organization the log names.
    """

    __slots__ = ("_began", "_cursor", "_names", "_watch", "_whose")

    def __init__(self, watch: Watch, whose: Any, names: Sequence[str], cursor: Any = None) -> None:
        self._watch, self._whose, self._names, self._cursor = watch, whose, names, cursor
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        seconds = time.perf_counter() - self._began
        if self._watch.tracer is not None:
            self._watch.tracer.statements(self._names, seconds, error)
        if self._watch.slow is not None and seconds >= self._watch.slow:
            self._tell(seconds)

    def _tell(self, seconds: float) -> None:
        for name in self._names:
            SLOW_QUERIES.add(name)
        rows = self._cursor.rowcount if self._cursor is not None else -1
        fields = {
            "query": " ".join(self._names),
            "milliseconds": round(seconds * 1000, 1),
            "rows": rows if rows >= 0 else None,  # none to speak of: a statement that failed, or several
            "request_id": self._whose.request_id,
            "organization_id": self._whose.organization_id,
        }
        log.warning("slow query", extra={"fields": fields})
