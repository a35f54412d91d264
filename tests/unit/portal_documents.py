"""Documents as the statements for the portals read them, worked out as stored ones are."""

from datetime import date
from decimal import Decimal
from typing import Any

from app.tax.gst import DocumentAdjustments, LineInput, TaxedDocument, tax_document
from app.tax.supplies import supply_of
from app.wire import Row

ADDRESS = {"line1": "12 MG Road", "city": "Bengaluru", "stateCode": "29", "pincode": "560001"}
ABROAD = {"line1": "5 Elm Street", "city": "Boston", "country": "USA"}
BUYER = {
    "legalName": "Nandi Tools LLP",
    "gstin": "29AAGCB7383J1Z4",
    "billingAddress": ADDRESS,
    "shippingAddress": None,
}

SEZ = {"gst_category": "SEZ", "buyer": BUYER}
EXPORT = {
    "gst_category": "OVERSEAS",
    "place_of_supply_state_code": "96",
    "buyer": {"legalName": "Acme Inc", "gstin": None, "billingAddress": ABROAD, "shippingAddress": None},
}


def line(quantity: Any = 10, rate: Any = 100, percent: Any = 18, **own: Any) -> Row:
    """A line of goods before tax."""
    return {
        "description": "Hex bolts",
        "hsn_or_sac": "731815",
        "quantity": Decimal(str(quantity)),
        "unit": "KGS",
        "rate": Decimal(str(rate)),
        "discount": Decimal(0),
        "is_price_inclusive": False,
        "tax_rate_percent": Decimal(str(percent)),
        "taxability": "TAXABLE",
        "cess_rate_percent": Decimal(0),
    } | own


def document(
    *lines: Row, adjustments: DocumentAdjustments | None = None, **own: Any
) -> tuple[Row, list[Row]]:
    """An invoice with its lines, taxed; from Maharashtra to Karnataka unless `own` says otherwise."""
    record: Row = {
        "id": "inv_1",
        "type": "INV",
        "number": "INV-00001",
        "day": date(2026, 10, 15),
        "status": "SENT",
        "originals": None,
        "buyer": BUYER,
        "gst_category": "REGISTERED",
        "supply_type": "B2B",
        "seller_legal_name": "Sahyadri Traders",
        "seller_gstin": "27AAPFU0939F1ZV",
        "seller_state_code": "27",
        "place_of_supply_state_code": "29",
        "currency_code": "INR",
        "exchange_rate": Decimal(1),
        "reverse_charge": False,
        "seller_is_composition": False,
        "shipping_bill_number": None,
        "shipping_bill_date": None,
        "port_code": None,
        "e_invoice_cancelled_at": None,
        "registration_id": "reg_1",
        "turnover_above_5_crore": False,
        "today": date(2026, 10, 15),
        "trade_name": None,
        "address_line1": "1 Mill Lane",
        "address_line2": None,
        "city": "Pune",
        "pincode": "411001",
        "phone": None,
        "email": None,
        "rounds": False,
    } | own
    taxed = _taxed(record, lines or (line(),), adjustments or DocumentAdjustments())
    names = ("taxable_amount", "cgst_amount", "sgst_amount", "igst_amount", "cess_amount", "total")
    rows = [
        row | {name: getattr(worked, name) for name in names}
        for row, worked in zip(lines or (line(),), taxed.lines, strict=True)
    ]
    totals = ("sub_total", "discount_total", "cgst_total", "sgst_total", "igst_total", "cess_total")
    totals += ("adjustment_amount", "round_off", "total")
    return record | {name: getattr(taxed, name) for name in totals}, rows


def _taxed(record: Row, lines: Any, adjustments: DocumentAdjustments) -> TaxedDocument:
    names = ("quantity", "rate", "tax_rate_percent", "discount", "is_price_inclusive", "cess_rate_percent")
    inputs = [
        LineInput(**{name: row[name] for name in names}, is_taxable=row["taxability"] == "TAXABLE")
        for row in lines
    ]
    return tax_document(inputs, supply_of(record).tax_kind, adjustments, rounds_to_rupee=record["rounds"])
