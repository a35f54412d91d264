"""GSTR-1, GSTR-3B and the summary, as they are answered."""

from marshmallow import fields

from app.returns.gstr1_classes import SECTIONS
from app.schemas.answers.fields import Amount, Answered, Figure, Integer, Many, One, OneOf, Word


class ReturnProblem(Answered):
    """What is not in a return: the record, its field, and why."""

    code = Word()
    field = Word(null=True)
    message = Word()
    record_id = Word(null=True)


class GstReturn(Answered):
    """A return by the portal's own keys, with what can be filed, and what cannot; null where that is nothing."""

    document = fields.Dict(required=True, allow_none=True)
    problems = Many(ReturnProblem)


class BooksFigures(Answered):
    """Documents that are not void, and what they come to in rupees; notes count below 0."""

    documents = Integer(min=0)
    taxable_value = Amount(negative=True)
    igst = Amount(negative=True)
    cgst = Amount(negative=True)
    sgst = Amount(negative=True)
    cess = Amount(negative=True)


class SectionFigures(BooksFigures):
    """The same of a section."""

    section = OneOf(*SECTIONS)


class Gstr1Summary(Answered):
    """GSTR-1 compared with the books."""

    sections = Many(SectionFigures)
    books = One(BooksFigures)
    difference = Figure(min=0)
    problems = Many(ReturnProblem)
