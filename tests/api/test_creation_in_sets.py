"""Documents that are created in one set: what is right is stored, what is wrong with one is told of that one alone."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pytest

from app.documents.creation import NewDocument
from app.ledgers.reconciliation import differences
from app.postgres.database import Row, Transaction
from app.purchases import bills, debit_notes, payments_made, purchase_orders
from app.sales import credit_notes, invoices, payments_received, quotes, sales_orders
from app.schemas.bills import BillBody
from app.schemas.body import BodySchema
from app.schemas.credit_notes import CreditNoteBody
from app.schemas.debit_notes import DebitNoteBody
from app.schemas.invoices import InvoiceBody
from app.schemas.payments_made import PaymentMadeBody
from app.schemas.payments_received import PaymentReceivedBody
from app.schemas.purchase_orders import PurchaseOrderBody
from app.schemas.quotes import QuoteBody
from app.schemas.sales_orders import SalesOrderBody
from tests.reliability.sales import DAY, Shop

Create = Callable[[Transaction, Sequence[Row]], list[NewDocument]]
Kind = tuple[BodySchema, Create, str, dict[str, Any]]

# Body, creation, the column of the number, and the body of a document without party and lines.
SALES: dict[str, Kind] = {
    "quotes": (QuoteBody(), quotes.WRITES.create, "quote_number", {"quoteDate": DAY}),
    "sales orders": (SalesOrderBody(), sales_orders.WRITES.create, "sales_order_number", {"orderDate": DAY}),
    "invoices": (
        InvoiceBody(),
        invoices.WRITES.create,
        "invoice_number",
        {"invoiceDate": DAY, "status": "SENT"},
    ),
    "credit notes": (
        CreditNoteBody(),
        credit_notes.WRITES.create,
        "credit_note_number",
        {"creditNoteDate": DAY, "status": "OPEN"},
    ),
    "payments received": (
        PaymentReceivedBody(),
        payments_received.WRITES.create,
        "payment_number",
        {"paymentDate": DAY, "amount": 1},
    ),
}
PURCHASES: dict[str, Kind] = {
    "purchase orders": (
        PurchaseOrderBody(),
        purchase_orders.WRITES.create,
        "purchase_order_number",
        {"orderDate": DAY},
    ),
    "bills": (BillBody(), bills.WRITES.create, "bill_number", {"billDate": DAY, "status": "OPEN"}),
    "debit notes": (
        DebitNoteBody(),
        debit_notes.WRITES.create,
        "debit_note_number",
        {"debitNoteDate": DAY, "status": "OPEN"},
    ),
    "payments made": (
        PaymentMadeBody(),
        payments_made.WRITES.create,
        "payment_number",
        {"paymentDate": DAY, "amount": 1},
    ),
}


class Set:
    """Documents of one kind to be created in a shop."""

    def __init__(self, shop: Shop, name: str) -> None:
        self.shop = shop
        self.schema, self.create, self.number, self.fields = (SALES | PURCHASES)[name]
        party = {"customerId": shop.customer_id} if name in SALES else {"vendorId": shop.vendor()}
        self.party, self.lines = party, [{"itemId": shop.item(), "quantity": 2, "rate": 50}]

    def body(self, **more: Any) -> Row:
        lines = {"lines": self.lines} if "lines" in self.schema.fields else {}
        return self.schema.create(self.fields | self.party | lines | more)

    def made(self, *bodies: Row) -> list[NewDocument]:
        """The documents once they are committed; the books tie then."""

        def work(tx: Transaction) -> list[NewDocument]:
            tx.enter(self.shop.org.organization_id, user_id=self.shop.org.user_id)
            return self.create(tx, bodies)

        made = self.shop.service.owner.run_as_owner(work)
        assert self.differences() == []
        return made

    def differences(self) -> list[Row]:
        return self.shop.service.as_owner(self.shop.org, lambda tx: list(differences(tx)))


def counters(documents: Sequence[NewDocument], column: str) -> list[int]:
    return [int(document.row[column].rpartition("-")[2]) for document in documents]


@pytest.mark.parametrize("name", SALES | PURCHASES)
def test_one_at_fault_is_told_so_and_the_others_are_stored_without_a_gap(shop: Shop, name: str) -> None:
    several = Set(shop, name)
    wrong = several.body(**dict.fromkeys(several.party, "nobody"))
    first, bad, last = several.made(several.body(), wrong, several.body())
    assert [field for field, _ in bad.faults] == list(several.party)
    assert (first.faults, last.faults) == ([], [])
    assert counters([first, last], several.number) == [1, 2]
    (third,) = several.made(several.body())
    assert counters([third], several.number) == [3]


def statements(several: Set, count: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    run, names = Transaction._run, list[str]()

    def noting(tx: Transaction, cursor: Any, make_rows: Any, asked: Any, **how: Any) -> Any:
        names.extend(query for query, _ in [*tx._deferred, *asked])
        return run(tx, cursor, make_rows, asked, **how)

    with monkeypatch.context() as patched:
        patched.setattr(Transaction, "_run", noting)
        several.made(*[several.body() for _ in range(count)])
    return [name for name in names if not name.startswith("check_")]


@pytest.mark.parametrize("name", SALES | PURCHASES)
def test_thirty_run_the_statements_of_one(shop: Shop, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    several = Set(shop, name)
    several.made(several.body())  # makes the series, the first variant and its position
    assert statements(several, 30, monkeypatch) == statements(several, 1, monkeypatch)


def test_a_payment_of_more_than_those_before_it_left_is_at_fault_and_takes_nothing(shop: Shop) -> None:
    invoice = shop.invoice(100)
    payments = Set(shop, "payments received")

    def paying(amount: int) -> Row:
        return payments.body(amount=amount, allocations=[{"invoiceId": invoice, "amount": amount}])

    first, beyond, last = payments.made(paying(60), paying(41), paying(40))
    assert beyond.faults == [
        ("allocations.0.amount", "Must be at most the invoice's balance, 40.00."),
    ]
    assert (first.faults, last.faults) == ([], [])
    assert shop.state(invoice) == ("PAID", 0)


@pytest.mark.slow
def test_goods_beyond_what_can_be_kept_account_of_are_the_fault_of_their_document_alone(shop: Shop) -> None:
    sales = Set(shop, "invoices")
    most = {"itemId": sales.lines[0]["itemId"], "quantity": 999_999_999, "rate": 0}
    few = most | {"quantity": 1}
    beyond = sales.body(lines=[few, *[most] * 999])
    one = sales.body(lines=[few])
    sales.made(sales.body(lines=[most] * 999))
    first, bad, last = sales.made(one, beyond, one)
    assert {field for field, _ in bad.faults} <= {f"lines.{n}.quantity" for n in range(1, 1000)}
    assert bad.conflict
    assert (first.faults, last.faults) == ([], [])
    (position,) = shop.rows("positions")
    assert position["quantity_on_hand"] == Decimal(-999_999_999 * 999 - 2)


def test_numbers_count_in_the_years_of_their_days(shop: Shop) -> None:
    sales = Set(shop, "invoices")
    days = ["2026-03-31", "2026-04-01", "2026-03-30"]
    made = sales.made(*[sales.body(invoiceDate=day) for day in days])
    assert counters(made, "invoice_number") == [1, 1, 2]
    assert [invoice.row["fiscal_year"] for invoice in made] == [2025, 2026, 2025]


def test_a_number_that_a_document_at_fault_brings_leaves_the_counter(shop: Shop) -> None:
    payments = Set(shop, "payments made")
    nothing = {"allocations": [{"billId": "bil_x", "amount": 1}]}
    first, bad, last = payments.made(
        payments.body(), payments.body(paymentNumber="VPMT-00005", **nothing), payments.body()
    )
    assert [field for field, _ in bad.faults] == ["allocations.0.billId"]
    assert counters([first, last], "payment_number") == [1, 2]
    given, after = payments.made(payments.body(paymentNumber="VPMT-00005"), payments.body())
    assert counters([given, after], "payment_number") == [5, 6]
