"""From bodies to all of their figures: the one place where documents with lines are worked out.

One document or a thousand cost the same number of statements, three at most: parties and items in one round trip, and
what price lists say in another where a customer has one.
"""

from collections.abc import Iterable, Iterator, Sequence

from app.documents.bulk_lookup import look_up
from app.documents.creation import KindWithLines, NewDocument, columns_of
from app.documents.document_warnings import adjustment_warnings, date_warnings, line_warnings
from app.documents.line_inputs import line_input
from app.documents.lines import (
    Priced,
    complete_lines,
    facts_by_item,
    item_lookups,
    missing_goods,
    priced_facts,
    taxed_lines,
)
from app.documents.parties import missing_parties, parties_lookup, rows_of_parties
from app.errors import REFUSE, Warned
from app.ids import new_ids
from app.postgres.database import Row, Transaction
from app.tax.gst import (
    NO_ADJUSTMENTS,
    DocumentAdjustments,
    TaxedDocument,
    TaxError,
    TaxKind,
    tax_document,
    total_of,
)


def compose(
    tx: Transaction, kind: KindWithLines, documents: Sequence[NewDocument], *, edited: str | None = None
) -> None:
    """Work out the row and the lines of documents from their bodies.

    If a document cannot be calculated, its `faults` say why and its `row` stays empty: records that are not there, a
    discount or an adjustment out of bounds, a place of supply that is none. `edited` is the id of the invoice that is
    edited, whose lines may still name deleted items.

    Each line gets an id, its columns, and three keys that locate its goods: `track_inventory`, `variant_ids` and
    `warehouse_id`.
    """
    bodies = [document.body for document in documents]
    lines = [line for body in bodies for line in body["lines"]]
    parties, *items = look_up(tx, parties_lookup(kind.side, bodies), *item_lookups(kind.side, lines, edited))
    found = rows_of_parties(kind.side, bodies, parties)
    priced = [
        Priced(body["lines"], body[kind.day], row.get("price_list_id"))
        for body, row in zip(bodies, found, strict=True)
    ]
    facts = priced_facts(tx, facts_by_item(items), priced)
    for document, row, fact in zip(documents, found, facts, strict=True):
        try:
            _work_out(kind, document, row, fact)
        except TaxError as error:
            document.faults += error.faults
    _give_ids(documents, kind.line_prefix)


def _work_out(kind: KindWithLines, document: NewDocument, found: Row, facts: Sequence[Row]) -> None:
    body = document.body
    missing = missing_parties(kind.side, found, body) + missing_goods(body["lines"], facts)
    if missing:
        document.faults += missing
        return
    parties = kind.side.read(found, body, body[kind.day], document.before)
    taxes = parties.supply.tax_kind
    lines = complete_lines(body["lines"], facts, document.original_lines, taxes)
    warehouse = {"warehouse_id": body["warehouse_id"] or found["default_warehouse_id"]}
    taxed = _taxed(lines, taxes, _adjustments(body), rounds_to_rupee=found["round_off"])
    document.row = {
        **columns_of(kind, document),
        **body.get("adjustments", {}),
        "seller_registration_id": parties.seller.registration_id,
        "seller_legal_name": parties.seller.legal_name,
        "seller_gstin": parties.seller.gstin,
        "seller_state_code": parties.seller.state_code,
        "seller_address": parties.seller.address,
        "place_of_supply_state_code": parties.place.code,
        "seller_is_composition": parties.seller.is_composition,
        "gst_category": parties.supply.category,
        "supply_type": parties.supply.type,
        "reverse_charge": parties.supply.reverse_charge,
        "party": parties.party,
        **_figures(taxed),
    }
    document.lines = [line | warehouse for line in taxed_lines(lines, taxed.lines)]
    document.refuses, document.today = found["checks"] == REFUSE, found["today"]
    document.fiscal_year_start = found["fiscal_year_start_month"]
    document.warn(_warnings(kind, document, found, facts))
    document.terms_days = found["payment_terms_days"]


def _taxed(
    lines: Sequence[Row], kind: TaxKind, adjustments: DocumentAdjustments, *, rounds_to_rupee: bool
) -> TaxedDocument:
    """Return the figures of completed lines. Figures that a note's lines have of their originals stay."""
    inputs = [line_input(line) for line in lines]
    taxed = tax_document(inputs, kind, adjustments, rounds_to_rupee=rounds_to_rupee)
    if not any("figures" in line for line in lines):
        return taxed
    figures = [line.get("figures", own) for line, own in zip(lines, taxed.lines, strict=True)]
    return total_of(figures, rounds_to_rupee=rounds_to_rupee)


def _warnings(
    kind: KindWithLines, document: NewDocument, found: Row, facts: Sequence[Row]
) -> Iterator[Warned]:
    body = document.body
    # Not known of who sells to the organization, nor of who sold what a note is about.
    above_5_crore = found["turnover_above_5_crore"] and not kind.side.purchases and document.before is None
    types = [fact["item_type"] for fact in facts]
    yield from line_warnings(body["lines"], types, above_5_crore=above_5_crore)
    yield from adjustment_warnings(document.row)
    if body["status"] not in ("DRAFT", "VOID"):
        yield from date_warnings(kind.day, body[kind.day], document.today)


def _give_ids(documents: Iterable[NewDocument], prefix: str) -> None:
    lines = [line for document in documents for line in document.lines]
    for line, id in zip(lines, new_ids(prefix, len(lines)), strict=True):
        line["id"] = id


def _adjustments(body: Row) -> DocumentAdjustments:
    given = body.get("adjustments")
    if given is None:
        return NO_ADJUSTMENTS
    return DocumentAdjustments(
        document_discount=given["document_discount"],
        document_discount_is_percent=given["document_discount_is_percent"],
        adjustment_amount=given["adjustment_amount"],
    )


def _figures(taxed: TaxedDocument) -> Row:
    return {
        "sub_total": taxed.sub_total,
        "discount_total": taxed.discount_total,
        "cgst_total": taxed.cgst_total,
        "sgst_total": taxed.sgst_total,
        "igst_total": taxed.igst_total,
        "cess_total": taxed.cess_total,
        "adjustment_amount": taxed.adjustment_amount,
        "round_off": taxed.round_off,
        "total": taxed.total,
    }
