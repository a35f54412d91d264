"""The caller's own references: of a kind, one live record has each. Pure."""

from collections.abc import Iterable, Sequence

from app.postgres.constraints import Constraint
from app.wire import Row

IS_TAKEN = "Another record of this kind has this externalReference."


def one_per_reference(table: str) -> Constraint:
    """Return the constraint that has the last word where two requests race past the check."""
    return Constraint(f"{table}_one_per_reference", IS_TAKEN)


def references_of(bodies: Iterable[Row]) -> list[str | None]:
    """Return the reference that each body takes; None for none, as in one that is VOID from the beginning."""
    return [None if body.get("status") == "VOID" else body.get("external_reference") for body in bodies]


def places_of_taken(wanted: Sequence[str | None], found: Iterable[Row]) -> list[int]:
    """Return the places of the wanted references that a record of `found` has, or that occur at an earlier place."""
    taken: set[str | None] = {row["external_reference"] for row in found}
    places = []
    for place, reference in enumerate(wanted):
        if reference in taken:
            places.append(place)
        elif reference is not None:
            taken.add(reference)
    return places
