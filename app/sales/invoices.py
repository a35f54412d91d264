"""Invoices: written, edited, sent, voided, deleted and read."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from app.errors import Conflict, Invalid, NotFound
from app.ids import new_ids
from app.lists.records import read_record
from app.money import ZERO
from app.numbering.series import Number, stay_in_year, take_numbers
from app.postgres.database import Row, Statement, Transaction, TryAgain, jsonb
from app.sales.composition import Composition, compose, compose_each
from app.sales.credit import Owed, apply_credits
from app.sales.invoice_edits import as_body
from app.sales.invoice_states import may_delete, may_edit, may_send, may_void, settled, shown
from app.stock.goods import coming_back, goods_of, kept_in_stock, outgoing
from app.stock.movements import Movement, book
from app.wire import to_json_exactly


def read(tx: Transaction, id: str) -> Row:
    """Return the invoice with its `lines`; the transaction ends. Raises NotFound."""
    return read_record(tx, "invoices", id, {"lines": "lines"})


def payments(tx: Transaction, id: str) -> list[Row]:
    """Return what payments settled of the invoice, newest first, [] where there is no such invoice; the transaction
    ends."""
    return tx.fetch_and_commit(("invoices.payments", {"id": id}))[0]


def create(tx: Transaction, bodies: Sequence[Row]) -> list[Row]:
    """Write invoices as DRAFT or SENT; answers id, status and total of each, in their order.

    A draft has a number of its own kind; one that is sent drains stock and takes the next of the series. Many cost as
    many round trips as one. Raises Invalid, as `compose` does, for the first that something is wrong with.
    """
    ids = new_ids("inv", len(bodies))
    composed = dict(zip(ids, compose_each(tx, bodies), strict=True))
    sent = {id: composed[id] for id, body in zip(ids, bodies, strict=True) if body["status"] == "SENT"}
    tx.defer(*_holding_customers(sent.values()), _storing_lines(composed))
    stock = _drain(tx, {id: kept_in_stock(one.lines) for id, one in sent.items()})
    numbers = {id: Number(draft_number(id), None) for id in ids}
    if sent:
        numbers |= zip(sent, _take(tx, [one.columns for one in sent.values()], stock), strict=True)
    statuses = {
        id: settled(one.columns["total"], ZERO) if id in sent else "DRAFT" for id, one in composed.items()
    }
    rows = [
        one.columns | _numbered(numbers[id]) | {"id": id, "status": statuses[id]}
        for id, one in composed.items()
    ]
    became = _credited(tx, rows, ("invoices.insert", {"rows": to_json_exactly(rows)}))
    return [
        {"id": row["id"], "status": status, "total": row["total"]}
        for row, status in zip(rows, became, strict=True)
    ]


def change(tx: Transaction, current: Row, body: Row) -> Row:
    """Edit a locked invoice; answers id, status and total. Lines are replaced as a whole.

    What the goods of a sent invoice moved is taken back and moved anew where quantities changed; as a draft
    again it gives all of them back and keeps its number. Raises Conflict where it may not be edited, Invalid for
    a date in another fiscal year than its number's.
    """
    may_edit(_shown(current), current["amount_paid"])
    _refuse_where_credited(tx, current["id"])
    merged = as_body(current, body)
    stay_in_year(tx, current, merged, "invoice_date", "void the invoice and issue another")
    composition, id = compose(tx, merged, current["id"]), current["id"]
    tx.defer(("invoices.delete_lines", {"id": id}), _storing_lines({id: composition}))
    sent = merged["status"] == "SENT"
    unnamed = current["warehouse_id"] is None and merged["warehouse_id"] is None
    stock = _move_anew(tx, id, kept_in_stock(composition.lines) if sent else [], stays=unnamed)
    number = _number_of(current)
    if sent and number.fiscal_year is None:
        (number,) = _take(tx, [composition.columns], stock)
        stock = []
    status = settled(composition.columns["total"], ZERO) if sent else "DRAFT"
    row = composition.columns | _numbered(number) | {"id": id, "status": status}
    stored = row | {name: jsonb(row[name]) for name in ("buyer", "scheme_ids")}
    (status,) = _credited(tx, [row], *stock, ("invoices.update", stored))
    return {"id": id, "status": status, "total": row["total"]}


def send(tx: Transaction, id: str) -> Row:
    """Issue a draft under its number and drain stock; answers id, status and number. Nothing is worked out anew.

    Raises NotFound, and Conflict for an invoice that is no draft.
    """
    crediting = tx.one("invoices.lock_crediting_customer", id=id)
    invoice = lock(tx, id)
    may_send(_shown(invoice))
    held = crediting and crediting["id"]
    if invoice["apply_customer_credit"] and invoice["customer_id"] != held:
        raise TryAgain  # the draft was edited between the two locks: another customer's credit is not ours to spend
    tracked = tx.all("stock.tracked_invoice_lines", id=id, warehouse_id=invoice["warehouse_id"])
    try:
        stock = _drain(tx, {id: tracked})
    except Invalid as error:
        # There is no body to be at fault: the item got more variants after the draft had been written.
        raise Conflict(error.message) from error
    number, status = _number_of(invoice), settled(invoice["total"], ZERO)
    if number.fiscal_year is None:
        (number,), stock = _take(tx, [invoice], stock), []
    issue = ("invoices.issue", {"id": id, "status": status} | _numbered(number))
    (status,) = _credited(tx, [invoice | {"status": status}], *stock, issue)
    return {"id": id, "status": status, "invoiceNumber": number.text}


def void(tx: Transaction, id: str) -> Row:
    """Take an issued invoice back: its goods return to stock, its number stays used; answers id and status."""
    invoice = lock(tx, id)
    may_void(_shown(invoice), invoice["amount_paid"])
    _refuse_where_credited(tx, id)
    tx.run_all(*_move_anew(tx, id, []), ("invoices.void", {"id": id}))
    return {"id": id, "status": "VOID"}


def delete(tx: Transaction, id: str) -> None:
    """Remove a draft that never had a number of its series; raises NotFound or Conflict."""
    invoice = lock(tx, id)
    may_delete(_shown(invoice), invoice["fiscal_year"] is not None)
    _refuse_where_credited(tx, id)
    tx.run_all(("invoices.delete_lines", {"id": id}), ("invoices.delete", {"id": id}))


def _refuse_where_credited(tx: Transaction, id: str) -> None:
    # A credit note stands on the figures and the goods of its invoice: taking these back would count them twice.
    note = tx.one("invoices.credited_by", id=id)
    if note:
        raise Conflict(
            f"Credit note {note['credit_note_number']} is about this invoice, which must stay as it is."
        )


def lock(tx: Transaction, id: str) -> Row:
    """The invoice's columns and `is_past_due`, held until the transaction ends; raises NotFound."""
    invoice = tx.one("invoices.lock", id=id)
    if invoice is None:
        raise NotFound
    return invoice


def lock_for_edit(tx: Transaction, id: str, customer_id: str | None) -> Row:
    """The invoice as `lock` answers it, after its customer and the one that the edit names."""
    tx.all("invoices.lock_customers", id=id, customer_id=customer_id)
    return lock(tx, id)


def _holding_customers(composed: Iterable[Composition]) -> list[Statement]:
    """What holds those whose credit is to be spent; they come first in the lock order."""
    spending = {one.columns["customer_id"] for one in composed if one.columns["apply_customer_credit"]}
    held = ("payments_received.lock_customers", {"customer_ids": sorted(spending)})
    return [held] if spending else []


def _storing_lines(composed: Mapping[str, Composition]) -> Statement:
    lines = [line | {"invoice_id": id} for id, one in composed.items() for line in one.lines]
    return "invoices.insert_lines", {"lines": to_json_exactly(lines)}


def _drain(tx: Transaction, tracked: Mapping[str, list[Row]]) -> list[Statement]:
    """What takes the goods of lines out of stock, for invoices by their ids."""
    goods = goods_of(tx, [line for lines in tracked.values() for line in lines])
    return book(
        tx,
        [
            (("INVOICE", id), movement)
            for id, lines in tracked.items()
            for movement in outgoing({line["id"]: goods[line["id"]] for line in lines}, "SALES_OUT")
        ],
    )


def _move_anew(tx: Transaction, id: str, tracked: list[Row], *, stays: bool = False) -> list[Statement]:
    """From what the invoice took out of stock to what it takes now; where nothing changes, nothing moves.

    Where it `stays`, goods leave the warehouse they left before, whichever is the default one since.
    """
    moved = tx.all("stock.outstanding", id=id)
    if stays and moved:
        tracked = [line | {"warehouse_id": moved[0]["warehouse_id"]} for line in tracked]
    before = coming_back(moved, "SALES_VOID_IN")
    after = outgoing(goods_of(tx, tracked), "SALES_OUT")
    unchanged = _quantities(before).items() & _quantities(after).items()
    still = {place for place, _ in unchanged}
    return book(tx, [(("INVOICE", id), move) for move in before + after if move.place not in still])


def _quantities(movements: list[Movement]) -> dict[tuple[str, str], Decimal]:
    quantities: dict[tuple[str, str], Decimal] = {}
    for movement in movements:
        quantities[movement.place] = quantities.get(movement.place, ZERO) + movement.quantity
    return quantities


def _take(tx: Transaction, invoices: Sequence[Row], alongside: list[Statement]) -> list[Number]:
    return take_numbers(tx, "INVOICE", [invoice["invoice_date"] for invoice in invoices], alongside)


def draft_number(id: str) -> str:
    """What a draft is called before it has a number: the last eight characters of its id are random, 40 bits."""
    return f"DRAFT-{id[-8:]}"


def _number_of(invoice: Row) -> Number:
    return Number(invoice["invoice_number"], invoice["fiscal_year"])


def _numbered(number: Number) -> Row:
    return {"invoice_number": number.text, "fiscal_year": number.fiscal_year}


def _credited(tx: Transaction, invoices: Sequence[Row], *writes: Statement) -> list[str]:
    """The status of each after the writes and after its customer's credit, where it is sent and asks for that."""
    owed = [
        Owed(invoice["id"], invoice["customer_id"], invoice["currency_code"], invoice["total"])
        for invoice in invoices
        if invoice["status"] == "SENT" and invoice["apply_customer_credit"]
    ]
    if not owed:
        tx.defer(*writes)
        return [invoice["status"] for invoice in invoices]
    applied = apply_credits(tx, owed, *writes)
    return [
        settled(invoice["total"], applied[invoice["id"]]) if invoice["id"] in applied else invoice["status"]
        for invoice in invoices
    ]


def _shown(invoice: Row) -> str:
    return shown(invoice["status"], invoice["is_past_due"])
