"""Sums at the ends of a document's pages, and texts that are written when all pages are drawn."""

from collections.abc import Callable
from functools import partial
from typing import Any


class Sums:
    """The sums at the ends of a document's pages, and the forms to be filled."""

    def __init__(self) -> None:
        self.so_far: dict[int, str] = {}
        self.waiting: list[tuple[str, int, Any]] = []

    @property
    def count(self) -> int:
        """The number of the last page with something to be filled in: each page says which of how many it is."""
        return max(page for _, page, _ in self.waiting)

    def carried(self, page: int) -> str:
        """Return the sum at the end of a page; empty where no row precedes its end or none follows."""
        before = [each for each in self.so_far if each <= page]
        return self.so_far[max(before)] if before and max(self.so_far) > page else ""


def sums_of(canvas: Any) -> Sums:
    """Return the sums of a canvas. Each layout of a document has a canvas of its own."""
    found: Sums | None = canvas.__dict__.get("_paper_pages")
    if found is None:
        found = canvas._paper_pages = Sums()
        canvas.save = partial(_fill_and_save, canvas, canvas.save)
    return found


def _fill_and_save(canvas: Any, save: Callable[[], None]) -> None:
    pages = sums_of(canvas)
    for name, page, line in pages.waiting:
        canvas.beginForm(name)
        line.fill(canvas, pages, page)
        canvas.endForm()
    save()
