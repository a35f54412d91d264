"""Invoices: created, edited, sent, voided, deleted and read."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from app.documents.composition import compose
from app.documents.creation import Batch, KindWithLines, NewDocument, good, set_due_date, with_status
from app.documents.document_warnings import recipient_warnings, sending_warnings
from app.documents.document_writes import DocumentWrites, lock, taken_back
from app.documents.e_invoices import refuse_edit_of_registered, refuse_void_of_registered
from app.documents.parties import SALES, SupplyBefore
from app.documents.stock_moves import lines_of, lines_with_places, move_goods
from app.documents.storing import check_numbers, insert_lines, number_drafts, refuse_draft_numbers, store
from app.documents.warned_writes import tell
from app.errors import Conflict, Warned
from app.lists.record_reading import read_record
from app.money import ZERO
from app.numbering.counting import DocumentNumber, ToNumber
from app.numbering.serial_numbers import order_warnings, taking_warnings
from app.numbering.series import stay_in_series, stay_in_year, take_number
from app.postgres.database import Row, Statement, Transaction, TryAgain, jsonb
from app.sales.credit import Owed, apply_credits
from app.sales.invoice_edits import as_body, supply_that_stands
from app.sales.invoice_states import may_delete, may_edit, may_send, may_void, settled, shown
from app.sales.sales_orders import SALES_ORDERS
from app.stock.movements import Movement, StockLocation, book
from app.stock.stocked_lines import kept_in_stock, locations_of, outgoing, stored_locations_of, taking_back

INVOICES = KindWithLines(
    doc_type="INVOICE",
    table="invoices",
    prefix="inv",
    number="invoice_number",
    day="invoice_date",
    side=SALES,
    line_prefix="inl",
    parent="invoice_id",
    issued="SENT",
    made_of=SALES_ORDERS,
)
_REISSUE = "void the invoice and issue another"


def read(tx: Transaction, id: str) -> Row:
    """Return the invoice with its `lines`; the transaction ends. Raises NotFound."""
    return read_record(tx, "invoices", id, {"lines": "lines"})


def payments(tx: Transaction, id: str) -> list[Row]:
    """Return the payments allocated to the invoice, newest first, [] if there is no such invoice; the transaction
    ends."""
    return tx.fetch_and_commit(("invoices.payments", {"id": id}))[0]


def _make_invoices(tx: Transaction, invoices: Sequence[NewDocument], batch: Batch | None) -> None:
    """Work out and store invoices; those at fault are not stored.

    A draft gets a draft's number. One that is sent takes the next number of the series, drains stock, and may take its
    customer's credit, to be seen in the status of its row. Many cost as many round trips as one. A trigger refuses what
    is dated in closed books (`sql/migrations/0033`).
    """
    refuse_draft_numbers(INVOICES, invoices)
    _compose_invoices(tx, invoices)
    number_drafts(INVOICES, invoices)
    tx.defer(*_lock_customers(with_status(invoices, "SENT")))
    check_numbers(tx, INVOICES, invoices, batch)
    going_out = [
        (invoice, Movement(place, "SALES_OUT", line["quantity"], line["id"]))
        for invoice, line, place in lines_with_places(tx, lines_of(with_status(invoices, "SENT")))
    ]
    store(tx, INVOICES, invoices, move_goods(tx, INVOICES.doc_type, going_out, batch))
    _take_credit(tx, [invoice.row for invoice in good(invoices)])


WRITES = DocumentWrites(INVOICES, _make_invoices, answers=("id", "status", "total"))


def change(tx: Transaction, current: Row, body: Row) -> Row:
    """Edit a locked invoice; return its id, status and total. Lines are replaced as a whole.

    The goods of a sent invoice are taken back and moved anew where quantities changed; an invoice that becomes a draft
    again gives all of them back and keeps its number. Raise Conflict where it may not be edited, Invalid for what is
    wrong with the body or a date in another fiscal year than its number's.
    """
    refuse_edit_of_registered(INVOICES.noun, current)
    may_edit(_shown(current), current["amount_paid"])
    _refuse_where_credited(tx, current["id"])
    merged = as_body(current, body)
    stay_in_year(tx, current, merged, "invoice_date", _REISSUE)
    id = current["id"]
    before = supply_that_stands(current, merged)
    invoice = compose_invoice(tx, id, merged, edited=True, before=before)
    stay_in_series(tx, INVOICES.doc_type, current, invoice.row, _REISSUE)
    tx.defer(("invoices.delete_lines", {"id": id}), insert_lines(INVOICES, [invoice]))
    sent, number = merged["status"] == "SENT", _number_of(current)
    unnamed = current["warehouse_id"] is None and merged["warehouse_id"] is None
    stock = _move_anew(tx, id, kept_in_stock(invoice.lines) if sent else [], stays=unnamed)
    if sent and number.fiscal_year is None:
        number, stock = _take_number(tx, invoice.row, stock), []
        tell(tx, _warnings_of_number(number, merged), current["checks"])
    elif sent and merged["invoice_date"] != current["invoice_date"]:
        tell(tx, _warnings_of_order(tx, number, merged), current["checks"])
    row = invoice.row | _numbered(number)
    stored = row | {name: jsonb(row[name]) for name in ("buyer", "scheme_ids")}
    tx.defer(*stock, ("invoices.update", stored))
    _take_credit(tx, [row])
    tx.warnings += invoice.warnings
    return {name: row[name] for name in ("id", "status", "total")}


def send(tx: Transaction, id: str) -> Row:
    """Issue a draft under its number and drain stock; return its id, status and number. Nothing is worked out anew.

    Raise NotFound, and Conflict for an invoice that is no draft.
    """
    crediting = tx.one("invoices.lock_crediting_customer", id=id)
    invoice = lock(tx, INVOICES, id)
    may_send(_shown(invoice))
    tell(tx, sending_warnings(invoice), invoice["checks"])
    held = crediting and crediting["id"]
    if invoice["apply_customer_credit"] and invoice["customer_id"] != held:
        raise TryAgain  # the draft was edited between the two locks: another customer's credit must not be spent
    goods = tx.all("invoices.goods", id=id, warehouse_id=invoice["warehouse_id"])
    going_out = outgoing(goods, stored_locations_of(tx, goods), "SALES_OUT")
    stock, number = book(tx, [(("INVOICE", id), move) for move in going_out]), _number_of(invoice)
    if number.fiscal_year is None:
        number, stock = _take_number(tx, invoice, stock), []
        tell(tx, _warnings_of_number(number, invoice), invoice["checks"])
    else:
        tell(tx, _warnings_of_order(tx, number, invoice), invoice["checks"])
    issued = _numbered(number) | {"status": settled(invoice["total"], ZERO)}
    tx.defer(*stock, ("invoices.issue", {"id": id} | issued))
    row = invoice | issued
    _take_credit(tx, [row])
    return {"id": id, "status": row["status"], "invoiceNumber": number.text}


def void(tx: Transaction, id: str) -> Row:
    """Void an issued invoice; return its id and status. Its goods return to stock, its number stays used.

    Raise NotFound, and Conflict where it may not be voided.
    """
    invoice = lock(tx, INVOICES, id)
    refuse_void_of_registered(INVOICES.noun, invoice)
    may_void(_shown(invoice), invoice["amount_paid"])
    _refuse_where_credited(tx, id)
    back = taken_back(INVOICES, invoice)
    tx.run_all(*back, *_move_anew(tx, id, []), ("invoices.void", {"id": id}))
    return {"id": id, "status": "VOID"}


def delete(tx: Transaction, id: str) -> None:
    """Delete a draft that never had a number of its series. Raise NotFound or Conflict."""
    invoice = lock(tx, INVOICES, id)
    refuse_edit_of_registered(INVOICES.noun, invoice)
    may_delete(_shown(invoice), invoice["fiscal_year"] is not None)
    _refuse_where_credited(tx, id)
    back = taken_back(INVOICES, invoice)
    tx.run_all(*back, ("invoices.delete_lines", {"id": id}), ("invoices.delete", {"id": id}))


def _refuse_where_credited(tx: Transaction, id: str) -> None:
    # A credit note stands on the figures and the goods of its invoice: taking these back would count them twice.
    note = tx.one("invoices.credited_by", id=id)
    if note:
        raise Conflict(
            f"Credit note {note['credit_note_number']} is about this invoice, which must stay as it is."
        )


def lock_for_edit(tx: Transaction, id: str, customer_id: str | None) -> Row:
    """Lock the customers of the invoice and of the edit, then the invoice; return its columns and `is_past_due`.

    Raise NotFound, and PreconditionFailed where the caller knows another version.
    """
    tx.all("invoices.lock_customers", id=id, customer_id=customer_id)
    return lock(tx, INVOICES, id)


def compose_invoice(
    tx: Transaction, id: str, body: Row, *, edited: bool = False, before: SupplyBefore | None = None
) -> NewDocument:
    """Work out one invoice from its body. Where it is `edited`, the invoice of that id is stored already, and its lines
    may go on naming items and variants that were deleted; what is decided for good it keeps from `before`. Raise
    Invalid for what is wrong with the body."""
    invoice = NewDocument(id, body, before=before)
    _compose_invoices(tx, [invoice], edited=id if edited else None)
    invoice.require_good()
    return invoice


def _compose_invoices(tx: Transaction, invoices: Sequence[NewDocument], edited: str | None = None) -> None:
    compose(tx, INVOICES, invoices, edited=edited)
    for invoice in invoices:
        _set_invoice_columns(invoice)


def _set_invoice_columns(invoice: NewDocument) -> None:
    if not invoice.row:
        return
    row, body = invoice.row, invoice.body
    row["buyer"] = row.pop("party")
    row.setdefault("place_of_supply_stated", bool((body["place_of_supply_state_code"] or "").strip()))
    if row["status"] == "SENT":
        row["status"] = settled(row["total"], ZERO)
    set_due_date(invoice, INVOICES.day)
    invoice.warn(recipient_warnings(row["gst_category"], row["buyer"], row["total"], row["exchange_rate"]))


def _lock_customers(invoices: Iterable[NewDocument]) -> list[Statement]:
    """Return the statements that lock the customers whose credit is spent. Customers come first in the lock order."""
    spending = {invoice.row["customer_id"] for invoice in invoices if invoice.row["apply_customer_credit"]}
    return [("payments_received.lock_customers", {"customer_ids": sorted(spending)})] if spending else []


def _move_anew(tx: Transaction, id: str, tracked: list[Row], *, stays: bool = False) -> list[Statement]:
    """Move the difference between what the invoice took out of stock and what it takes now.

    Where it `stays`, goods leave the warehouse that they left before, even if another one is the default since.
    """
    moved = tx.all("stock.outstanding", id=id)
    if stays and moved:
        tracked = [line | {"warehouse_id": moved[0]["warehouse_id"]} for line in tracked]
    before = taking_back(moved, "SALES_VOID_IN")
    after = outgoing(tracked, locations_of(tx, tracked), "SALES_OUT")
    unchanged = _quantities(before).items() & _quantities(after).items()
    still = {place for place, _ in unchanged}
    return book(tx, [(("INVOICE", id), move) for move in before + after if move.place not in still])


def _quantities(movements: list[Movement]) -> dict[StockLocation, Decimal]:
    quantities: dict[StockLocation, Decimal] = {}
    for movement in movements:
        quantities[movement.place] = quantities.get(movement.place, ZERO) + movement.quantity
    return quantities


def _number_of(invoice: Row) -> DocumentNumber:
    return DocumentNumber(invoice["invoice_number"], invoice["fiscal_year"])


def _take_number(tx: Transaction, invoice: Row, writes_before: Sequence[Statement]) -> DocumentNumber:
    wanted = ToNumber(invoice["invoice_date"], invoice["seller_registration_id"])
    return take_number(tx, INVOICES.doc_type, wanted, writes_before)


def _warnings_of_number(number: DocumentNumber, invoice: Row) -> list[Warned]:
    day = invoice[INVOICES.day]
    return list(taking_warnings(INVOICES.doc_type, INVOICES.number, number, INVOICES.day, day))


def _warnings_of_order(tx: Transaction, number: DocumentNumber, invoice: Row) -> list[Warned]:
    """Return warnings about the date of an invoice that keeps its number."""
    before = tx.one("invoices.number_before", fiscal_year=number.fiscal_year, number=number.text)
    day = before["day"] if before else None
    return list(order_warnings(day, INVOICES.day, invoice[INVOICES.day]))


def _numbered(number: DocumentNumber) -> Row:
    return {"invoice_number": number.text, "fiscal_year": number.fiscal_year}


def _take_credit(tx: Transaction, invoices: Iterable[Row]) -> None:
    """Put customers' credit on those of the stored invoices that are owed and ask for it, and set their status."""
    owed = {
        invoice["id"]: invoice
        for invoice in invoices
        if invoice["status"] == "SENT" and invoice["apply_customer_credit"]
    }
    if not owed:
        return
    applied = apply_credits(tx, [Owed.of(invoice) for invoice in owed.values()])
    for id, amount in applied.items():
        owed[id]["status"] = settled(owed[id]["total"], amount)


def _shown(invoice: Row) -> str:
    return shown(invoice["status"], invoice["is_past_due"])
