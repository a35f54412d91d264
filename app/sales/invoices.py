"""Invoices: written as drafts or sent at once, sent under a number, read (spec 2.14, 3.1, 4.6)."""

from datetime import date

from app.database import Row, Transaction
from app.errors import Conflict, NotFound
from app.ids import new_id
from app.numbering.series import Number, take_number
from app.sales.composition import compose
from app.wire import to_json_exactly


def page(tx: Transaction, limit: int, offset: int) -> tuple[list[Row], int]:
    """One page of the invoices by their date, newest first, and the number of all; without lines."""
    rows = tx.records("invoices.list", limit=limit, offset=offset)
    counted = tx.one("invoices.count")
    return rows, counted["total"] if counted else 0


def get(tx: Transaction, id: str) -> Row:
    """The invoice with its `lines`; raises NotFound."""
    found, lines = tx.together(("invoices.get", {"id": id}), ("invoices.lines", {"id": id}))
    if not found:
        raise NotFound
    return found[0] | {"lines": lines}


def create(tx: Transaction, body: Row) -> Row:
    """Write an invoice as DRAFT or SENT; answers its id, status and total.

    A draft has a number of its own kind; one that is sent takes the next of the series, last of all.
    """
    composition = compose(tx, body)
    id = new_id("inv")
    sent = body["status"] == "SENT"
    tx.execute("invoices.insert_lines", id=id, lines=to_json_exactly(composition.lines))
    number = _issue_number(tx, composition.columns["invoice_date"]) if sent else _draft_number()
    status = _status_once_sent(composition.columns) if sent else "DRAFT"
    tx.execute(
        "invoices.insert",
        **composition.columns,
        id=id,
        status=status,
        invoice_number=number.text,
        fiscal_year=number.fiscal_year if sent else None,
    )
    return _outcome(tx, id, "id", "status", "total")


def send(tx: Transaction, id: str) -> Row:
    """Issue a draft under its number; answers id, status and number. Nothing is worked out again.

    Raises NotFound, and Conflict for an invoice that is no draft.
    """
    invoice = tx.one("invoices.lock", id=id)
    if invoice is None:
        raise NotFound
    if invoice["status"] != "DRAFT":
        raise Conflict("Only a DRAFT invoice can be sent.")
    number = _issue_number(tx, invoice["invoice_date"])
    tx.execute("invoices.issue", id=id, invoice_number=number.text, fiscal_year=number.fiscal_year)
    return _outcome(tx, id, "id", "status", "invoiceNumber")


def _issue_number(tx: Transaction, day: date) -> Number:
    return take_number(tx, "INVOICE", day)


def _draft_number() -> Number:
    # The last eight characters of an identifier are random: 40 bits.
    return Number(f"DRAFT-{new_id('x')[-8:]}", 0)


def _status_once_sent(columns: Row) -> str:
    return "SENT" if columns["total"] else "PAID"


def _outcome(tx: Transaction, id: str, *fields: str) -> Row:
    outcome = tx.record("invoices.outcome", id=id)
    assert outcome is not None, "it was written in this transaction"  # noqa: S101
    return {field: outcome[field] for field in fields}
