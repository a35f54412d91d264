"""GSTR-1 (CGST Act 2017 s. 37; CGST Rules, rule 59) of a registration and a month, document by document. Pure.

Keys are those of the portal's JSON. A document is added once and kept as the JSON of its section, so that a month of a
hundred thousand takes tens of megabytes.
"""

from collections.abc import Callable, Iterator, Sequence

from app.returns import gstr1_advances, gstr1_numbers
from app.returns.answers import FilingProblem
from app.returns.gstr1_advances import Advance
from app.returns.gstr1_classes import SECTIONS, is_to_gstin, section_of
from app.returns.gstr1_hsn import HsnSummary
from app.returns.gstr1_nil import NilSupplies
from app.returns.gstr1_numbers import CREDIT_NOTES, INVOICES, IssuedNumber
from app.returns.gstr1_registered import b2b_invoice, cdnr_note
from app.returns.gstr1_unregistered import SmallSupplies, b2cl_invoice, cdnur_note, exp_invoice, export_type
from app.returns.gstr_format import document_problems, filer_problems, hsn_problems
from app.returns.periods import Period
from app.returns.supplies_of_month import CREDIT_NOTE, INVOICE, NOTHING, Supplied, Taxes, sum_of
from app.wire import Json, from_json, to_json

_KINDS = {INVOICE: INVOICES, CREDIT_NOTE: CREDIT_NOTES}
# Of the sections that name documents: what those are grouped by, its key, the key of the group's list, the document.
_NAMED: dict[str, tuple[Callable[[Supplied], str], str, str, Callable[[Supplied], Json]]] = {
    "b2b": (lambda supplied: supplied.buyer_gstin, "ctin", "inv", b2b_invoice),
    "b2cl": (lambda supplied: supplied.place, "pos", "inv", b2cl_invoice),
    "exp": (export_type, "exp_typ", "inv", exp_invoice),
    "cdnr": (lambda supplied: supplied.buyer_gstin, "ctin", "nt", cdnr_note),
}


class Gstr1:
    """The return, to which the documents of the month are added.

    `problems` are the reasons for what it lacks. `totals` are the sums that the documents of each section add to the
    books: their number, and their value and taxes. Where `is_refused` the portal takes nothing of the GSTIN.
    """

    def __init__(self, gstin: str, period: Period, *, above_5_crore: bool) -> None:
        self.gstin, self.period = gstin, period
        self.is_refused = bool(filer_problems(gstin, ""))
        self.problems: list[FilingProblem] = []
        self.totals: dict[str, tuple[int, Taxes]] = dict.fromkeys(SECTIONS, (0, NOTHING))
        self._above_5_crore = above_5_crore
        # Each group is the JSON of its documents, with commas: pieces of their own would take several times the room.
        self._groups: dict[str, dict[str, bytearray]] = {name: {} for name in _NAMED}
        self._notes = bytearray()
        self._small, self._nil, self._hsn = SmallSupplies(), NilSupplies(), HsnSummary(period.first)
        self._taken: dict[int, list[IssuedNumber]] = {INVOICES: [], CREDIT_NOTES: []}
        self._advances: dict[str, Sequence[Advance]] = {"at": (), "txpd": ()}

    def take_number(self, kind: str, number: str, *, is_void: bool) -> None:
        """Add the number of a document that was issued, whether it is void or not."""
        self._taken[_KINDS[kind]].append(IssuedNumber(number, is_void))

    def add(self, supplied: Supplied) -> None:
        """Add a document that is issued and not void, or the problems for which it cannot be filed."""
        section = section_of(supplied)
        is_registered = is_to_gstin(supplied) and section != "nil"
        problems = document_problems(supplied, self.gstin, is_registered=is_registered)
        if problems:
            self.problems += problems
            return
        self._file(section, supplied)
        self._nil.add(supplied)
        self._add_to_hsn(supplied)
        self._count(section, supplied, [rate.taxes for rate in supplied.rates], documents=1)
        if supplied.untaxed:
            self._count("nil", supplied, [share.taxes for share in supplied.untaxed], documents=0)

    def set_advances(self, received: Sequence[Advance], used_up: Sequence[Advance]) -> None:
        """Set the advances of table 11; a payment of an unknown rate is a problem instead."""
        for name, advances in (("at", received), ("txpd", used_up)):
            problems = gstr1_advances.advance_problems(advances)
            refused = {problem.record_id for problem in problems}
            self.problems += [problem for problem in problems if problem not in self.problems]
            self._advances[name] = [each for each in advances if each.payment_id not in refused]

    def pieces(self) -> Iterator[bytes]:
        """Yield the return as JSON, in pieces; null if it is refused."""
        if self.is_refused:
            yield b"null"
            return
        yield to_json({"gstin": self.gstin, "fp": self.period.portal})[:-1]
        for name in ("b2b", "b2cl", "exp", "cdnr"):
            _, key, members, _ = _NAMED[name]
            yield f',"{name}":['.encode()
            yield from _groups(self._groups[name], key, members)
            yield b"]"
        yield b',"cdnur":[' + self._notes[1:] + b"]"
        rest = {
            "b2cs": self._small.rows(),
            "nil": {"inv": self._nil.rows()},
            "at": gstr1_advances.rows(self._advances["at"]),
            "txpd": gstr1_advances.rows(self._advances["txpd"]),
            "hsn": self._hsn.lists(),
            "doc_issue": gstr1_numbers.doc_issue(self._taken),
        }
        yield b"," + to_json(rest)[1:]

    def document(self) -> Json:
        """Return the return as a JSON value."""
        whole: Json = from_json(b"".join(self.pieces()))
        return whole

    def _file(self, section: str, supplied: Supplied) -> None:
        if section in _NAMED:
            group_of, _, _, entry = _NAMED[section]
            group = self._groups[section].setdefault(group_of(supplied), bytearray())
            group += b"," + to_json(entry(supplied))
        elif section == "cdnur":
            self._notes += b"," + to_json(cdnur_note(supplied))
        elif section == "b2cs":
            self._small.add(supplied)

    def _add_to_hsn(self, supplied: Supplied) -> None:
        refused = hsn_problems(supplied, above_5_crore=self._above_5_crore)
        self.problems += refused.values()
        self._hsn.add(supplied, without=refused)

    def _count(self, section: str, supplied: Supplied, each: Sequence[Taxes], *, documents: int) -> None:
        taxes = sum_of(each)
        if supplied.reverses:
            taxes = taxes.without_tax
        count, total = self.totals[section]
        self.totals[section] = count + documents, total.plus(taxes, supplied.sign)


def _groups(groups: dict[str, bytearray], key: str, members: str) -> Iterator[bytes]:
    for place, (value, documents) in enumerate(sorted(groups.items())):
        opening = to_json({key: value})[:-1] + f',"{members}":['.encode()
        yield (b"," if place else b"") + opening + documents[1:] + b"]}"
