"""The organization that the state machine drives, its model beside it, and what every rule draws from."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine
from hypothesis.strategies import SearchStrategy

from tests.reliability.model import Identified, Ledger, ledger_of
from tests.reliability.model_documents import NOTHING, Claim, Document, Line, Money, Note, total_of
from tests.reliability.model_returns import Sale
from tests.reliability.sales import NotImported, shop_of
from tests.service import Service

D = TypeVar("D", bound=Identified)
T = TypeVar("T")

DAYS = ("2026-05-01", "2026-05-02", "2027-05-01")
GST = Decimal("0.18")
SHARES = [Decimal(share) for share in ("0", "0.01", "0.4", "0.4", "1", "1", "1.1")]
MANY = 10_000
# What a payment or a note is to settle: (which invoice or bill, how much of what it could).
Settling = list[tuple[int, Decimal]]
# (Which item, or none; how much; the price). No quantity is all that there is of the item: averages, and what they
# round away, are told apart where nothing is left.
Sold = tuple[int | None, Decimal | None, Decimal]

PREFIX = {"bills": "BILL-", "payments-made": "VPMT-", "credit-notes": "CN-", "debit-notes": "DN-"}
# Of so many documents, the youngest, one is chosen: those are the ones that can still move.
YOUNG = 6


def by_chance(make: Callable[[Random], T]) -> SearchStrategy[T]:
    """Return a strategy that draws one seed: hypothesis ends a run early that draws much in each step."""
    return st.integers(0, 2**64 - 1).map(lambda seed: make(Random(seed)))  # noqa: S311 - not for secrets


def some_quantity(chance: Random) -> Decimal:
    return Decimal(chance.randint(1, 60)) / 4


def some_rate(chance: Random) -> Decimal:
    return Decimal(chance.randint(0, 100)) * 4


def some_item(chance: Random) -> int | None:
    return chance.choice([0, 0, 1, 1, None])


def some_sold(chance: Random) -> list[Sold]:
    quantity = None if chance.random() < 1 / 3 else some_quantity(chance)
    lines: list[Sold] = [(some_item(chance), quantity, some_rate(chance))]
    lines += [
        (some_item(chance), some_quantity(chance), some_rate(chance)) for _ in range(chance.randint(0, 3))
    ]
    return lines


def some_settling(chance: Random) -> Settling:
    return [(chance.randrange(MANY), chance.choice(SHARES)) for _ in range(chance.randint(0, 3))]


class Core(RuleBasedStateMachine):
    """Two customers and two vendors, of whom one each came with a debt, and two items in stock."""

    def __init__(self, service: Service) -> None:
        super().__init__()
        self.shop = shop_of(service, openingBalance=500)
        self.org = self.shop.org
        self.customers = [self.shop.customer_id, self.shop.customer(placeOfSupplyStateCode="29")]
        self.vendors = [self.shop.vendor(gstin="29AAPFU0939F1ZR", openingBalance=70), self.shop.vendor()]
        # A vendor without a GSTIN charges no tax.
        self.tax = dict(zip(self.vendors, (GST, NOTHING), strict=True)) | dict.fromkeys(self.customers, GST)
        self.items = [self.shop.item(), self.shop.item()]
        opening = dict(zip(self.customers, (Decimal(500), NOTHING), strict=True))
        owed = dict(zip(self.vendors, (Decimal(70), NOTHING), strict=True))
        self.ledger: Ledger = ledger_of(opening, owed, self.items)
        self.taken: dict[tuple[str, str], int] = {}

    def lines_of(self, drawn: Sequence[Sold]) -> list[Line]:
        items = [None if n is None else self.items[n] for n, _, _ in drawn]
        return [
            Line(item=item, quantity=self.on_hand(item) if quantity is None else quantity, rate=rate)
            for item, (_, quantity, rate) in zip(items, drawn, strict=True)
        ]

    def on_hand(self, item: str | None) -> Decimal:
        """Return the quantity of an item, at least the smallest that can be sold."""
        return max(self.ledger.piles[item].quantity if item else NOTHING, Decimal("0.25"))

    def name_lines(self, lines: Sequence[Line], stored: Sequence[dict[str, Any]]) -> None:
        """Give the lines the ids that they got."""
        for line, row in zip(lines, stored, strict=True):
            line.id = row["id"]

    def one_of(self, place: int, claims: Sequence[D]) -> D:
        """One of the younger documents."""
        return claims[-1 - place % min(len(claims), YOUNG)]

    def some_sale(self, place: int) -> Sale:
        return self.one_of(place, list(self.ledger.sales.sales.values()))

    def settled_by(self, giver: Money | Note, drawn: Settling, claims: Sequence[Claim]) -> dict[str, Decimal]:
        """Return the amounts that a giver settles: mostly of its own party's open documents, sometimes too much."""
        own = [claim for claim in claims if claim.party == giver.party and claim.is_open]
        settles: dict[str, Decimal] = {}
        for place, share in drawn if claims else []:
            claim = self.one_of(place, own if own and place % 8 else claims)
            spare = giver.left - total_of(settles) if isinstance(giver, Note) else claim.balance
            most = max(min(claim.balance, spare), NOTHING)
            settles[claim.id] = max((most * share).quantize(Decimal("0.01")), Decimal("0.01"))
        return settles

    def bring(
        self,
        kind: str,
        documents: Sequence[D],
        bodies: Sequence[dict[str, Any]],
        enter: Callable[[Ledger, D], None],
    ) -> None:
        """Import a file; it is loaded, or refused and nothing changed, as the model says."""
        refused = self.ledger.refusal(documents, enter)
        try:
            told = self.shop.bring(kind, *bodies)
        except NotImported as answer:
            assert refused in answer.faults, (refused, answer.faults)
            return
        assert refused is None, refused
        for document, row in zip(documents, told, strict=True):
            document.id = row["id"]
            if isinstance(document, Note) and document.status == "DRAFT":
                assert row["number"] == f"DRAFT-{row['id'][-8:]}"
            elif kind in PREFIX:
                assert row["number"] == self.next_number(kind, document.day)
            enter(self.ledger, document)

    def next_number(self, kind: str, day: str) -> str:
        """Numbers run on without gaps within a year; the days of these tests are after its first of April."""
        year = kind, day[:4]
        self.taken[year] = self.taken.get(year, 0) + 1
        return f"{PREFIX[kind]}{self.taken[year]:05d}"


def document_body(document: Document, party: str, day: str) -> dict[str, Any]:
    """The body of a document with lines; `party` and `day` name those two fields."""
    return {
        party: document.party,
        day: document.day,
        "status": document.status,
        "lines": [line_body(line) for line in document.lines],
    }


def line_body(line: Line) -> dict[str, Any]:
    return {
        "itemId": line.item,
        "description": "Work",
        "quantity": float(line.quantity),
        "rate": float(line.rate),
        "discount": float(line.discount),
        "taxRatePercent": 18,
    }


def allocations_body(giver: Money | Note, named: str) -> list[dict[str, Any]]:
    return [{named: id, "amount": float(amount)} for id, amount in giver.settles.items()]
