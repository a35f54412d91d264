"""Statements that look up many combinations of values at once, each combination once."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.postgres.database import Row, Statement, Transaction

# Values of a statement's array parameters, in their order.
Combination = tuple[Any, ...]
# From a combination to the row that answers it.
Answers = Mapping[Combination, Row]


class BulkLookup:
    """A statement that takes an array for each of the `columns`, one element for a combination.

    It returns rows with the `place` of their combination. `values` are parameters that are the same for all of them.
    """

    def __init__(
        self, statement: str, columns: Sequence[str], combinations: Sequence[Combination], **values: Any
    ) -> None:
        self._asked = list(dict.fromkeys(combinations))
        arrays = {name: [asked[place] for asked in self._asked] for place, name in enumerate(columns)}
        self._statement: Statement = (statement, arrays | values)

    @property
    def statements(self) -> list[Statement]:
        """The statement, or none where there is no combination."""
        return [self._statement] if self._asked else []

    def answers(self, rows: Sequence[Row]) -> Answers:
        """Return the rows by their combinations."""
        return {self._asked[row["place"]]: row for row in rows}


def look_up(tx: Transaction, *lookups: BulkLookup) -> list[Answers]:
    """Return the answers to each lookup, in one round trip. Send nothing if all lookups are empty."""
    statements = [lookup.statements for lookup in lookups]
    results = iter(tx.run_all(*(one for some in statements for one in some)) if any(statements) else [])
    return [
        lookup.answers(next(results) if some else [])
        for lookup, some in zip(lookups, statements, strict=True)
    ]
