"""Documents with lines on their way into the books."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.importing.entries import Entry
from app.postgres.database import Row


@dataclass
class Draft:
    """A document that was worked out: its id, its row, its lines' rows."""

    entry: Entry
    id: str
    row: Row
    lines: list[dict[str, Any]]


def good_drafts(drafts: Iterable[Draft]) -> list[Draft]:
    """Those that nothing was found wrong with."""
    return [draft for draft in drafts if draft.entry.is_good]
