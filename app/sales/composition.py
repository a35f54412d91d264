"""From the body of an invoice to all of its figures: the one place where a sales document is worked out."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from app.database import Row, Transaction, jsonb
from app.errors import Invalid
from app.sales.lines import complete_lines, line_input, stored_lines
from app.sales.parties import Parties, parties_of
from app.tax.gst import Adjustments, TaxedDocument, TaxError, tax_document


@dataclass(frozen=True)
class Composition:
    """An invoice's columns and its lines' rows, ready to store."""

    columns: Row
    lines: list[dict[str, Any]]
    is_past_due: bool


def compose(tx: Transaction, body: Row) -> Composition:
    """Work out an invoice from its body, as `app.schemas.invoices` loads it.

    Raises Invalid, naming the fields: records that are not there, a due date before the invoice's, a discount
    or an adjustment out of bounds, a place of supply that is none.
    """
    found = _find_parties(tx, body)
    try:
        parties = parties_of(found, body["place_of_supply_state_code"])
        lines = complete_lines(
            tx, body["lines"], day=body["invoice_date"], price_list_id=found["price_list_id"]
        )
        taxed = tax_document(
            [line_input(line) for line in lines],
            parties.tax_kind,
            _adjustments(body["adjustments"]),
            rounds_to_rupee=found["round_off"],
        )
    except TaxError as error:
        raise Invalid([(error.field, error.message)]) from error
    due_date = _due_date(body, found["payment_terms_days"])
    columns = _columns(body, parties, taxed, due_date)
    return Composition(columns, stored_lines(lines, taxed.lines), due_date < found["today"])


def _find_parties(tx: Transaction, body: Row) -> Row:
    named = {
        "customer_id": "customerId",
        "seller_registration_id": "sellerRegistrationId",
        "salesperson_id": "salespersonId",
        "warehouse_id": "warehouseId",
    }
    found = tx.one("invoices.parties", **{name: body[name] for name in named})
    assert found is not None, "the tenant is an organization"  # noqa: S101 - true by the token's foreign key
    present = found | {"seller_registration_id": found["registration_id"]}
    missing = [field for name, field in named.items() if body[name] is not None and present[name] is None]
    if missing:
        raise Invalid([(field, "Names no record of this organization.") for field in missing])
    return found


def _is_stated(body: Row) -> bool:
    return bool((body["place_of_supply_state_code"] or "").strip())


def _due_date(body: Row, payment_terms_days: int) -> date:
    invoice_date: date = body["invoice_date"]
    due: date = body["due_date"] or invoice_date + timedelta(days=payment_terms_days)
    if due < invoice_date:
        raise Invalid([("dueDate", "Must not be before invoiceDate.")])
    return due


def _adjustments(given: Row) -> Adjustments:
    return Adjustments(
        document_discount=given["document_discount"],
        document_discount_is_percent=given["document_discount_is_percent"],
        adjustment_amount=given["adjustment_amount"],
    )


def _columns(body: Row, parties: Parties, taxed: TaxedDocument, due_date: date) -> Row:
    return {
        "customer_id": body["customer_id"],
        "salesperson_id": body["salesperson_id"],
        "invoice_date": body["invoice_date"],
        "due_date": due_date,
        "seller_registration_id": parties.seller.registration_id,
        "seller_legal_name": parties.seller.legal_name,
        "seller_gstin": parties.seller.gstin,
        "seller_state_code": parties.seller.state_code,
        "place_of_supply_state_code": parties.place.code,
        "place_of_supply_stated": body.get("place_of_supply_stated", _is_stated(body)),
        "buyer": jsonb(parties.buyer),
        "currency_code": body["currency_code"],
        "exchange_rate": body["exchange_rate"],
        "apply_customer_credit": body["apply_customer_credit"],
        "warehouse_id": body["warehouse_id"],
        "scheme_ids": jsonb(body["scheme_ids"]),
        "notes": body["notes"],
        "terms_and_conditions": body["terms_and_conditions"],
        **body["adjustments"],
        "sub_total": taxed.sub_total,
        "discount_total": taxed.discount_total,
        "cgst_total": taxed.cgst_total,
        "sgst_total": taxed.sgst_total,
        "igst_total": taxed.igst_total,
        "adjustment_amount": taxed.adjustment_amount,
        "round_off": taxed.round_off,
        "total": taxed.total,
    }
