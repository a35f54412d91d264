"""Mixed writes of one client, who writes down all that was acknowledged to it."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

from tests.checkout import Checkout
from tests.reliability.integrator import Integrator
from tests.reliability.remote import Answer, Remote
from tests.reliability.sales import DAY, DUE

OPEN = ("SENT", "PARTIALLY_PAID")
#: How many of the looks are at a paper.
PRINTED = 0.05
#: What an import brings at once.
BILLS = 3


@dataclass
class Paper:
    """An invoice as it was acknowledged last."""

    id: str
    status: str
    total: Decimal
    notes: str
    number: str | None = None
    paid: Decimal = Decimal(0)

    @property
    def shown(self) -> tuple[Any, ...]:
        return self.status, self.total, self.paid, self.notes

    def settle(self, amount: Decimal) -> None:
        self.paid += amount
        part = "PARTIALLY_PAID" if self.paid else "SENT"
        self.status = "PAID" if self.paid == self.total else part


@dataclass(frozen=True)
class Place:
    """The slug and the item that all clients share, and the checkout for its commands."""

    checkout: Checkout
    slug: str
    item: str


@dataclass
class Writer(Integrator):
    """A client with a customer and a vendor of its own; all share the goods and the numbers."""

    remote: Remote
    token: str
    chance: Random
    place: Place
    name: str
    customer: str
    vendor: str
    imports: float = 0.0
    papers: dict[str, Paper] = field(default_factory=dict)
    payments: dict[str, dict[str, Decimal]] = field(default_factory=dict)
    bills: set[str] = field(default_factory=set)
    marks: int = 0
    notes: str | None = None

    def __post_init__(self) -> None:
        Integrator.__init__(self, self.remote, self.token, self.chance)

    def step(self) -> None:
        """One write, now and then an earlier one again, or a read."""
        if self.chance.random() < self.imports:
            return self.bring()
        writes: list[Callable[[], None]] = [self.issue, self.issue, self.draft, self.draft]
        writes += [self.send, self.send, self.pay, self.pay, self.void, self.delete]
        writes += [self.take_back, self.edit, self.edit, self.rename, self.again, self.look]
        return self.chance.choice(writes)()

    def mark(self) -> str:
        self.marks += 1
        return f"{self.name}-{self.marks:05d}"

    def some(self, *statuses: str) -> Paper | None:
        """One of the younger papers in one of the states, not yet settled in full."""
        found = [paper for paper in self.papers.values() if paper.status in statuses]
        return self.chance.choice(found[-8:]) if found else None

    def body(self, status: str, notes: str) -> dict[str, Any]:
        goods = {
            "itemId": self.place.item,
            "quantity": self.chance.randint(1, 9),
            "rate": self.chance.randint(1, 99),
        }
        work = {"description": "Work", "quantity": 1, "rate": self.chance.randint(1, 999) / 4}
        return {
            "customerId": self.customer,
            "invoiceDate": DAY,
            "dueDate": DUE,
            "status": status,
            "notes": notes,
            "lines": [goods, work][: self.chance.randint(1, 2)],
        }

    def make(self, status: str) -> None:
        notes = self.mark()
        made = self.create("/invoices", self.body(status, notes))
        paper = Paper(made["id"], made["status"], amount(made["total"]), notes)
        assert paper.status == status
        self.papers[paper.id] = paper

    def issue(self) -> None:
        self.make("SENT")

    def draft(self) -> None:
        self.make("DRAFT")

    def move(
        self, paper: Paper, method: str, verb: str, done: Callable[[Answer], bool], body: Any = None
    ) -> Any:
        return self.change(method, f"/invoices/{paper.id}{verb}", body, f"/invoices/{paper.id}", done)

    def send(self) -> None:
        paper = self.some("DRAFT")
        if paper:
            told = self.move(paper, "POST", "/send", lambda found: found.data["status"] == "SENT")
            paper.status, paper.number = told["status"], told["invoiceNumber"]
            assert paper.status == "SENT"

    def void(self) -> None:
        paper = self.some("SENT")
        if paper:
            told = self.move(paper, "POST", "/void", lambda found: found.data["status"] == "VOID")
            assert told["status"] == "VOID"
            paper.status = "VOID"

    def delete(self) -> None:
        paper = self.some("DRAFT")
        if paper:
            self.move(paper, "DELETE", "", lambda found: found.status == 404)
            del self.papers[paper.id]

    def edit(self) -> None:
        paper, notes = self.some("DRAFT", "SENT"), self.mark()
        if paper:
            body = self.body(paper.status, notes)
            told = self.move(paper, "PATCH", "", lambda found: found.data["notes"] == notes, body)
            assert told["status"] == paper.status
            paper.notes, paper.total = notes, amount(told["total"])

    def rename(self) -> None:
        path, notes = f"/customers/{self.customer}", self.mark()
        body = {"displayName": self.name, "notes": notes}
        self.change("PATCH", path, body, path, lambda found: found.data["notes"] == notes)
        self.notes = notes

    def pay(self) -> None:
        settles: dict[str, Decimal] = {}
        for _ in range(self.chance.randint(1, 3)):
            paper = self.some(*OPEN)
            if paper:
                share = self.chance.choice([1, 1, 2])
                settles[paper.id] = max(round((paper.total - paper.paid) / share, 2), Decimal("0.01"))
        spare = self.chance.randint(1, 50)
        body = {
            "customerId": self.customer,
            "paymentDate": DAY,
            "amount": float(sum(settles.values()) + spare),
            "allocations": [{"invoiceId": id, "amount": float(part)} for id, part in settles.items()],
        }
        self.payments[self.create("/payments-received", body)["id"]] = settles
        for id, part in settles.items():
            self.papers[id].settle(part)

    def take_back(self) -> None:
        if self.payments:
            id = self.chance.choice(list(self.payments)[-8:])
            path = f"/payments-received/{id}"
            self.change("DELETE", path, None, path, lambda found: found.status == 404)
            for invoice, part in self.payments.pop(id).items():
                self.papers[invoice].settle(-part)

    def again(self) -> None:
        if self.keyed:
            self.ask_again(self.chance.choice(self.keyed))

    def look(self) -> None:
        self.read(f"/invoices?customerId={self.customer}&limit=50")
        if self.chance.random() < PRINTED:
            paper = self.insist("GET", f"/customers/{self.customer}/ledger-pdf")
            assert paper.body.startswith(b"%PDF"), paper

    def bring(self) -> None:
        """Import some bills at once. They are all there, or none is and the command is given again."""
        mark = self.mark()
        marks = {f"{mark}-{place}" for place in range(BILLS)}
        line = {"itemId": self.place.item, "quantity": 5, "rate": self.chance.randint(1, 50)}
        bill = {"vendorId": self.vendor, "billDate": DAY, "status": "OPEN", "lines": [line]}
        file = "\n".join(json.dumps(bill | {"vendorBillNumber": own}) for own in sorted(marks))
        while not self._imported(file):
            found = {row["vendorBillNumber"] for row in self.read(f"/bills?q={mark}-")}
            assert found in (set(), marks), f"half a file: {found}"
            if found:
                self.told.found_done += 1
                break
            self.told.found_undone += 1
        self.bills |= marks

    def _imported(self, file: str) -> bool:
        words = ("import", "bills", "-", "--org", self.place.slug)
        command = [sys.executable, "-m", "app", *words]
        checkout = self.place.checkout
        ended = subprocess.run(
            command,
            cwd=checkout.root,
            env=checkout.environment(),
            input=file,
            capture_output=True,
            text=True,
            check=False,
            timeout=180,
        )
        # 1: the database could not be used. Anything else that is not 0 would be a fault.
        assert ended.returncode in (0, 1), ended.stderr
        assert "Traceback" not in ended.stderr, ended.stderr
        return ended.returncode == 0


def amount(number: float) -> Decimal:
    return Decimal(str(number))
