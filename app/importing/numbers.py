"""Numbers of a batch: what a document has already is kept, others come from the series, and none is used twice."""

from collections.abc import Sequence
from datetime import date

from app.importing.entries import Entry
from app.numbering.series import Number, number_all
from app.postgres.database import Transaction

# An entry, its day, the number it was given or None, and that number's field.
Wanted = tuple[Entry, date, str | None]


def number_entries(
    tx: Transaction, doc_type: str, family: str, field: str, wanted: Sequence[Wanted]
) -> list[Number]:
    """The number of each entry, in their order; one that is taken is a fault on `field`."""
    numbers = number_all(tx, doc_type, [(day, given) for _, day, given in wanted])
    taken = _taken(tx, family, numbers)
    for (entry, _, given), number in zip(wanted, numbers, strict=True):
        key = (number.fiscal_year, number.text)
        if key in taken:
            entry.refuse(field, _complaint(number.text, is_given=given is not None))
        taken.add(key)
    return numbers


def _taken(tx: Transaction, family: str, numbers: Sequence[Number]) -> set[tuple[int | None, str]]:
    if not numbers:
        return set()
    rows = tx.all(
        f"{family}.taken",
        fiscal_years=[number.fiscal_year for number in numbers],
        numbers=[number.text for number in numbers],
    )
    return {(row["fiscal_year"], row["number"]) for row in rows}


def _complaint(number: str, *, is_given: bool) -> str:
    if is_given:
        return f"The number {number} is taken in its fiscal year."
    return f"The next number of the series, {number}, is taken: set its nextNumber."
