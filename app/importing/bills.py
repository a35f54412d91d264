"""Bills: what vendors ask for. An open one brings its goods into stock."""

from collections.abc import Sequence
from decimal import localcontext

from app.documents.composition import Composition
from app.documents.dates import due_date
from app.documents.parties import PURCHASES
from app.errors import Invalid
from app.importing.documents import Documents, check_present
from app.importing.drafts import Draft
from app.importing.entries import Entry
from app.importing.goods import TOO_DEAR, move
from app.money import EXACT, MONEY_MAX, micro, paisa
from app.postgres.database import Row, Transaction
from app.schemas.bills import Bill
from app.stock.movements import LockedPositions, Movement, Place


class Bills(Documents):
    """Bills of vendors."""

    schema = Bill()
    side = PURCHASES
    doc_type = "BILL"
    family = "bills"
    number = "bill_number"
    day = "bill_date"
    parent = "bill_id"
    prefix = "bil"
    line_prefix = "bll"
    own = ("vendor_bill_number", "vendor_id", "purchase_order_id", "status", "bill_date", "itc_eligible")

    def prepare(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        """See that the purchase orders are there."""
        check_present(tx, "purchase_orders.present", entries, "purchase_order_id", "vendor_id")

    def row(self, entry: Entry, composition: Composition) -> Row:
        """With the due date; a bill of nothing is paid once it is open."""
        body, row = entry.body, super().row(entry, composition)
        try:
            due = due_date(body["bill_date"], body["due_date"], composition.terms_days, day_field="billDate")
        except Invalid as refusal:
            entry.faults += refusal.details
            due = body["bill_date"]
        if row["sub_total"] * row["exchange_rate"] > MONEY_MAX:
            entry.refuse("exchangeRate", TOO_DEAR)
        is_paid = body["status"] == "OPEN" and row["total"] == 0
        return row | {"due_date": due, "status": "PAID" if is_paid else body["status"]}

    def after(self, tx: Transaction, drafts: Sequence[Draft], held: LockedPositions) -> None:
        """Take the goods of open bills into stock."""
        opened = [draft for draft in drafts if draft.entry.body["status"] == "OPEN"]
        move(tx, held, "BILL", opened, _comes_in)


def _comes_in(draft: Draft, line: Row, place: Place) -> Movement:
    """Goods cost what is taxed of them, in the base currency."""
    quantity = line["quantity"]
    with localcontext(EXACT):
        cost = line["taxable_amount"] * draft.row["exchange_rate"]
        unit_cost, total_cost = micro(cost / quantity), paisa(cost)
    return Movement(place, "PURCHASE_IN", quantity, line["id"], unit_cost=unit_cost, total_cost=total_cost)
