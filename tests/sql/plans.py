"""Plans of PostgreSQL, as EXPLAIN (FORMAT JSON) tells them."""

from collections.abc import Iterator
from typing import Any


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A plan and all that is below it."""
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)
