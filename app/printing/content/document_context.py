"""The context of a document on paper, as far as all papers with lines share it (docs/papers.md, "The context"). Pure.

`record` and `lines` are rows of `printing.sql`.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from app.money import EXACT, ZERO, group_quantity, paisa, trim_zeros
from app.printing.content.amounts import format_price, in_words
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
)
from app.printing.content.gst_wording import TAXABILITIES, goes_abroad
from app.printing.content.hsn_summary import hsn_summary
from app.printing.content.reverse_charge import owed_by_recipient
from app.printing.content.tax_columns import (
    gst_percent,
    has_rate,
    sum_of_taxes,
    tax_of,
    taxes_of,
)
from app.tax.gst import TaxKind
from app.tax.supplies import supply_of
from app.wire import Row

# The states that lie across a paper.
ACROSS = {"DRAFT": "DRAFT", "VOID": "VOID"}


def document_context(record: Row, lines: Sequence[Row]) -> Context:
    """Return the part of the context that all documents share: number, days, place, lines and totals; no parties."""
    code = record["currency_code"]
    taxes = taxes_of(_kind(record, lines), record["seller_state_code"], lines)
    return {
        "version": CONTEXT_VERSION,
        "copy": None,
        "endorsement": None,
        "export": None,
        "e_invoice": _e_invoice(record),
        "originals": [],
        "reason": [],
        "across": ACROSS.get(record["status"]),
        "number": clean_text(record["number"]),
        "date": format_date(record["day"]),
        "due_date": record["due_date"] and format_date(record["due_date"]),
        "place_of_supply": format_state(record["place_of_supply_state_code"]),
        "reverse_charge": "Yes" if record["reverse_charge"] else "No",
        "owed_by_recipient": owed_by_recipient(record, lines),
        "currency": currency_context(code, record["currency_symbol"]),
        "taxes": taxes,
        "lines": _lines(lines, taxes, code),
        "discounted": any(line["discount"] or _share(line) for line in lines),
        "hsn_summary": hsn_summary(lines, taxes, code) if taxes else [],
        "amounts": _amounts(record, code),
        "totals": _totals(record, taxes, code),
        "in_words": in_words(record["total"], code),
        "base": _base(record),
        "notes": clean_lines(record["notes"]),
        "terms": clean_lines(record["terms_and_conditions"]),
    }


def party_context(party: Row) -> Context:
    """Return a customer or a vendor as it was when the document was written."""
    billing, shipping = (
        address_lines(party.get("billingAddress")),
        address_lines(party.get("shippingAddress")),
    )
    return {
        "name": clean_text(party.get("legalName")) or clean_text(party.get("displayName")),
        "gstin": clean_text(party.get("gstin")) or None,
        "pan": clean_text(party.get("pan")) or None,
        "phone": clean_text(party.get("phone")) or None,
        "email": clean_text(party.get("email")) or None,
        "billing": billing,
        "shipping": shipping if shipping != billing else [],
    }


def delivery_to(buyer: Context) -> list[str]:
    """Return the lines of a buyer's delivery address, "The same address" for the billing one; empty if neither is
    known."""
    return buyer["shipping"] or (["The same address"] if buyer["billing"] else [])


def _e_invoice(record: Row) -> Context | None:
    """Return the invoice registration portal's answer about a document (CGST Rules 2017, rule 48(4))."""
    registered = record.get("e_invoice")
    return registered and {name: clean_text(text) for name, text in registered.items()}


def _kind(record: Row, lines: Iterable[Row]) -> TaxKind:
    """Return the kind of taxes that have columns: NONE if nothing is taxed."""
    supply = supply_of(record)
    return supply.tax_kind if goes_abroad(supply) or any(map(has_rate, lines)) else TaxKind.NONE


def _lines(lines: Sequence[Row], taxes: list[Context], code: str) -> list[Context]:
    shown, so_far = [], ZERO
    for number, line in enumerate(lines, 1):
        so_far += line["total"]
        shown.append(_line(number, line, taxes, code) | {"so_far": money(so_far, code)})
    return shown


def _line(number: int, line: Row, taxes: list[Context], code: str) -> Context:
    return {
        "number": number,
        "description": [part for part in clean_lines(line["description"]) if part],
        "hsn": clean_text(line["hsn_or_sac"]) or None,
        "quantity": group_quantity(line["quantity"], code),
        "unit": clean_text(line["unit"]),
        "size": _size(line),
        "rate": format_price(line["rate"], code),
        "rate_includes_tax": line["is_price_inclusive"] and bool(taxes),
        "gross": money(_gross(line), code),
        "discount": _unless_nothing(line["discount"], code),
        "document_discount": _unless_nothing(_share(line), code),
        "taxable": money(line["taxable_amount"], code),
        "taxability": TAXABILITIES.get(line["taxability"]),
        "percent": gst_percent(line),
        **tax_of(taxes, line, code),
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
        "cess": record["cess_total"],
        "tax": sum_of_taxes(record, "total"),
        "adjustment": record["adjustment_amount"],
        "round_off": record["round_off"],
        "total": record["total"],
    }
    settled: Context = {"paid": None, "balance_due": None}
    return {name: money(amount, code) for name, amount in figures.items()} | settled


def _totals(record: Row, taxes: list[Context], code: str) -> list[Context]:
    """Return the rows between the lines and the total, without those that are zero."""
    discount = record["discount_total"]
    rows = [("Sub total", record["sub_total"])]
    if discount:
        rows += [
            ("Discount", -discount),
            ("Taxable value" if taxes else "Value", record["sub_total"] - discount),
        ]
    rows += [(tax["name"], record[f"{tax['key']}_total"]) for tax in taxes]
    if record["adjustment_amount"]:
        rows.append((clean_text(record["adjustment_label"]) or "Adjustment", record["adjustment_amount"]))
    if record["round_off"]:
        rows.append(("Round off", record["round_off"]))
    return [{"label": label, "amount": money(amount, code)} for label, amount in rows]


def _base(record: Row) -> Context | None:
    """Return the totals in the organization's currency, for a document in another one."""
    code, base = record["currency_code"], record["base_currency_code"]
    if code == base:
        return None
    rate = record["exchange_rate"]
    tax = sum_of_taxes(record, "total")
    return {
        "currency": currency_context(base, record["base_currency_symbol"]),
        "rate": f"1 {code} = {format_price(rate, base)} {base}",
        "tax": money(paisa(EXACT.multiply(tax, rate)), base),
        "total": money(paisa(EXACT.multiply(record["total"], rate)), base),
    }
