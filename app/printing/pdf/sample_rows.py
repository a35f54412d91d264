"""Rows as the statements of `printing.sql` answer them, for sample documents."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from app.money import ZERO
from app.printing.content.formatting import Context
from app.printing.content.invoice_context import invoice_context
from app.tax.gst import DocumentAdjustments, LineInput, TaxedDocument, TaxedLine, tax_document
from app.tax.supplies import TAXABLE, supply_of
from app.wire import Row

DAY = date(2026, 11, 14)
_GOODS = (
    ("Cotton bedsheet, double, 144 thread count, block print “Bagru”", "63041910", "PCS", "1249.00", "5"),
    ("Handloom towel 75 × 150 cm, combed cotton", "63026090", "PCS", "385.50", "5"),
    ("Steel storage container with lid, 5 litre", "73239390", "PCS", "640.00", "18"),
    ("Assam tea, whole leaf, CTC blend", "09024020", "KG", "412.75", "5"),
    ("Cedar incense sticks, box of 120", "33074100", "BOX", "148.00", "18"),
)
ADDRESS = {
    "line1": "Shop 14, Laxmi Road",
    "line2": "Opposite City Post",
    "city": "Pune",
    "pincode": "411030",
    "state": "Maharashtra",
    "stateCode": "27",
    "country": "India",
}


def line(number: int, **own: Any) -> Row:
    """Return a row of `printing.lines`, without taxes."""
    description, hsn, unit, rate, percent = _GOODS[number % len(_GOODS)]
    return {
        "description": description,
        "hsn_or_sac": hsn,
        "quantity": Decimal(number % 7 + 2),
        "unit": unit,
        "rate": Decimal(rate),
        "discount": ZERO,
        "tax_rate_percent": Decimal(percent),
        "is_price_inclusive": False,
        "width": None,
        "height": None,
        "length_unit": None,
        "qty_count": None,
        "taxability": TAXABLE,
        "cess_rate_percent": ZERO,
    } | own


_SUPPLY = {"gst_category": "REGISTERED", "supply_type": "B2B", "reverse_charge": False}
# The portal's signed QR codes hold about a thousand characters.
E_INVOICE = {
    "irn": "9b1c5e0d7a3f4826" * 4,
    "ack_no": "112610000012345",
    "ack_date": "2026-11-14 17:42:10",
    "qr": "eyJhbGciOiJSUzI1NiJ9." + "eyJkYXRhIjoiU2Vs" * 56 + ".c2lnbmVk",
}
_EXPORT = {"shipping_bill_number": None, "shipping_bill_date": None, "port_code": None}


def invoice_record(**own: Any) -> Row:
    """Return a row of `printing.invoice`, without taxes."""
    return {
        "status": "SENT",
        "number": "INV-26-27-00042",
        "day": DAY,
        "due_date": DAY + timedelta(days=30),
        "seller_legal_name": "Sahyadri Traders Private Limited",
        "seller_address": "Unit 3, Parvati Industrial Estate\nPune 411009, Maharashtra",
        "seller_gstin": "27AAPFU0939F1ZV",
        "seller_state_code": "27",
        "place_of_supply_state_code": "27",
        "buyer": buyer(),
        "currency_code": "INR",
        "currency_symbol": None,
        "base_currency_code": "INR",
        "base_currency_symbol": None,
        "exchange_rate": Decimal(1),
        "adjustment_label": None,
        "amount_paid": ZERO,
        "organization_phone": "+91 20 2445 6677",
        "organization_email": "accounts@sahyadri.example",
        "bank": "Example Bank, Camp, Pune\nA/c 000012345678 · IFSC EXMP0000411",
        "upi_id": "sahyadri.traders@okexample",
        "notes": None,
        "terms_and_conditions": None,
        "seller_is_composition": False,
        **_SUPPLY,
        **_EXPORT,
    } | own


def buyer(**own: Any) -> Row:
    """Return the buyer of an invoice as it was when written."""
    return {
        "displayName": "Deccan Home Stores",
        "legalName": "Deccan Home Stores LLP",
        "gstin": "27AAGFD1234K1Z5",
        "pan": "AAGFD1234K",
        "phone": "+91 98220 11223",
        "email": "buying@deccan.example",
        "billingAddress": ADDRESS,
        "shippingAddress": None,
    } | own


def worked_out(
    record: Row,
    lines: list[Row],
    adjustments: DocumentAdjustments,
    *,
    to_the_rupee: bool = False,
    context: Callable[[Row, list[Row]], Context] = invoice_context,
) -> Context:
    """Return the context of a document, with taxes and totals computed as for stored ones."""
    taxed = tax_document(
        [_input(row) for row in lines], supply_of(record).tax_kind, adjustments, rounds_to_rupee=to_the_rupee
    )
    rows = [row | figures(tax) for row, tax in zip(lines, taxed.lines, strict=True)]
    return context(record | totals(taxed), rows)


def _input(line: Row) -> LineInput:
    names = ("quantity", "rate", "tax_rate_percent", "discount", "is_price_inclusive", "cess_rate_percent")
    return LineInput(**{name: line[name] for name in names}, is_taxable=line["taxability"] == TAXABLE)


def totals(taxed: TaxedDocument) -> Row:
    """Return the columns of an invoice that follow from its taxes."""
    taxes = ("cgst_total", "sgst_total", "igst_total", "cess_total")
    names = ("sub_total", "discount_total", *taxes, "adjustment_amount", "round_off", "total")
    return {name: getattr(taxed, name) for name in names}


def figures(tax: TaxedLine) -> Row:
    """Return the columns of a line that follow from its taxes."""
    names = ("taxable_amount", "cgst_amount", "sgst_amount", "igst_amount", "cess_amount", "total")
    return {name: getattr(tax, name) for name in names}


def customer_record(**own: Any) -> Row:
    """Return a row of `printing.statement`."""
    return {
        "seller_name": "Sahyadri Traders Private Limited",
        "seller_address": "Unit 3, Parvati Industrial Estate\nPune 411009, Maharashtra",
        "seller_gstin": "27AAPFU0939F1ZV",
        "seller_state_code": "27",
        "organization_phone": "+91 20 2445 6677",
        "organization_email": "accounts@sahyadri.example",
        "bank": "Example Bank, Camp, Pune\nA/c 000012345678 · IFSC EXMP0000411",
        "upi_id": "sahyadri.traders@okexample",
        "legal_name": "Deccan Home Stores LLP",
        "display_name": "Deccan Home Stores",
        "gstin": "27AAGFD1234K1Z5",
        "phone": "+91 98220 11223",
        "email": "buying@deccan.example",
        "billing_address": ADDRESS,
        "currency_code": "INR",
        "currency_symbol": None,
        "from_day": date(2026, 4, 1),
        "to_day": DAY,
        "today": DAY,
        "opening": Decimal("12500.00"),
        "outstanding": Decimal("63023.00"),
        "aging": [Decimal(amount) for amount in ("24670.50", "18250.50", "6420.00", "0.00", "15932.00")],
    } | own
