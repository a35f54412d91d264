"""The books as plain figures: what invoices, payments and stock must come to, worked out without the service."""

from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

NOTHING = Decimal(0)


def rounded(amount: Decimal, places: str = "0.01") -> Decimal:
    return amount.quantize(Decimal(places), ROUND_HALF_UP)


@dataclass
class Pile:
    """The goods of one item: quantity, value and average cost."""

    quantity: Decimal = NOTHING
    value: Decimal = NOTHING
    average: Decimal = NOTHING

    def put(self, quantity: Decimal, unit_cost: Decimal, cost: Decimal) -> None:
        """Goods that come at a cost; they first cover what was missing."""
        before, self.quantity = self.quantity, self.quantity + quantity
        if before > 0:
            self.value += cost
            self.average = rounded(self.value / self.quantity, "0.000001")
            return
        self.average = unit_cost
        self.value = cost if before == 0 else rounded(self.quantity * unit_cost)

    def take(self, quantity: Decimal) -> tuple[Decimal, Decimal]:
        """Goods that leave at the average: unit cost and cost."""
        self.quantity -= quantity
        cost = rounded(quantity * self.average)
        if self.quantity == 0:
            cost, self.value = self.value, NOTHING
        elif self.quantity > 0:
            self.value = max(self.value - cost, NOTHING)
        else:
            self.value = rounded(self.quantity * self.average)
        return self.average, cost


@dataclass
class Line:
    """So much of an item (None: no goods) at a price, taxed at 18 %; prices are such that nothing is rounded."""

    item: str | None
    quantity: Decimal
    rate: Decimal

    @property
    def total(self) -> Decimal:
        return self.quantity * self.rate * Decimal("1.18")


@dataclass
class Sale:
    """An invoice. `gone` is what it took out of stock, line by line: item, quantity, unit cost, cost."""

    id: str
    customer: str
    lines: list[Line]
    takes_credit: bool
    status: str = "DRAFT"
    number: int | None = None
    paid: Decimal = NOTHING
    gone: list[tuple[str, Decimal, Decimal, Decimal]] = field(default_factory=list)

    @property
    def total(self) -> Decimal:
        return sum((line.total for line in self.lines), NOTHING)

    @property
    def balance(self) -> Decimal:
        return NOTHING if self.status == "VOID" else self.total - self.paid

    @property
    def is_open(self) -> bool:
        return self.status in ("SENT", "PARTIALLY_PAID")

    def settle(self, amount: Decimal) -> None:
        self.paid += amount
        self.status = "PAID" if self.paid == self.total else "PARTIALLY_PAID" if self.paid else "SENT"


@dataclass
class Receipt:
    """A payment, with what of it settles which invoice."""

    id: str
    customer: str
    day: str
    brought: Decimal
    opening: Decimal
    settles: dict[str, Decimal]

    @property
    def credit(self) -> Decimal:
        return self.brought - self.opening - sum(self.settles.values(), NOTHING)


@dataclass
class Ledger:
    """All of it. `opening` is what is left of the customers' opening balances."""

    opening: dict[str, Decimal]
    piles: dict[str, Pile]
    sales: dict[str, Sale] = field(default_factory=dict)
    receipts: dict[str, Receipt] = field(default_factory=dict)
    last_number: int = 0

    def issue(self, sale: Sale) -> None:
        """Send a draft: a number, unless it has one, goods, credit."""
        if sale.number is None:
            self.last_number += 1
            sale.number = self.last_number
        self._move(sale, sale.lines)
        self._settle_new(sale)

    def edit(self, sale: Sale, lines: list[Line], status: str) -> None:
        """Replace the lines; goods come back and leave again where their quantity changes."""
        sale.lines = lines
        if status == "DRAFT":
            self._move(sale, [])
            sale.status = "DRAFT"
        elif sale.status == "DRAFT":
            self.issue(sale)
        else:
            self._move(sale, lines)
            self._settle_new(sale)

    def void(self, sale: Sale) -> None:
        self._move(sale, [])
        sale.status = "VOID"

    def pay(self, receipt: Receipt) -> None:
        self.receipts[receipt.id] = receipt
        self.opening[receipt.customer] -= receipt.opening
        for invoice_id, amount in receipt.settles.items():
            self.sales[invoice_id].settle(amount)

    def take_back(self, receipt: Receipt) -> None:
        del self.receipts[receipt.id]
        self.opening[receipt.customer] += receipt.opening
        for invoice_id, amount in receipt.settles.items():
            self.sales[invoice_id].settle(-amount)

    def credit_of(self, customer: str) -> Decimal:
        return sum((r.credit for r in self.receipts.values() if r.customer == customer), NOTHING)

    def _move(self, sale: Sale, lines: list[Line]) -> None:
        wanted = [(line.item, line.quantity) for line in lines if line.item]
        for item, pile in self.piles.items():
            before = [gone for gone in sale.gone if gone[0] == item]
            after = [quantity for named, quantity in wanted if named == item]
            if sum(gone[1] for gone in before) == sum(after):
                continue
            for _, quantity, unit_cost, cost in before:
                pile.put(quantity, unit_cost, cost)
            sale.gone = [gone for gone in sale.gone if gone[0] != item]
            sale.gone += [(item, quantity, *pile.take(quantity)) for quantity in after]

    def _settle_new(self, sale: Sale) -> None:
        sale.settle(NOTHING)
        if not sale.takes_credit:
            return
        # Oldest first: a dict keeps the order in which payments were recorded, and sorting keeps it within a day.
        for receipt in sorted(self.receipts.values(), key=lambda r: r.day):
            portion = min(receipt.credit, sale.balance)
            if receipt.customer == sale.customer and portion > 0:
                receipt.settles[sale.id] = receipt.settles.get(sale.id, NOTHING) + portion
                sale.settle(portion)
