"""Rules of the state machine that sell: invoices and payments received, by the API and by import."""

from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.refusals import refused
from tests.reliability.books_core import (
    DAYS,
    GST,
    MANY,
    SHARES,
    Core,
    Settling,
    Sold,
    allocations_body,
    by_chance,
    document_body,
    some_settling,
    some_sold,
)
from tests.reliability.model import Ledger
from tests.reliability.model_documents import NOTHING, Line, Money, total_of
from tests.reliability.model_returns import Sale
from tests.reliability.sales import DUE


class DrawnSale(NamedTuple):
    """An invoice to one of the customers; `bulk` is by import."""

    who: int
    lines: list[Sold]
    sent: bool
    credit: bool
    bulk: bool


class DrawnEdit(NamedTuple):
    """Another customer, other lines and another status for an invoice; None leaves what it has."""

    place: int
    who: int
    lines: list[Sold] | None
    status: str | None


class DrawnReceipt(NamedTuple):
    """A payment of one of the customers; `opening` is the share of the opening balance that it settles."""

    who: int
    day: str
    spare: Decimal
    tds: Decimal
    opening: Decimal
    settled: Settling
    bulk: bool


def some_invoice(chance: Random) -> DrawnSale:
    return DrawnSale(
        who=chance.randrange(2),
        lines=some_sold(chance),
        sent=chance.choice([True, True, False]),
        credit=chance.choice([True, False]),
        bulk=chance.choice([True, False]),
    )


def some_edit(chance: Random) -> DrawnEdit:
    return DrawnEdit(
        place=chance.randrange(MANY),
        who=chance.randrange(2),
        lines=chance.choice([None, some_sold(chance), some_sold(chance)]),
        status=chance.choice(["DRAFT", "SENT", None]),
    )


def some_receipt(chance: Random) -> DrawnReceipt:
    # Sometimes more than an invoice comes to, so that credit is left over after it was applied.
    spare = chance.choice([chance.randint(-50_000, 300_000), chance.randint(0, 6_000_000)])
    return DrawnReceipt(
        who=chance.randrange(2),
        day=chance.choice(DAYS),
        spare=Decimal(spare) / 100,
        tds=chance.choice([NOTHING, Decimal("10.01"), Decimal(1000)]),
        opening=chance.choice(SHARES),
        settled=some_settling(chance),
        bulk=chance.choice([True, False]),
    )


def some_sales(machine: Core) -> bool:
    return bool(machine.ledger.sales.sales)


class Selling(Core):
    """Invoices and payments received."""

    @rule(drawn=by_chance(some_invoice))
    def create(self, drawn: DrawnSale) -> None:
        customer, status = self.customers[drawn.who], "SENT" if drawn.sent else "DRAFT"
        new = self.lines_of(drawn.lines)
        sale = Sale(party=customer, day=DAYS[0], tax=GST, lines=new, takes_credit=drawn.credit)
        body = document_body(sale, "customerId", "invoiceDate") | {"dueDate": DUE}
        body |= {"status": status, "applyCustomerCredit": drawn.credit}
        (made,) = self.shop.bring("invoices", body) if drawn.bulk else [self.org.make("/invoices", body)]
        sale.id = made["id"]
        self.name_lines(sale.lines, self.org.read(f"/invoices/{sale.id}")["lines"])
        self.ledger.sales.add(sale, status)
        if not drawn.bulk:
            assert (made["status"], Decimal(str(made["total"]))) == (sale.status, sale.total)

    @precondition(some_sales)
    @rule(drawn=by_chance(some_edit))
    def edit(self, drawn: DrawnEdit) -> None:
        sale, customer = self.some_sale(drawn.place), self.customers[drawn.who]
        editable = self.ledger.sales.is_editable(sale)
        new = self.lines_of(drawn.lines) if drawn.lines else [_copy_of(line) for line in sale.lines]
        edited = Sale(party=customer, day=sale.day, tax=GST, lines=new, takes_credit=sale.takes_credit)
        body = (
            document_body(edited, "customerId", "invoiceDate") | {"dueDate": DUE} | {"status": drawn.status}
        )
        if drawn.status is None:
            del body["status"]
        answer = self.org.patch(f"/invoices/{sale.id}", body)
        assert answer.status_int == (200 if editable else 409), answer.text
        if editable:
            sale.party = customer
            self.name_lines(new, self.org.read(f"/invoices/{sale.id}")["lines"])
            self.ledger.sales.edit(sale, new, drawn.status or sale.status)
            assert answer.json["data"]["status"] == sale.status

    @precondition(some_sales)
    @rule(place=st.integers(0, MANY), verb=st.sampled_from(["send", "send", "void", "delete"]))
    def move(self, place: int, verb: str) -> None:
        {"send": self.send, "void": self.void, "delete": self.delete}[verb](self.some_sale(place))

    def send(self, sale: Sale) -> None:
        sendable = sale.status == "DRAFT"
        answer = self.org.post(f"/invoices/{sale.id}/send")
        assert answer.status_int == (200 if sendable else 409), answer.text
        if sendable:
            self.ledger.sales.issue(sale)
            assert answer.json["data"]["status"] == sale.status
            assert answer.json["data"]["invoiceNumber"] == f"INV-{sale.number:05d}"

    def void(self, sale: Sale) -> None:
        voidable = self.ledger.sales.is_voidable(sale)
        answer = self.org.post(f"/invoices/{sale.id}/void")
        assert answer.status_int == (200 if voidable else 409), answer.text
        if voidable:
            self.ledger.sales.void(sale)

    def delete(self, sale: Sale) -> None:
        deletable = self.ledger.sales.is_deletable(sale)
        answer = self.org.delete(f"/invoices/{sale.id}")
        assert answer.status_int == (200 if deletable else 409), answer.text
        if deletable:
            del self.ledger.sales.sales[sale.id]
            assert self.org.get(f"/invoices/{sale.id}").status_int == 404

    @rule(drawn=by_chance(some_receipt))
    def pay(self, drawn: DrawnReceipt) -> None:
        receipt = Money(party=self.customers[drawn.who], day=drawn.day, brought=NOTHING)
        sales = list(self.ledger.sales.sales.values())
        receipt.settles = self.settled_by(receipt, drawn.settled, sales)
        left = self.ledger.sales.opening[receipt.party]
        receipt.opening = (left * drawn.opening).quantize(Decimal("0.01"))
        receipt.brought = max(drawn.spare + total_of(receipt.settles), NOTHING) + drawn.tds
        body = _receipt_body(receipt, drawn.tds)
        if drawn.bulk:
            self.bring("payments-received", [receipt], [body], _received)
        else:
            self.post_payment(receipt, body)

    def post_payment(self, receipt: Money, body: dict[str, Any]) -> None:
        fault = self.ledger.refusal([receipt], _received)
        answer = self.org.post("/payments-received", body)
        if fault:
            assert fault[1] in refused(answer)
            return
        assert answer.status_int == 201, answer.text
        receipt.id = answer.json["data"]["id"]
        self.ledger.sales.pay(receipt)

    @precondition(lambda self: self.ledger.sales.receipts)
    @rule(place=st.integers(0, MANY))
    def take_back(self, place: int) -> None:
        receipts = list(self.ledger.sales.receipts.values())
        receipt = receipts[place % len(receipts)]
        assert self.org.delete(f"/payments-received/{receipt.id}").status_int == 200
        assert self.org.delete(f"/payments-received/{receipt.id}").status_int == 404
        self.ledger.sales.take_back(receipt)


def _copy_of(line: Line) -> Line:
    return Line(item=line.item, quantity=line.quantity, rate=line.rate)


def _received(ledger: Ledger, receipt: Money) -> None:
    ledger.sales.pay(receipt)


def _receipt_body(receipt: Money, tds: Decimal) -> dict[str, Any]:
    return {
        "customerId": receipt.party,
        "paymentDate": receipt.day,
        "amount": float(receipt.brought - tds),
        "tdsAmount": float(tds),
        "openingBalanceApplied": float(receipt.opening),
        "allocations": allocations_body(receipt, "invoiceId"),
    }
