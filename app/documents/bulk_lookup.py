"""Statements that are asked about many combinations of values at once, each combination once."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.postgres.database import Row, Statement, Transaction

# Values of a statement's array parameters, in their order.
Combination = tuple[Any, ...]
# From a combination to the row that answers it.
Answers = Mapping[Combination, Row]


class BulkLookup:
    """A statement that takes an array for each of the `columns`, and answers by the `place` of a combination.

    `values` are parameters that are the same for all combinations.
    """

    def __init__(
        self, statement: str, columns: Sequence[str], combinations: Sequence[Combination], **values: Any
    ) -> None:
        self._asked = list(dict.fromkeys(combinations))
        arrays = {name: [asked[place] for asked in self._asked] for place, name in enumerate(columns)}
        self._statement: Statement = (statement, arrays | values)

    @property
    def statements(self) -> list[Statement]:
        """The statement, or none where nothing is asked."""
        return [self._statement] if self._asked else []

    def answers(self, rows: Sequence[Row]) -> Answers:
        """The rows by what they answer."""
        return {self._asked[row["place"]]: row for row in rows}


def ask(tx: Transaction, *askings: BulkLookup) -> list[Answers]:
    """The answers to each, in one round trip; none where nothing is asked at all."""
    statements = [asking.statements for asking in askings]
    results = iter(tx.run_all(*(one for some in statements for one in some)) if any(statements) else [])
    return [
        asking.answers(next(results) if some else [])
        for asking, some in zip(askings, statements, strict=True)
    ]
