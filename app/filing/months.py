"""The returns of a registration and a month, as they are answered.

`advance` is called with the number of further documents that were read.
"""

from collections.abc import Callable

from app.filing import reading
from app.postgres.database import Row, Transaction
from app.returns.answers import FilingProblem, file_answer
from app.returns.gstr1 import Gstr1
from app.returns.gstr3b import Gstr3b
from app.returns.gstr3b_format import faults_of
from app.returns.gstr_format import filer_problems
from app.returns.periods import Period
from app.returns.summaries import summary

VOID, DRAFT = "VOID", "DRAFT"
Advance = Callable[[int], object]


def _tell_nobody(_more: int) -> None:
    pass


def documents(tx: Transaction, registration_id: str | None, period: Period) -> int:
    """Return the number of documents that a return of the month reads. Raise as `gstr1`."""
    return reading.count(tx, reading.find_filer(tx, registration_id), period)


def gstr1(
    tx: Transaction, registration_id: str | None, period: Period, advance: Advance = _tell_nobody
) -> Gstr1:
    """Return GSTR-1 of the month. Raise NotFound and Conflict as `reading.find_filer` does."""
    filer = reading.find_filer(tx, registration_id)
    made = Gstr1(filer.gstin, period, above_5_crore=filer.above_5_crore)
    made.problems += filer_problems(filer.gstin, filer.id)
    for document in reading.documents(tx, filer, period):
        advance(1)
        if document.status == DRAFT:
            made.problems.append(reading.draft_problem(document))
            continue
        made.take_number(document.kind, document.number, is_void=document.status == VOID)
        if document.supplied:
            made.add(document.supplied)
    made.problems += reading.of_no_registration(tx, filer, period)
    made.set_advances(*reading.advances(tx, filer, period))
    return made


def gstr3b(
    tx: Transaction, registration_id: str | None, period: Period, advance: Advance = _tell_nobody
) -> Row:
    """Return GSTR-3B of the month, with its problems. Raise as `gstr1`."""
    filer = reading.find_filer(tx, registration_id)
    made, problems = Gstr3b(filer.gstin, period), reading.of_no_registration(tx, filer, period)
    for document in reading.documents(tx, filer, period):
        advance(1)
        if document.supplied and document.supplied.of_composition:
            message = "Was issued by a composition taxable person, who files no GSTR-3B."
            problems.append(FilingProblem("bill_of_supply", "sellerGstin", message, document.id))
        elif document.supplied:
            made.add(document.supplied)
    made.add_advances(*reading.advances(tx, filer, period))
    for bought in reading.purchases(tx, filer, period):
        made.buy(bought)
    filed = made.document()
    faults = faults_of(filed)
    return file_answer(None if faults else filed, [*problems, *made.problems, *faults])


def gstr1_summary(
    tx: Transaction, registration_id: str | None, period: Period, advance: Advance = _tell_nobody
) -> Row:
    """Return GSTR-1 of the month compared with the books. Raise as `gstr1`."""
    made = gstr1(tx, registration_id, period, advance)
    filer = reading.find_filer(tx, registration_id)
    return summary(made, *reading.books(tx, filer, period)) | {
        "problems": [problem.shown() for problem in made.problems]
    }
