"""Comparisons of what the service shows and stores with the model."""

import itertools
from decimal import Decimal
from typing import Any

from hypothesis.stateful import invariant

from tests.reliability.books_core import Core
from tests.reliability.model_documents import Claim, Note, total_of
from tests.reliability.model_stock import Pile

# History is added up, and all that can be read held against the model, every so many steps and at the end:
# it takes longer than a step.
EVERY = 4


def exact(row: dict[str, Any], *names: str) -> tuple[Decimal, ...]:
    return tuple(Decimal(str(row[name])) for name in names)


def agree(shown: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare two tables by id; the message names only the rows that differ."""
    both = shown.keys() | expected.keys()
    differing = {id: (shown.get(id), expected.get(id)) for id in both if shown.get(id) != expected.get(id)}
    assert not differing, differing


class Checking(Core):
    """The model's say on everything."""

    steps = 0

    @invariant()
    def all_agrees_every_few_steps(self) -> None:
        self.steps += 1
        if self.steps % EVERY == 0:
            self.all_agrees()

    def teardown(self) -> None:
        self.all_agrees()

    def all_agrees(self) -> None:
        self.shop.assert_books_agree()
        self.invoices_agree()
        self.payments_agree()
        self.bills_agree()
        self.notes_agree("credit-notes", self.ledger.sales.notes)
        self.notes_agree("debit-notes", self.ledger.purchases.notes)
        self.stock_agrees()
        self.receivables_agree()
        self.payables_agree()

    def shown(self, path: str) -> dict[str, dict[str, Any]]:
        """All records of a list, by id."""
        rows: dict[str, dict[str, Any]] = {}
        for page in itertools.count(1):
            answer = self.org.get(f"{path}?limit=200&page={page}").json
            rows |= {row["id"]: row for row in answer["data"]}
            if not answer["meta"]["hasMore"]:
                break
        return rows

    def invoices_agree(self) -> None:
        shown, sales = self.shown("/invoices"), self.ledger.sales.sales
        agree(
            {id: (*owed(row), _number(row)) for id, row in shown.items()},
            {id: (*expected(sale), sale.number) for id, sale in sales.items()},
        )

    def bills_agree(self) -> None:
        shown, bills = self.shown("/bills"), self.ledger.purchases.bills
        agree(
            {id: owed(row) for id, row in shown.items()}, {id: expected(bill) for id, bill in bills.items()}
        )

    def payments_agree(self) -> None:
        shown = {id: exact(row, "allocated") for id, row in self.shown("/payments-received").items()}
        receipts = self.ledger.sales.receipts
        agree(shown, {id: (total_of(receipt.settles),) for id, receipt in receipts.items()})

    def notes_agree(self, kind: str, notes: dict[str, Note]) -> None:
        names = ("total", "allocatedAmount", "balanceUnallocated")
        shown = {id: (row["status"], *exact(row, *names)) for id, row in self.shown(f"/{kind}").items()}
        agree(
            shown,
            {id: (note.shown, note.total, total_of(note.settles), note.left) for id, note in notes.items()},
        )

    def stock_agrees(self) -> None:
        item_of = {row["id"]: row["item_id"] for row in self.shop.rows("variants")}
        folded = {item: Pile() for item in self.items}
        for row in self.shop.rows("movements"):
            pile = folded[item_of[row["item_variant_id"]]]
            if row["movement_type"].endswith("_IN"):
                pile.put(row["quantity"], row["unit_cost"], row["total_cost"])
            else:
                assert pile.take(row["quantity"]) == (row["unit_cost"], row["total_cost"]), row
        stored = {item: Pile() for item in self.items} | {
            row["item_id"]: Pile(row["quantity_on_hand"], row["value"], row["average_cost"])
            for row in self.shop.rows("positions")
        }
        agree(stored, self.ledger.piles)
        agree(folded, stored)

    def receivables_agree(self) -> None:
        """Ledgers, dashboard and credit, each as the model has it, and the formula of docs/ledgers.md among them."""
        sales = self.ledger.sales
        outstanding = {id: self.outstanding(f"/customer-ledger/{id}") for id in self.customers}
        agree(outstanding, {id: sales.outstanding_of(id) for id in self.customers})
        (open_total,) = exact(self.org.read("/dashboard/receivables"), "totalOutstanding")
        assert open_total == sales.open_total(), (open_total, sales.open_total())
        credit = {id: self.credit_left(id) for id in self.customers}
        agree(credit, {id: sales.credit_of(id) for id in self.customers})
        opening = sum(sales.opening.values())
        assert sum(outstanding.values()) == open_total - sum(credit.values()) + opening

    def payables_agree(self) -> None:
        outstanding = {id: self.outstanding(f"/vendor-ledger/{id}") for id in self.vendors}
        agree(outstanding, {id: self.ledger.purchases.outstanding_of(id) for id in self.vendors})

    def outstanding(self, path: str) -> Decimal:
        """Return the outstanding amount of a ledger, which its last balance must equal."""
        ledger = self.org.read(path)
        ends = ledger["entries"][-1]["balance"] if ledger["entries"] else ledger["openingBalance"]
        assert ends == ledger["outstanding"]
        return exact(ledger, "outstanding")[0]

    def credit_left(self, customer: str) -> Decimal:
        """Return what the customer's payments and credit notes have left over, as the service shows them."""
        names = ("amount", "tdsAmount", "allocated", "openingBalanceApplied")
        paid = [exact(row, *names) for row in self.shown("/payments-received").values() if _of(row, customer)]
        notes = [row for row in self.shown("/credit-notes").values() if _of(row, customer)]
        left = [amount + tds - allocated - opening for amount, tds, allocated, opening in paid]
        return sum(left + [exact(note, "balanceUnallocated")[0] for note in notes], Decimal(0))


def _of(row: dict[str, Any], customer: str) -> bool:
    return bool(row["customerId"] == customer)


def _number(row: dict[str, Any]) -> int | None:
    """Return an invoice's number in the series; None for the number that a draft was given."""
    prefix, number = row["invoiceNumber"].split("-")
    return int(number) if prefix == "INV" else None


def owed(row: dict[str, Any]) -> tuple[Any, ...]:
    """Status, total, what is paid and what is open of an invoice or a bill."""
    return (row["status"], *exact(row, "total", "amountPaid", "balanceDue"))


def expected(claim: Claim) -> tuple[Any, ...]:
    """The same by the model."""
    return claim.status, claim.total, claim.paid, claim.balance
