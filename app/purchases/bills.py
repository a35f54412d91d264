"""Bills of vendors. An open one brings its goods into stock."""

from collections.abc import Sequence
from decimal import localcontext

from app.documents.composition import compose
from app.documents.creation import (
    Batch,
    KindWithLines,
    NewDocument,
    find_named,
    new_documents,
    set_due_date,
    with_status,
)
from app.documents.parties import PURCHASES
from app.documents.stock_moves import TOO_DEAR, lines_of, move_goods, stocked_lines
from app.documents.storing import check_numbers, store
from app.money import EXACT, MONEY_MAX, micro, paisa
from app.postgres.database import Row, Transaction
from app.stock.movements import Movement, StockLocation

BILLS = KindWithLines(
    doc_type="BILL",
    table="bills",
    prefix="bil",
    number="bill_number",
    day="bill_date",
    side=PURCHASES,
    line_prefix="bll",
    parent="bill_id",
)


def create(tx: Transaction, bodies: Sequence[Row], batch: Batch | None = None) -> list[NewDocument]:
    """Create bills from bodies as `app.schemas.bills` loads them; those at fault are not stored."""
    bills = new_documents(BILLS, bodies)
    find_named(tx, "purchase_orders.present", bills, "purchase_order_id", "vendor_id")
    compose(tx, BILLS, bills)
    for bill in bills:
        if bill.row:
            _complete(bill)
    check_numbers(tx, BILLS, bills, batch)
    coming = [
        (bill, _comes_in(bill, line, place))
        for bill, line, place in stocked_lines(tx, lines_of(with_status(bills, "OPEN")))
    ]
    store(tx, BILLS, bills, move_goods(tx, BILLS.doc_type, coming, batch))
    return bills


def _complete(bill: NewDocument) -> None:
    """The due date and the status: an open bill of nothing is paid."""
    set_due_date(bill, BILLS.day)
    if bill.row["sub_total"] * bill.row["exchange_rate"] > MONEY_MAX:
        bill.refuse("exchangeRate", TOO_DEAR)
    if bill.row["status"] == "OPEN" and bill.row["total"] == 0:
        bill.row["status"] = "PAID"


def _comes_in(bill: NewDocument, line: Row, place: StockLocation) -> Movement:
    """Goods cost what is taxed of them, in the base currency."""
    quantity = line["quantity"]
    with localcontext(EXACT):
        cost = line["taxable_amount"] * bill.row["exchange_rate"]
        unit_cost, total_cost = micro(cost / quantity), paisa(cost)
    return Movement(place, "PURCHASE_IN", quantity, line["id"], unit_cost=unit_cost, total_cost=total_cost)
