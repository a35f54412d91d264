"""`e-invoice` and `e-way-bill`: files for the government's portals."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import click

from app.documents.e_invoices import Told, e_invoice, e_way_bill
from app.errors import Conflict
from app.identity import organizations
from app.operators import arguments as a
from app.operators.session import enter, in_transaction
from app.postgres.database import Row, Transaction
from app.schemas.e_invoices import EWayBillBody
from app.wire import to_json

_number = click.option("--number", required=True, help="The document's number.")
_out = click.option(
    "--out", "file", type=click.Path(), default="-", help="The file to write; - is the output."
)
_NOUNS: dict[Told, str] = {"invoice": "invoice", "credit_note": "credit note"}


@click.command("e-invoice")
@a.org_option
@_number
@_out
@click.pass_context
def e_invoice_command(context: click.Context, slug: str, number: str, file: str) -> None:
    """Write INV-01 of an invoice or a credit note.

    Where it has problems they are told, nothing is written, and the status is 1.
    """

    def work(tx: Transaction) -> Row:
        told, id = _find(tx, slug, number, tuple(_NOUNS))
        return e_invoice(tx, told, id)

    _write(context, work, file)


@click.command("e-way-bill")
@a.org_option
@_number
@_out
@click.option("--mode", type=click.IntRange(1, 4), help="1 road, 2 rail, 3 air, 4 ship.")
@click.option("--vehicle-number", help="By road, such as MH12AB1234.")
@click.option("--vehicle-type", type=click.Choice(["R", "O"]), help="R regular, O over-dimensional cargo.")
@click.option("--transporter-id", help="The carrier's GSTIN or TRANSIN.")
@click.option("--transporter-name", help="The carrier.")
@click.option("--distance-km", type=click.IntRange(0, 4000), help="0 lets the portal work it out.")
@click.option("--document-number", help="The carrier's document.")
@click.option("--document-date", type=a.DAY, help="The day of the carrier's document.")
@click.pass_context
def e_way_bill_command(
    context: click.Context,
    /,
    *,
    slug: str,
    number: str,
    file: str,
    document_date: date | None,
    **carriage: Any,
) -> None:
    """Write the e-way bill of an invoice.

    Where it has problems they are told, nothing is written, and the status is 1.
    """
    given = carriage | {"document_date": document_date and document_date.isoformat()}
    names = {field: str(bound.data_key) for field, bound in EWayBillBody().fields.items()}
    sent = {names[name]: value for name, value in given.items() if value is not None}

    def work(tx: Transaction) -> Row:
        _, id = _find(tx, slug, number, ("invoice",))
        return e_way_bill(tx, id, lambda: EWayBillBody().create(sent))

    _write(context, work, file)


def _find(tx: Transaction, slug: str, number: str, kinds: tuple[Told, ...]) -> tuple[Told, str]:
    """Return the kind and the id of the latest document with a number. Raise Conflict where there is none, or one of
    each kind."""
    enter(tx, organizations.find(tx, slug)["id"])
    found = [row for row in tx.all("e_invoices.numbered", number=number) if row["kind"] in kinds]
    if not found:
        raise Conflict(f"{slug} has no {' or '.join(_NOUNS[kind] for kind in kinds)} {number}.")
    if len({row["kind"] for row in found}) > 1:
        raise Conflict(f"{number} is both an invoice and a credit note of {slug}.")
    return found[0]["kind"], found[0]["id"]


def _write(context: click.Context, work: Callable[[Transaction], Row], file: str) -> None:
    answer = in_transaction(work)
    for problem in answer["problems"]:
        click.echo(f"{problem['field'] or problem['code']}: {problem['message']}", err=True)
    if answer["document"] is None:
        context.exit(1)
    text = to_json(answer["document"]) + b"\n"
    if file == "-":
        click.echo(text.decode(), nl=False)
    else:
        Path(file).write_bytes(text)
        click.echo(f"Wrote {file}.")
