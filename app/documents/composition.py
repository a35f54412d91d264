"""From bodies to all of their figures: the one place where documents with lines are worked out.

One document or a thousand cost the same number of statements, three at most: parties and items in one round trip, and
what price lists say in another where a customer has one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.documents.bulk_lookup import ask
from app.documents.lines import (
    Priced,
    asking_for_items,
    complete_lines,
    facts_by_item,
    line_input,
    missing_goods,
    priced_facts,
    taxed_lines,
)
from app.documents.parties import Side, asking_for_parties, missing_parties, parties_of, rows_of_parties
from app.errors import Invalid
from app.ids import new_ids
from app.postgres.database import Row, Transaction
from app.tax.gst import NO_ADJUSTMENTS, Adjustments, TaxedDocument, TaxError, tax_document

# What is wrong with a body: (field in the caller's words, sentence).
Faults = list[tuple[str, str]]


@dataclass(frozen=True)
class Composition:
    """A document's columns and its lines' rows, and what its dates follow from.

    `columns` are those that every kind has, `lines` have ids. `terms_days` is the credit that the party has,
    `seller_registration_id` what a sale is issued under, `seller_address` where the seller is. Lines also have what
    tells where their goods lie: `track_inventory`, `variant_ids` and `warehouse_id`.
    """

    columns: Row
    lines: list[dict[str, Any]]
    terms_days: int
    seller_registration_id: str | None
    seller_address: str | None


def compose(
    tx: Transaction,
    side: Side,
    bodies: Sequence[Row],
    *,
    day: str,
    line_prefix: str,
    edited: str | None = None,
) -> list[Composition | Faults]:
    """Work out documents from their bodies, in the shape that `app.schemas` loads them; `day` names their date, and
    `edited` the invoice that they are to become, whose lines may go on naming what was deleted.

    Each comes back as its composition, or as what is wrong with it: records that are not there, a discount or
    an adjustment out of bounds, a place of supply that is none.
    """
    lines = [line for body in bodies for line in body["lines"]]
    parties, *items = ask(tx, asking_for_parties(side, bodies), *asking_for_items(side, lines, edited))
    found = rows_of_parties(side, bodies, parties)
    priced = [
        Priced(body["lines"], body[day], row.get("price_list_id"))
        for body, row in zip(bodies, found, strict=True)
    ]
    facts = priced_facts(tx, facts_by_item(items), priced)
    outcomes = [
        _attempted(side, body, row, fact) for body, row, fact in zip(bodies, found, facts, strict=True)
    ]
    _give_ids([line for outcome in outcomes for line in _lines(outcome)], line_prefix)
    return outcomes


def _attempted(side: Side, body: Row, found: Row, facts: Sequence[Row]) -> Composition | Faults:
    try:
        return _composed(side, body, found, facts)
    except Invalid as refusal:
        return list(refusal.details)
    except TaxError as error:
        return error.faults


def _composed(side: Side, body: Row, found: Row, facts: Sequence[Row]) -> Composition:
    missing = missing_parties(side, found, body) + missing_goods(body["lines"], facts)
    if missing:
        raise Invalid(missing)
    parties = parties_of(side, found, body)
    lines = complete_lines(body["lines"], facts, body.get("original_lines") or {})
    warehouse = {"warehouse_id": body["warehouse_id"] or found["default_warehouse_id"]}
    taxed = tax_document(
        [line_input(line) for line in lines],
        parties.tax_kind,
        _adjustments(body),
        rounds_to_rupee=found["round_off"],
    )
    columns = {
        "seller_legal_name": parties.seller.legal_name,
        "seller_gstin": parties.seller.gstin,
        "seller_state_code": parties.seller.state_code,
        "place_of_supply_state_code": parties.place.code,
        "party": parties.party,
        **_own(body),
        **_figures(taxed),
    }
    return Composition(
        columns,
        [line | warehouse for line in taxed_lines(lines, taxed.lines)],
        found["payment_terms_days"],
        parties.seller.registration_id,
        parties.seller.address,
    )


def _lines(outcome: Composition | Faults) -> list[dict[str, Any]]:
    return outcome.lines if isinstance(outcome, Composition) else []


def _give_ids(lines: Sequence[dict[str, Any]], prefix: str) -> None:
    for line, id in zip(lines, new_ids(prefix, len(lines)), strict=True):
        line["id"] = id


def _adjustments(body: Row) -> Adjustments:
    given = body.get("adjustments")
    if given is None:
        return NO_ADJUSTMENTS
    return Adjustments(
        document_discount=given["document_discount"],
        document_discount_is_percent=given["document_discount_is_percent"],
        adjustment_amount=given["adjustment_amount"],
    )


def _own(body: Row) -> Row:
    """What a document says of itself."""
    return {
        "currency_code": body["currency_code"],
        "exchange_rate": body["exchange_rate"],
        "warehouse_id": body["warehouse_id"],
        "notes": body["notes"],
        "terms_and_conditions": body.get("terms_and_conditions"),
        **body.get("adjustments", {}),
    }


def _figures(taxed: TaxedDocument) -> Row:
    return {
        "sub_total": taxed.sub_total,
        "discount_total": taxed.discount_total,
        "cgst_total": taxed.cgst_total,
        "sgst_total": taxed.sgst_total,
        "igst_total": taxed.igst_total,
        "adjustment_amount": taxed.adjustment_amount,
        "round_off": taxed.round_off,
        "total": taxed.total,
    }
