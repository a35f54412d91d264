"""GSTR-1, GSTR-3B and the summary, as they are answered."""

from marshmallow import fields

from app.returns.gstr1_classes import SECTIONS
from app.schemas.answers.fields import Amount, Answered, Figure, Integer, Many, One, OneOf, Word


class ReturnProblem(Answered):
    """A problem that keeps a record, or part of it, out of a return."""

    code = Word()
    field = Word(null=True)
    message = Word()
    record_id = Word(null=True)


class GstReturn(Answered):
    """A return in the portal's own keys, and its problems. `document` is null if nothing can be filed."""

    document = fields.Dict(required=True, allow_none=True)
    problems = Many(ReturnProblem)


class BooksFigures(Answered):
    """The number of documents that are not void, and their sums in rupees; notes are subtracted."""

    documents = Integer(min=0)
    taxable_value = Amount(negative=True)
    igst = Amount(negative=True)
    cgst = Amount(negative=True)
    sgst = Amount(negative=True)
    cess = Amount(negative=True)


class SectionFigures(BooksFigures):
    """The number of documents of a section, and their sums in rupees; notes are subtracted."""

    section = OneOf(*SECTIONS)


class Gstr1Summary(Answered):
    """GSTR-1 compared with the books."""

    sections = Many(SectionFigures)
    books = One(BooksFigures)
    difference = Figure(min=0)
    problems = Many(ReturnProblem)
