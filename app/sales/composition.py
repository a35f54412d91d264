"""From the body of an invoice to all of its figures: what invoices have beyond other documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.documents import composition as documents
from app.documents.composition import Faults
from app.documents.dates import due_date
from app.documents.parties import SALES
from app.errors import Invalid
from app.postgres.database import Row, Transaction


@dataclass(frozen=True)
class Composition:
    """An invoice's columns and its lines' rows, ready to store."""

    columns: Row
    lines: list[dict[str, Any]]


def compose(tx: Transaction, body: Row, edited: str | None = None) -> Composition:
    """Work out an invoice from its body, as `app.schemas.invoices` loads it. The one that is `edited` may go on naming
    items and variants that were deleted.

    Raises Invalid, naming the fields: records that are not there, a due date before the invoice's, a discount
    or an adjustment out of bounds, a place of supply that is none.
    """
    return _sound(compose_all(tx, [body], edited))[0]


def compose_each(tx: Transaction, bodies: Sequence[Row]) -> list[Composition]:
    """Work out new invoices, as `compose` does one; raises Invalid for the first that something is wrong with."""
    return _sound(compose_all(tx, bodies))


def compose_all(
    tx: Transaction, bodies: Sequence[Row], edited: str | None = None
) -> list[Composition | Faults]:
    """Work out many invoices at once: each comes back as its composition, or as what is wrong with it."""
    outcomes = documents.compose(tx, SALES, bodies, day="invoice_date", line_prefix="inl", edited=edited)
    return [_attempted(body, outcome) for body, outcome in zip(bodies, outcomes, strict=True)]


def _sound(outcomes: Sequence[Composition | Faults]) -> list[Composition]:
    sound = []
    for outcome in outcomes:
        if not isinstance(outcome, Composition):
            raise Invalid(outcome)
        sound.append(outcome)
    return sound


def _attempted(body: Row, outcome: documents.Composition | Faults) -> Composition | Faults:
    if not isinstance(outcome, documents.Composition):
        return outcome
    try:
        return _invoice(body, outcome)
    except Invalid as refusal:
        return list(refusal.details)


def _invoice(body: Row, composed: documents.Composition) -> Composition:
    due = due_date(body["invoice_date"], body["due_date"], composed.terms_days, day_field="invoiceDate")
    figures = dict(composed.columns)
    columns = {
        "customer_id": body["customer_id"],
        "salesperson_id": body["salesperson_id"],
        "invoice_date": body["invoice_date"],
        "due_date": due,
        "seller_registration_id": composed.seller_registration_id,
        "seller_address": composed.seller_address,
        "place_of_supply_stated": body.get("place_of_supply_stated", _is_stated(body)),
        "buyer": figures.pop("party"),
        "apply_customer_credit": body["apply_customer_credit"],
        "scheme_ids": body["scheme_ids"],
        **figures,
    }
    return Composition(columns, composed.lines)


def _is_stated(body: Row) -> bool:
    return bool((body["place_of_supply_state_code"] or "").strip())
