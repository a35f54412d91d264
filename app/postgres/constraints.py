"""Errors for callers whose requests break a constraint of the database.

The constraint is the last word where two requests race past the same check. Names are matched, never message texts. A
constraint without a sentence answers `conflict`: it is a bug in a check of ours, and the log says which one, but the
books are safe and the caller may try again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.errors import Conflict, DomainError, Invalid


@dataclass(frozen=True)
class Constraint:
    """A constraint or unique index by its name, and the message for a request that breaks it.

    With a `field` of the body the answer is 422, without one 409.
    """

    name: str
    sentence: str
    field: str = ""

    def problem(self) -> DomainError:
        """Return the error to raise: Invalid if there is a field, else Conflict."""
        return Invalid([(self.field, self.sentence)]) if self.field else Conflict(self.sentence)


Constraints = Mapping[str, Constraint]
NONE_KNOWN: Constraints = {}


def by_constraint(constraints: Iterable[Constraint]) -> Constraints:
    """Return the constraints by their names. Raises ValueError for a name that comes twice."""
    known: dict[str, Constraint] = {}
    for constraint in constraints:
        if known.setdefault(constraint.name, constraint) is not constraint:
            raise ValueError(f"the constraint {constraint.name} has two sentences")
    return known
