"""Progress of commands and an estimate of the remaining time, on standard error if that is a terminal.

Elsewhere nothing is shown, so that logs and pipes hold results and errors only. Work of less than two seconds shows
nothing either.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, TextIO, TypeVar

import click

T = TypeVar("T")

SHOWN_AFTER = 2.0  # seconds
_DRAWN_EVERY = 0.5  # seconds

# Takes how much more is done.
Advance = Callable[[int], object]


@contextmanager
def progress(label: str, total: int | None = None, unit: str = "") -> Iterator[Advance]:
    """Yield a function that is called with the number of further units that are done.

    `total` is the number of all units, and gives an estimate of the time that is left. Without it, the units done are
    shown with the word `unit`; without either, the seconds are.
    """
    terminal = _terminal()
    if terminal is None:
        yield _tell_nobody
        return
    bar = _Bar(label, total, unit, terminal)
    ended = Event()
    drawing = Thread(target=bar.draw_until, args=(ended,), daemon=True)
    drawing.start()
    try:
        yield bar.advance
    finally:
        ended.set()
        drawing.join()
        bar.end()


def counted(items: Iterable[T], advance: Advance) -> Iterator[T]:
    """Yield the items. Each counts as done when the next one is asked for."""
    for item in items:
        yield item
        advance(1)


def _terminal() -> TextIO | None:
    return sys.stderr if sys.stderr.isatty() else None


def _tell_nobody(_more: int) -> None:
    pass


class _Bar:
    """A bar of click's, or a line that counts. One thread draws it, since a single statement may take minutes."""

    def __init__(self, label: str, total: int | None, unit: str, terminal: TextIO) -> None:
        self._began = time.monotonic()
        self._done = 0
        self._unit = unit
        self._has_total = total is not None
        self._bar: Any = click.progressbar(
            # click's own bar without a length cannot stand at its beginning.
            length=total if total is not None else sys.maxsize,
            label=label,
            file=terminal,
            bar_template="%(label)s  [%(bar)s]  %(info)s" if self._has_total else "%(label)s  %(info)s",
            show_percent=self._has_total,
            show_eta=self._has_total,
            item_show_func=self._told,
            # Also a step of nothing is drawn: the time goes on.
            update_min_steps=0,
        )
        self._is_shown = False

    def advance(self, more: int) -> None:
        """Add to the units that are done."""
        self._done += more

    def draw_until(self, ended: Event) -> None:
        """Draw the bar again and again, from the time on that makes it worth while."""
        if not ended.wait(SHOWN_AFTER):
            self._draw()
        while not ended.wait(_DRAWN_EVERY):
            self._draw()

    def end(self) -> None:
        """Draw the final state of the bar, and leave its line."""
        if self._is_shown or time.monotonic() - self._began >= SHOWN_AFTER:
            self._draw()
            self._bar.render_finish()

    def _draw(self) -> None:
        self._is_shown = True
        self._bar.update(self._done - self._bar.pos)

    def _told(self, _item: Any) -> str:
        if self._unit:
            return f"{self._done:,} {self._unit}"
        if self._has_total and self._bar.eta_known and not self._bar.finished:
            return "left"
        return f"{time.monotonic() - self._began:.0f} s"
