"""Organizations that share a server, and a check that no answer shows another organization's data."""

import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

from tests.printed import pages
from tests.reliability.remote import Answer, Remote
from tests.reliability.sales import DAY, DUE
from tests.service import Client

_IDS = re.compile(rb"\b[a-z]{1,3}_[0-9A-HJKMNP-TV-Z]{26}\b")
_MARKS = re.compile(rb"mark[a-z]{4}kram")
# Not a record's: each request has one.
_UNOWNED = (b"req_",)


class Crossed(AssertionError):
    """Data of one organization was in an answer to another."""


class Border:
    """The owner of every id that was seen in an answer; safe for threads."""

    def __init__(self) -> None:
        self._owners: dict[bytes, str] = {}
        self.ids = 0

    def looked_at(self, organization_id: str, mark: str, content: bytes) -> None:
        """Every id in an answer is the organization's from now on. Raises Crossed for another's id or mark."""
        strange = set(_MARKS.findall(content)) - {mark.encode()}
        if strange:
            raise Crossed(f"{strange} in an answer to {mark}: {content[:2000]!r}")
        for id in set(_IDS.findall(content)):
            # One step of a dictionary: two threads cannot both be the first.
            owner = self._owners.setdefault(id, organization_id)
            if owner != organization_id and not id.startswith(_UNOWNED):
                raise Crossed(f"{id!r} of {owner} in an answer to {organization_id}: {content[:2000]!r}")
            self.ids += 1


@dataclass
class Tenant:
    """An organization that puts its mark into every name, and the counts and totals that its lists must show.

    Its requests come one after the other, each on whichever connection is free.
    """

    org: Client
    mark: str
    border: Border
    chance: Random
    remote: Remote
    customers: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    invoices: dict[str, Decimal] = field(default_factory=dict)
    drafts: list[str] = field(default_factory=list)
    payments: int = 0
    requests: int = 0
    papers: float = 0.002
    turn: Any = field(default_factory=threading.Lock)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        own = {"Authorization": f"Bearer {self.org.token}", "Content-Type": "application/json"}
        content = b"" if body is None else json.dumps(body).encode()
        answer = self.remote.ask(method, "/api/v1" + path, content, own | headers)
        self.requests += 1
        text = answer.body
        if answer.headers["content-type"] == "application/pdf":
            text = " ".join(pages(answer.body)).encode()
            assert self.mark.encode() in text
        self.border.looked_at(self.org.organization_id, self.mark, text)
        return answer

    def make(self, path: str, body: Any, **headers: str) -> Any:
        answer = self.ask("POST", path, body, **headers)
        assert answer.status == 201, answer
        return answer.data

    def step(self) -> None:
        """Send one request, chosen at random."""
        if not self.customers or not self.items:
            self.add_customer()
            return self.add_item()
        if self.chance.random() < self.papers and self.invoices:
            return self.print()
        writes = [self.add_customer, self.add_item, self.bill, self.bill, self.bill, self.send, self.pay]
        reads: list[Callable[[], None]] = [self.count, self.count, self.count, self.total, self.search]
        reads += [self.read_one, self.read_one, self.ledger, self.pass_by, self.pass_by]
        return self.chance.choice(writes + reads)()

    def add_customer(self) -> None:
        name = f"{self.mark} customer {len(self.customers)}"
        body = {"displayName": name, "email": f"{self.mark}@example.com", "notes": self.mark}
        self.customers.append(self.make("/customers", body)["id"])

    def add_item(self) -> None:
        body = {"name": f"{self.mark} item", "trackInventory": True, "sellingPrice": 10, "sku": self.mark}
        self.items.append(self.make("/items", body)["id"])

    def bill(self) -> None:
        """The same keys in all organizations."""
        sent = self.chance.random() < 1 / 2
        rate = self.chance.randint(1, 999)
        goods = {"itemId": self.chance.choice(self.items), "quantity": 1, "rate": rate, "taxRatePercent": 0}
        body = {
            "customerId": self.chance.choice(self.customers),
            "invoiceDate": DAY,
            "dueDate": DUE,
            "status": "SENT" if sent else "DRAFT",
            "notes": self.mark,
            "lines": [goods | {"description": self.mark}],
        }
        key = f"invoice-{len(self.invoices) + len(self.drafts)}"
        made = self.make("/invoices", body, **{"Idempotency-Key": key})
        assert Decimal(str(made["total"])) == rate
        if sent:
            self.invoices[made["id"]] = Decimal(rate)
        else:
            self.drafts.append(made["id"])

    def send(self) -> None:
        if self.drafts:
            id = self.drafts.pop()
            told = self.ask("POST", f"/invoices/{id}/send").data
            # Its own series, without gaps.
            assert told["invoiceNumber"] == f"INV-{len(self.invoices) + 1:05d}"
            self.invoices[id] = Decimal(str(self.ask("GET", f"/invoices/{id}").data["total"]))

    def pay(self) -> None:
        """Pay on account, so that open invoices stay open."""
        body = {"customerId": self.chance.choice(self.customers), "paymentDate": DAY, "amount": 1}
        more = {"notes": self.mark, "referenceNumber": self.mark}
        self.payments += 1
        self.make("/payments-received", body | more, **{"Idempotency-Key": f"payment-{self.payments}"})

    def count(self) -> None:
        known = {
            "/customers": len(self.customers),
            "/items": len(self.items),
            "/invoices": len(self.invoices) + len(self.drafts),
            "/payments-received": self.payments,
            "/customer-ledger": len(self.customers),
            "/vendors": 0,
        }
        path = self.chance.choice(list(known))
        answer = self.ask("GET", f"{path}?limit={self.chance.choice([1, 5, 20])}")
        assert (path, answer.json["meta"]["total"]) == (path, known[path])

    def total(self) -> None:
        told = self.ask("GET", "/dashboard/receivables").data
        assert Decimal(str(told["totalOutstanding"])) == sum(self.invoices.values())

    def search(self) -> None:
        path, known = self.chance.choice([("/customers", len(self.customers)), ("/items", len(self.items))])
        assert self.ask("GET", f"{path}?limit=5&q=mark").json["meta"]["total"] == known

    def read_one(self) -> None:
        if self.invoices:
            id = self.chance.choice(list(self.invoices))
            assert self.ask("GET", f"/invoices/{id}").data["notes"] == self.mark

    def ledger(self) -> None:
        told = self.ask("GET", f"/customer-ledger/{self.chance.choice(self.customers)}").data
        assert told["customer"]["displayName"].startswith(self.mark)

    def print(self) -> None:
        answer = self.ask("GET", f"/invoices/{self.chance.choice(list(self.invoices))}/pdf")
        assert answer.status == 200

    def pass_by(self) -> None:
        """Read a path that is not a record of the organization."""
        path = self.chance.choice(["/me", "/me/organization", "/me/organizations", "/inventory?limit=5"])
        assert self.ask("GET", path).status == 200

    def intrude(self, other: "Tenant") -> None:
        """Ask for another's record, by an id that is right; the answer says nothing, not even its id."""
        if other.customers:
            assert self.ask("GET", f"/customers/{other.customers[-1]}").status == 404
            body = {"displayName": self.mark}
            assert self.ask("PATCH", f"/customers/{other.customers[-1]}", body).status == 404


def mark_of(number: int) -> str:
    """`markaaaakram` and so on: letters that stand in nothing else."""
    letters = "".join(chr(ord("a") + number // 26**place % 26) for place in range(4))
    return f"mark{letters}kram"
