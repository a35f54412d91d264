"""The context of an invoice's template (docs/papers.md, "The context"). Pure.

`record` is a row of `printing.invoice`, `lines` are those of `printing.lines`.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from app.money import EXACT, ZERO, paisa
from app.printing.content.amounts import RUPEES, format_price, in_words, trim_zeros
from app.printing.content.formatting import (
    CONTEXT_VERSION,
    Context,
    address_lines,
    clean_lines,
    clean_text,
    currency_context,
    format_date,
    format_state,
    money,
    seller_context,
)
from app.printing.content.hsn_summary import hsn_summary, tax_of
from app.printing.content.upi import payment_uri
from app.tax.gst import TaxKind, tax_kind
from app.tax.states import EXPORT, state_number
from app.wire import Row

TAX_INVOICE, BILL_OF_SUPPLY, EXPORT_INVOICE = "TAX INVOICE", "BILL OF SUPPLY", "EXPORT INVOICE"
WITH_TAX = "SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX"
WITHOUT_TAX = "SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX"

# Union territories without a legislature levy UTGST where a state levies SGST (UTGST Act 2017 s. 2(22)).
_UNION_TERRITORIES = {"04", "26", "31", "35", "38", "97"}
_ACROSS = {"DRAFT": "DRAFT", "VOID": "VOID"}


def invoice_context(record: Row, lines: Sequence[Row]) -> Context:
    """Return the context."""
    code, kind = record["currency_code"], _kind(record, lines)
    return {
        "version": CONTEXT_VERSION,
        "title": _title(record, kind),
        "copy": None if record["status"] in _ACROSS else "ORIGINAL FOR RECIPIENT",
        "endorsement": _endorsement(record, lines),
        "across": _ACROSS.get(record["status"]),
        "number": clean_text(record["invoice_number"]),
        "date": format_date(record["invoice_date"]),
        "due_date": format_date(record["due_date"]),
        "place_of_supply": format_state(record["place_of_supply_state_code"]),
        "reverse_charge": "No",
        "currency": currency_context(code, record["currency_symbol"]),
        "seller": seller_context(record, record["seller_legal_name"]),
        "buyer": _buyer(record["buyer"]),
        "taxes": _taxes(kind, record),
        "lines": _lines(lines, kind, code),
        "discounted": any(line["discount"] or _share(line) for line in lines),
        "hsn_summary": hsn_summary(lines, kind, code) if kind is not TaxKind.NONE else [],
        "amounts": _amounts(record, code),
        "totals": _totals(record, kind, code),
        "in_words": in_words(record["total"], code),
        "base": _base(record),
        "payment": _payment(record),
        "notes": clean_lines(record["notes"]),
        "terms": clean_lines(record["terms_and_conditions"]),
    }


def _kind(record: Row, lines: Iterable[Row]) -> TaxKind:
    """Return which taxes have columns: none on a bill of supply."""
    kind = tax_kind(record["seller_gstin"], record["seller_state_code"], record["place_of_supply_state_code"])
    return kind if _is_export(record) or _is_taxed(lines) else TaxKind.NONE


def _is_taxed(lines: Iterable[Row]) -> bool:
    """Return whether any rate is above zero. A tax itself may be less than a paisa."""
    return any(line["tax_rate_percent"] > 0 for line in lines)


def _is_export(record: Row) -> bool:
    return state_number(record["place_of_supply_state_code"]) == EXPORT


def _title(record: Row, kind: TaxKind) -> str:
    if _is_export(record):
        return EXPORT_INVOICE
    return BILL_OF_SUPPLY if kind is TaxKind.NONE else TAX_INVOICE


def _endorsement(record: Row, lines: Iterable[Row]) -> str | None:
    """Return the endorsement that rule 46 requires on an export; None for a seller without a GSTIN."""
    if not _is_export(record) or not clean_text(record["seller_gstin"]):
        return None
    return WITH_TAX if _is_taxed(lines) else WITHOUT_TAX


def _buyer(buyer: Row) -> Context:
    billing, shipping = (
        address_lines(buyer.get("billingAddress")),
        address_lines(buyer.get("shippingAddress")),
    )
    return {
        "name": clean_text(buyer.get("legalName")) or clean_text(buyer.get("displayName")),
        "gstin": clean_text(buyer.get("gstin")) or None,
        "pan": clean_text(buyer.get("pan")) or None,
        "phone": clean_text(buyer.get("phone")) or None,
        "email": clean_text(buyer.get("email")) or None,
        "billing": billing,
        "shipping": shipping if shipping != billing else [],
    }


def _taxes(kind: TaxKind, record: Row) -> list[Context]:
    """Return the taxes that have columns: the name of each, and its key in a line."""
    if kind is TaxKind.INTER:
        return [{"key": "igst", "name": "IGST"}]
    if kind is TaxKind.NONE:
        return []
    here = state_number(record["seller_state_code"])
    return [
        {"key": "cgst", "name": "CGST"},
        {"key": "sgst", "name": "UTGST" if here in _UNION_TERRITORIES else "SGST"},
    ]


def _lines(lines: Sequence[Row], kind: TaxKind, code: str) -> list[Context]:
    shown, so_far = [], ZERO
    for number, line in enumerate(lines, 1):
        so_far += line["total"]
        shown.append(_line(number, line, kind, code) | {"so_far": money(so_far, code)})
    return shown


def _line(number: int, line: Row, kind: TaxKind, code: str) -> Context:
    return {
        "number": number,
        "description": [part for part in clean_lines(line["description"]) if part],
        "hsn": clean_text(line["hsn_or_sac"]) or None,
        "quantity": trim_zeros(line["quantity"]),
        "unit": clean_text(line["unit"]),
        "size": _size(line),
        "rate": format_price(line["rate"], code),
        "rate_includes_tax": line["is_price_inclusive"] and kind is not TaxKind.NONE,
        "gross": money(_gross(line), code),
        "discount": _unless_nothing(line["discount"], code),
        "document_discount": _unless_nothing(_share(line), code),
        "taxable": money(line["taxable_amount"], code),
        "percent": f"{trim_zeros(line['tax_rate_percent'])}%",
        **tax_of(kind, line["tax_rate_percent"], line, code),
        "total": money(line["total"], code),
    }


def _size(line: Row) -> str | None:
    """Return the size of a line sold by area: `1200 × 900 mm × 4`, width by height by count."""
    if line["width"] is None or line["height"] is None:
        return None
    unit = f" {line['length_unit'].lower()}" if line["length_unit"] else ""
    width, height, count = line["width"], line["height"], line["qty_count"] or Decimal(1)
    return f"{trim_zeros(width)} × {trim_zeros(height)}{unit} × {trim_zeros(count)}"


def _gross(line: Row) -> Decimal:
    return paisa(EXACT.multiply(line["quantity"], line["rate"]))


def _share(line: Row) -> Decimal:
    """Return the line's share of the document discount, as a difference (docs/tax.md, sections 3 and 4)."""
    net: Decimal = line["total"] if line["is_price_inclusive"] else line["taxable_amount"]
    discount: Decimal = line["discount"]
    return _gross(line) - discount - net


def _unless_nothing(amount: Decimal, code: str) -> Context | None:
    return money(amount, code) if amount else None


def _amounts(record: Row, code: str) -> Context:
    figures = {
        "sub_total": record["sub_total"],
        "discount": record["discount_total"],
        "taxable": record["sub_total"] - record["discount_total"],
        "cgst": record["cgst_total"],
        "sgst": record["sgst_total"],
        "igst": record["igst_total"],
        "tax": record["cgst_total"] + record["sgst_total"] + record["igst_total"],
        "adjustment": record["adjustment_amount"],
        "round_off": record["round_off"],
        "total": record["total"],
        "paid": record["amount_paid"],
        "balance_due": _balance_due(record),
    }
    return {name: money(amount, code) for name, amount in figures.items()}


def _balance_due(record: Row) -> Decimal:
    return ZERO if record["status"] == "VOID" else record["total"] - record["amount_paid"]


def _totals(record: Row, kind: TaxKind, code: str) -> list[Context]:
    """Return the rows between the lines and the total, without those that are zero."""
    discount = record["discount_total"]
    rows = [("Sub total", record["sub_total"])]
    if discount:
        rows += [
            ("Discount", -discount),
            ("Taxable value" if kind is not TaxKind.NONE else "Value", record["sub_total"] - discount),
        ]
    rows += [(tax["name"], record[f"{tax['key']}_total"]) for tax in _taxes(kind, record)]
    if record["adjustment_amount"]:
        rows.append((clean_text(record["adjustment_label"]) or "Adjustment", record["adjustment_amount"]))
    if record["round_off"]:
        rows.append(("Round off", record["round_off"]))
    return [{"label": label, "amount": money(amount, code)} for label, amount in rows]


def _base(record: Row) -> Context | None:
    """Return the totals in the organization's currency, for an invoice in another one."""
    code, base = record["currency_code"], record["base_currency_code"]
    if code == base:
        return None
    rate = record["exchange_rate"]
    tax = record["cgst_total"] + record["sgst_total"] + record["igst_total"]
    return {
        "currency": currency_context(base, record["base_currency_symbol"]),
        "rate": f"1 {code} = {format_price(rate, base)} {base}",
        "tax": money(paisa(EXACT.multiply(tax, rate)), base),
        "total": money(paisa(EXACT.multiply(record["total"], rate)), base),
    }


def _payment(record: Row) -> Context:
    """Return the bank details, and the UPI address where an amount in rupees is due."""
    due, upi_id = _balance_due(record), clean_text(record["upi_id"])
    asks = bool(upi_id) and record["currency_code"] == RUPEES and due > 0 and record["status"] not in _ACROSS
    name, number = clean_text(record["seller_legal_name"]), clean_text(record["invoice_number"])
    return {
        "bank": clean_lines(record["bank"]),
        "upi": {"id": upi_id, "uri": payment_uri(upi_id, name, due, number)} if asks else None,
    }
