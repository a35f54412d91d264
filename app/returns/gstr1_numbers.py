"""Table 13: the numbers of the month (`doc_issue`). Pure.

A row is a run of numbers that follow each other in one series, so that its first, its last and its count agree.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from app.wire import Json

_RUN = re.compile(r"([0-9]+)")
# The kinds of documents of table 13: invoices for outward supply, credit notes.
INVOICES, CREDIT_NOTES = 1, 5


class IssuedNumber(NamedTuple):
    """A number that a document of the month has; one that is `void` counts as cancelled."""

    number: str
    is_void: bool


def doc_issue(taken: dict[int, list[IssuedNumber]]) -> Json:
    """Return `doc_issue` of the numbers by kind of document."""
    return {
        "doc_det": [
            {"doc_num": kind, "docs": list(_rows(numbers))}
            for kind, numbers in sorted(taken.items())
            if numbers
        ]
    }


def _rows(taken: Iterable[IssuedNumber]) -> Iterator[Json]:
    for place, run in enumerate(runs(taken), 1):
        cancelled = sum(number.is_void for number in run)
        yield {
            "num": place,
            "from": run[0].number,
            "to": run[-1].number,
            "totnum": len(run),
            "cancel": cancelled,
            "net_issue": len(run) - cancelled,
        }


def runs(taken: Iterable[IssuedNumber]) -> list[list[IssuedNumber]]:
    """Return the numbers in runs: all of one form, each one more than the one before.

    The counter of a form is the part in digits that differs most among its numbers, of equal ones the last: a fiscal
    year before or after it stands still.
    """
    by_form: dict[tuple[str, ...], list[tuple[list[str], IssuedNumber]]] = {}
    for number in taken:
        parts = _RUN.split(number.number)
        by_form.setdefault(tuple(parts[::2]), []).append((parts[1::2], number))
    found: list[list[IssuedNumber]] = []
    for _, alike in sorted(by_form.items()):
        found += _runs_of_form(alike)
    return found


def _runs_of_form(alike: list[tuple[list[str], IssuedNumber]]) -> Iterator[list[IssuedNumber]]:
    counter = _counter([digits for digits, _ in alike])
    if counter is None:
        yield from ([number] for _, number in alike)
        return
    keyed = sorted(
        ((tuple(digits[:counter] + digits[counter + 1 :]), int(digits[counter])), number)
        for digits, number in alike
    )
    # Numbers that follow each other are equally far from their places.
    for _, run in groupby(enumerate(keyed), lambda each: (each[1][0][0], each[1][0][1] - each[0])):
        yield [number for _, (_, number) in run]


def _counter(alike: list[list[str]]) -> int | None:
    values = [len(Counter(column)) for column in zip(*alike, strict=True)]
    return max(range(len(values)), key=lambda place: (values[place], place)) if values else None
