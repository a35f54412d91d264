"""Readings that many kinds of record have in common."""

from collections.abc import Mapping

from app.errors import NotFound
from app.postgres.database import Reading, Row

NO_PARTS: Mapping[str, str] = {}


def record_reading(kind: str, id: str, parts: Mapping[str, str] = NO_PARTS) -> Reading[Row]:
    """One record of a kind, shown with its parts; showing it raises NotFound.

    `parts` maps the keys that a single read adds to the statements of the kind's query file that answer them.
    """

    def shown(rows: list[list[Row]]) -> Row:
        found, *below = rows
        if not found:
            raise NotFound
        return found[0] | dict(zip(parts, below, strict=True))

    return Reading(tuple((f"{kind}.{query}", {"id": id}) for query in ("get", *parts.values())), shown)
