"""Documents as plain figures: what lines come to, what is owed, and what settles it."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import ClassVar, NamedTuple

NOTHING = Decimal(0)


class Refused(Exception):
    """The service must refuse a document, and say so of this field."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def rounded(amount: Decimal, places: str = "0.01") -> Decimal:
    return amount.quantize(Decimal(places), ROUND_HALF_UP)


def total_of(amounts: Mapping[str, Decimal]) -> Decimal:
    return sum(amounts.values(), NOTHING)


class Part(NamedTuple):
    """A part of a line; the last part takes all that is left."""

    quantity: Decimal
    discount: Decimal
    taxable: Decimal
    tax: Decimal

    def share(self, quantity: Decimal, halves: int) -> "Part":
        """A part of what is left; each half of the tax is rounded, where it comes in halves."""
        if quantity == self.quantity:
            return self
        exact = [amount * quantity / self.quantity for amount in (self.discount, self.taxable)]
        amount = rounded(sum(exact, NOTHING))
        down = [part.quantize(Decimal("0.01"), ROUND_DOWN) for part in exact]
        # What is left over after rounding down goes to the greatest remainder, of equal ones to the discount.
        discount, taxable = down
        if amount > sum(down):
            first = exact[0] - down[0] >= exact[1] - down[1]
            discount, taxable = (
                discount + (amount - sum(down)) * first,
                taxable + (amount - sum(down)) * (not first),
            )
        tax = rounded(self.tax / halves * quantity / self.quantity) * halves
        return Part(quantity, discount, taxable, tax)


@dataclass(kw_only=True)
class Line:
    """A quantity of an item (None: no goods) at a price; prices are such that no tax is rounded.

    On a note, `original` is the line that it takes back, and `given` what it gives back of that. `back` are the parts
    that notes in force gave back of a line.
    """

    item: str | None
    quantity: Decimal
    rate: Decimal
    discount: Decimal = NOTHING
    restock: bool = False
    original: str | None = None
    given: "Part | None" = None
    back: list["Part"] = field(default_factory=list)
    id: str = ""

    @property
    def taxable(self) -> Decimal:
        return self.given.taxable if self.given else self.quantity * self.rate - self.discount

    def tax(self, percent: Decimal) -> Decimal:
        return self.given.tax if self.given else self.taxable * percent

    def left(self, tax: Decimal) -> "Part":
        """Return the part of the line that is not given back; `tax` is its rate."""
        whole = Part(self.quantity, self.discount, self.taxable, self.taxable * tax)
        return Part(*(one - sum(parts) for one, *parts in zip(whole, *self.back, strict=True)))


@dataclass(kw_only=True)
class Document:
    """A document with lines, taxed at `tax` (0.18 or 0) of what they come to."""

    id: str = ""
    party: str
    day: str
    tax: Decimal
    lines: list[Line]
    status: str = "DRAFT"

    @property
    def total(self) -> Decimal:
        return sum((line.taxable + line.tax(self.tax) for line in self.lines), NOTHING)

    def quantity_of(self, item: str | None) -> Decimal:
        return sum((line.quantity for line in self.lines if line.item == item), NOTHING)


@dataclass(kw_only=True)
class Claim(Document):
    """An invoice or a bill: what is owed until it is settled. `unsettled` is its status before anything is."""

    paid: Decimal = NOTHING
    unsettled: ClassVar[str]

    @property
    def balance(self) -> Decimal:
        return NOTHING if self.status == "VOID" else self.total - self.paid

    @property
    def is_open(self) -> bool:
        return self.status in (self.unsettled, "PARTIALLY_PAID")

    @property
    def is_in_force(self) -> bool:
        return self.status not in ("DRAFT", "VOID")

    def settle(self, amount: Decimal) -> None:
        self.paid += amount
        part = "PARTIALLY_PAID" if self.paid else self.unsettled
        self.status = "PAID" if self.paid == self.total else part


@dataclass(kw_only=True)
class Money:
    """A payment: what it brought, and what of it settles which invoice or bill."""

    id: str = ""
    party: str
    day: str
    brought: Decimal
    opening: Decimal = NOTHING
    settles: dict[str, Decimal] = field(default_factory=dict)

    @property
    def left(self) -> Decimal:
        return self.brought - self.opening - total_of(self.settles)


@dataclass(kw_only=True)
class Note(Document):
    """A credit note or a debit note, perhaps `about` one invoice or bill."""

    about: str | None = None
    # Does its tax come in halves?
    halves: bool = False
    settles: dict[str, Decimal] = field(default_factory=dict)

    @property
    def left(self) -> Decimal:
        return self.total - total_of(self.settles) if self.status == "OPEN" else NOTHING

    @property
    def shown(self) -> str:
        return "CLOSED" if self.status == "OPEN" and not self.left else self.status


def settle(giver: Money | Note, claims: Mapping[str, Claim], named: str) -> None:
    """Settle what a payment or note is allocated to; `named` is the field that names it."""
    if giver.left < 0:
        raise Refused("allocations")
    for place, (id, amount) in enumerate(giver.settles.items()):
        claim = claims[id]
        if claim.party != giver.party or not claim.is_open:
            raise Refused(f"allocations.{place}.{named}")
        if amount > claim.balance:
            raise Refused(f"allocations.{place}.amount")
    for id, amount in giver.settles.items():
        claims[id].settle(amount)


@dataclass(frozen=True)
class About:
    """The fields by which notes of a kind name a document and its line, and the field of their day."""

    document: str
    line: str
    day: str


def check_note(note: Note, claims: Mapping[str, Claim], named: About) -> None:
    """See that a note may be about what it names: a document of its party, that document's lines, in force and not of a
    later day; and no more of a line than is left of it."""
    if note.settles and note.status != "OPEN":
        raise Refused("allocations")
    if note.about is not None and not _may_be_about(note, claims[note.about]):
        raise Refused(named.document)
    lines = {line.id: (claim, line) for claim in claims.values() for line in claim.lines}
    about = [claims[note.about]] if note.about is not None else []
    for place, line in enumerate(note.lines):
        if line.original is None:
            continue
        claim, original = lines[line.original]
        same = line.item == original.item and note.about in (None, claim.id)
        if not same or not _may_be_about(note, claim):
            raise Refused(f"lines.{place}.{named.line}")
        about.append(claim)
    if any(note.day < claim.day for claim in about):
        raise Refused(named.day)
    _give_back(note, {id: line for id, (_, line) in lines.items()})


def _give_back(note: Note, lines: Mapping[str, Line]) -> None:
    originals = {line.original: lines[line.original] for line in note.lines if line.original}
    if note.status != "OPEN":
        originals = copy.deepcopy(originals)
        if note.status == "VOID":
            for original in originals.values():
                original.back.clear()
    for place, line in enumerate(note.lines):
        if line.original is None:
            continue
        original = originals[line.original]
        left = original.left(note.tax)
        if line.quantity > left.quantity:
            raise Refused(f"lines.{place}.quantity")
        line.given = left.share(line.quantity, 2 if note.halves else 1)
        original.back.append(line.given)


def _may_be_about(note: Note, claim: Claim) -> bool:
    return note.party == claim.party and (claim.is_in_force or note.status != "OPEN")
