"""Bills of vendors. An open one brings its goods into stock, one that is voided gives them back."""

from collections.abc import Sequence
from decimal import Decimal, localcontext

from app.documents.composition import compose
from app.documents.creation import (
    Batch,
    KindWithLines,
    NewDocument,
    find_named,
    set_due_date,
    with_status,
)
from app.documents.document_warnings import issuing_warnings
from app.documents.document_writes import DocumentWrites, lock, move, require_state, taken_back
from app.documents.parties import PURCHASES
from app.documents.stock_moves import TOO_DEAR, lines_of, lines_with_places, move_goods
from app.documents.storing import check_numbers, store
from app.documents.warned_writes import tell
from app.errors import Conflict, Warned
from app.money import EXACT, MONEY_MAX, micro, paisa
from app.numbering.counting import fiscal_year_of
from app.postgres.database import Row, Transaction
from app.purchases.purchase_orders import PURCHASE_ORDERS
from app.stock.movements import Movement, StockLocation, book
from app.stock.stocked_lines import stored_locations_of, taking_back

BILLS = KindWithLines(
    doc_type="BILL",
    table="bills",
    prefix="bil",
    number="bill_number",
    day="bill_date",
    side=PURCHASES,
    line_prefix="bll",
    parent="bill_id",
    made_of=PURCHASE_ORDERS,
)


def _make_bills(tx: Transaction, bills: Sequence[NewDocument], batch: Batch | None) -> None:
    find_named(tx, "purchase_orders.present", bills, "purchase_order_id", "vendor_id")
    compose(tx, BILLS, bills)
    for bill in bills:
        if bill.row:
            _set_bill_columns(bill)
    _compare_supplier_numbers(tx, [bill for bill in bills if bill.row and bill.body["vendor_bill_number"]])
    check_numbers(tx, BILLS, bills, batch)
    coming = [
        (bill, _comes_in(line, place, bill.row["exchange_rate"]))
        for bill, line, place in lines_with_places(tx, lines_of(with_status(bills, "OPEN")))
    ]
    store(tx, BILLS, bills, move_goods(tx, BILLS.doc_type, coming, batch))


class _Bills(DocumentWrites):
    """Bills, of which a draft stays as it is where a debit note is about it: notes name lines, which would go."""

    def require_free(self, tx: Transaction, draft: Row) -> None:
        if note := tx.one("bills.debited_by", id=draft["id"]):
            raise _debited(note)


WRITES = _Bills(BILLS, _make_bills)


def open_draft(tx: Transaction, id: str) -> Row:
    """Take a draft into the books and its goods into stock. Nothing is worked out anew.

    Raise NotFound, and Conflict for a bill that is no draft.
    """
    bill = lock(tx, BILLS, id)
    require_state(BILLS, bill, ("DRAFT",), "opened")
    tell(tx, _opening_warnings(tx, bill), bill["checks"])
    goods = tx.all("bills.goods", id=id, warehouse_id=bill["warehouse_id"])
    places = stored_locations_of(tx, goods)
    coming = [_comes_in(line, places[line["id"]], bill["exchange_rate"]) for line in goods]
    tx.defer(*book(tx, [((BILLS.doc_type, id), movement) for movement in coming]))
    return move(tx, BILLS, id, _opened(bill["total"]))


def void(tx: Transaction, id: str) -> Row:
    """Void an open bill; its goods leave stock at the cost they came with, its number stays used.

    Raise NotFound, and Conflict where it is not open, something is settled of it, or a debit note is about it.
    """
    bill = lock(tx, BILLS, id)
    if bill["status"] != "OPEN":
        raise Conflict(f"Only an unsettled OPEN or OVERDUE bill can be voided; this one is {bill['status']}.")
    note = tx.one("bills.debited_by", id=id)
    if note and note["status"] != "VOID":
        raise _debited(note)
    going_back = taking_back(tx.all("stock.outstanding", id=id), "PURCHASE_RETURN_OUT")
    tx.defer(
        *taken_back(BILLS, bill),
        *book(tx, [((BILLS.doc_type, id), movement) for movement in going_back]),
    )
    return move(tx, BILLS, id, "VOID")


def _debited(note: Row) -> Conflict:
    # A debit note stands on the figures and the goods of its bill.
    return Conflict(f"Debit note {note['debit_note_number']} is about this bill, which must stay as it is.")


def _opening_warnings(tx: Transaction, bill: Row) -> list[Warned]:
    """Return warnings about a stored bill that is opened; `today` in its row is the organization's day."""
    same = _stored_with_number(tx, [bill] if bill["vendor_bill_number"] else [])
    return [*issuing_warnings(BILLS.day, bill), *map(_told_of, same.values())]


def _set_bill_columns(bill: NewDocument) -> None:
    """Set the due date and the status: an open bill of nothing is paid."""
    set_due_date(bill, BILLS.day)
    if bill.row["sub_total"] * bill.row["exchange_rate"] > MONEY_MAX:
        bill.refuse("exchangeRate", TOO_DEAR)
    if bill.row["status"] == "OPEN":
        bill.row["status"] = _opened(bill.row["total"])


def _opened(total: Decimal) -> str:
    return "OPEN" if total else "PAID"


def _compare_supplier_numbers(tx: Transaction, bills: Sequence[NewDocument]) -> None:
    """Warn about a number that the vendor gave another bill of the fiscal year, stored or among these."""
    stored = _stored_with_number(tx, [bill.row for bill in bills])
    seen: set[tuple[str, str, int]] = set()
    for place, bill in enumerate(bills):
        year = fiscal_year_of(bill.body[BILLS.day], bill.fiscal_year_start)
        key = bill.body["vendor_id"], bill.body["vendor_bill_number"], year
        among = "Another bill of the vendor has it already." if key in seen else None
        seen.add(key)
        if message := stored.get(place, among):
            bill.warn([_told_of(message)])


def _stored_with_number(tx: Transaction, bills: Sequence[Row]) -> dict[int, str]:
    """Return messages, by place in `bills`, for bills whose vendor has another stored bill with the same number."""
    if not bills:
        return {}
    rows = tx.all(
        "bills.same_supplier_number",
        ids=[bill["id"] for bill in bills],
        vendor_ids=[bill["vendor_id"] for bill in bills],
        numbers=[bill["vendor_bill_number"] for bill in bills],
        days=[bill[BILLS.day] for bill in bills],
    )
    return {row["place"]: f"The bill {row['bill_number']} has it already." for row in rows}


def _told_of(message: str) -> Warned:
    return Warned("supplier_bill_duplicate", "vendorBillNumber", message)


def _comes_in(line: Row, place: StockLocation, exchange_rate: Decimal) -> Movement:
    """Return the movement of a line's goods. Their cost is the line's taxable value, in the base currency."""
    quantity = line["quantity"]
    with localcontext(EXACT):
        cost = line["taxable_amount"] * exchange_rate
        unit_cost, total_cost = micro(cost / quantity), paisa(cost)
    return Movement(place, "PURCHASE_IN", quantity, line["id"], unit_cost=unit_cost, total_cost=total_cost)
