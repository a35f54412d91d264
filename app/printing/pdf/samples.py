"""Sample documents to check templates with. Together they have every part that a paper can have."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from app.money import ZERO
from app.printing.content.formatting import Context
from app.printing.content.invoice_context import invoice_context
from app.printing.content.paper import PaperKind
from app.printing.content.statement_context import statement_context
from app.tax.gst import DocumentAdjustments, LineInput, TaxedDocument, TaxedLine, tax_document, tax_kind
from app.wire import Row

_DAY = date(2026, 11, 14)
_GOODS = (
    ("Cotton bedsheet, double, 144 thread count, block print “Bagru”", "63041910", "PCS", "1249.00", "5"),
    ("Handloom towel 75 × 150 cm, combed cotton", "63026090", "PCS", "385.50", "5"),
    ("Steel storage container with lid, 5 litre", "73239390", "PCS", "640.00", "18"),
    ("Assam tea, whole leaf, CTC blend", "09024020", "KG", "412.75", "5"),
    ("Cedar incense sticks, box of 120", "33074100", "BOX", "148.00", "18"),
)
_ADDRESS = {
    "line1": "Shop 14, Laxmi Road",
    "line2": "Opposite City Post",
    "city": "Pune",
    "pincode": "411030",
    "state": "Maharashtra",
    "stateCode": "27",
    "country": "India",
}


def samples(kind: PaperKind) -> list[Context]:
    """Return the contexts of all samples, built as for stored documents."""
    return [make() for make in (_INVOICES if kind == "invoice" else _STATEMENTS)]


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
    } | own


def _goods(count: int) -> list[Row]:
    return [line(number) for number in range(count)]


def _special() -> list[Row]:
    """Return lines that together use every column."""
    area = {"width": Decimal(1200), "height": Decimal(900), "length_unit": "MM", "qty_count": Decimal(4)}
    glass = {
        "description": "Toughened glass, clear, 8 mm\nedges polished",
        "hsn_or_sac": "70071900",
        "unit": "SQFT",
    }
    return [
        *_goods(4),
        line(2, discount=Decimal("120.00")),
        line(2, **glass, **area, quantity=Decimal("46.500093"), rate=Decimal("85.00")),
        line(1, description="हाथकरघा तौलिया, सूती", is_price_inclusive=True),
        line(0, description="Delivery within the city", hsn_or_sac=None, unit="TRIP", tax_rate_percent=ZERO),
    ]


def invoice_record(**own: Any) -> Row:
    """Return a row of `printing.invoice`, without taxes."""
    return {
        "status": "SENT",
        "invoice_number": "INV-26-27-00042",
        "invoice_date": _DAY,
        "due_date": _DAY + timedelta(days=30),
        "seller_legal_name": "Sahyadri Traders Private Limited",
        "seller_address": "Unit 3, Parvati Industrial Estate\nPune 411009, Maharashtra",
        "seller_gstin": "27AAPFU0939F1ZV",
        "seller_state_code": "27",
        "place_of_supply_state_code": "27",
        "buyer": _buyer(),
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
    } | own


def _buyer(**own: Any) -> Row:
    return {
        "displayName": "Deccan Home Stores",
        "legalName": "Deccan Home Stores LLP",
        "gstin": "27AAGFD1234K1Z5",
        "pan": "AAGFD1234K",
        "phone": "+91 98220 11223",
        "email": "buying@deccan.example",
        "billingAddress": _ADDRESS,
        "shippingAddress": None,
    } | own


def worked_out(
    record: Row, lines: list[Row], adjustments: DocumentAdjustments, *, to_the_rupee: bool = False
) -> Context:
    """Return the context of an invoice, with taxes and totals computed as for stored invoices."""
    kind = tax_kind(record["seller_gstin"], record["seller_state_code"], record["place_of_supply_state_code"])
    taxed = tax_document([_input(row) for row in lines], kind, adjustments, rounds_to_rupee=to_the_rupee)
    rows = [row | figures(tax) for row, tax in zip(lines, taxed.lines, strict=True)]
    return invoice_context(record | totals(taxed), rows)


def _input(line: Row) -> LineInput:
    names = ("quantity", "rate", "tax_rate_percent", "discount", "is_price_inclusive")
    return LineInput(**{name: line[name] for name in names})


def totals(taxed: TaxedDocument) -> Row:
    """Return the columns of an invoice that follow from its taxes."""
    names = ("sub_total", "discount_total", "cgst_total", "sgst_total", "igst_total", "adjustment_amount")
    return {name: getattr(taxed, name) for name in (*names, "round_off", "total")}


def figures(tax: TaxedLine) -> Row:
    """Return the columns of a line that follow from its taxes."""
    names = ("taxable_amount", "cgst_amount", "sgst_amount", "igst_amount", "total")
    return {name: getattr(tax, name) for name in names}


def tax_invoice() -> Context:
    """A partly paid invoice on one page, with discounts, areas, a tax-inclusive price, bank, UPI, notes and terms."""
    record = invoice_record(
        amount_paid=Decimal("5000.00"),
        adjustment_label="Packing",
        buyer=_buyer(
            shippingAddress=_ADDRESS
            | {"line1": "Godown 7, Market Yard", "line2": "Gate 2", "pincode": "411037"}
        ),
        notes="Goods were checked and packed in the presence of your driver.",
        terms_and_conditions="Payment within 30 days.\nInterest at 18% a year on what is overdue.\nPune jurisdiction.",
    )
    adjustments = DocumentAdjustments(
        Decimal(5), document_discount_is_percent=True, adjustment_amount=Decimal("150.00")
    )
    return worked_out(record, _special(), adjustments, to_the_rupee=True)


def many_lines() -> Context:
    """An invoice of forty lines, to an unregistered buyer in another state."""
    buyer = _buyer(legalName=None, displayName="Asha Patil", gstin=None, pan=None, phone=None, email=None)
    elsewhere = buyer | {
        "billingAddress": _ADDRESS
        | {"city": "Bengaluru", "pincode": "560001", "state": "Karnataka", "stateCode": "29"}
    }
    return worked_out(
        invoice_record(place_of_supply_state_code="29", buyer=elsewhere), _goods(40), DocumentAdjustments()
    )


def export() -> Context:
    """An export in dollars, without tax, under a letter of undertaking."""
    abroad = {
        "line1": "500 Harbor Drive",
        "city": "San Diego",
        "pincode": "CA 92101",
        "state": "California",
        "country": "United States",
    }
    buyer = _buyer(
        displayName="Pacific Home Imports Inc.", legalName=None, gstin=None, pan=None, billingAddress=abroad
    )
    record = invoice_record(
        invoice_number="EXP-26-27-00007",
        place_of_supply_state_code="96",
        buyer=buyer,
        currency_code="USD",
        exchange_rate=Decimal("84.25"),
    )
    lines = [
        line(number, tax_rate_percent=ZERO, rate=Decimal(rate))
        for number, rate in enumerate(("14.80", "4.6250", "7.90"))
    ]
    return worked_out(record, lines, DocumentAdjustments())


def bill_of_supply() -> Context:
    """A bill of supply of an unregistered seller without address, phone, email or bank."""
    nothing = {
        "seller_gstin": None,
        "seller_address": None,
        "organization_phone": None,
        "organization_email": None,
    }
    record = invoice_record(invoice_number="BOS-00011", bank=None, upi_id=None, **nothing)
    return worked_out(record, _goods(5), DocumentAdjustments(Decimal("50.00")))


def draft() -> Context:
    """A draft, without a number of its series and without an address."""
    record = invoice_record(
        status="DRAFT", invoice_number="DRAFT-9X4T7QKB", buyer=_buyer(billingAddress=None)
    )
    return worked_out(record, _goods(3), DocumentAdjustments())


def void() -> Context:
    """A void invoice."""
    return worked_out(invoice_record(status="VOID"), _goods(3), DocumentAdjustments())


def statement(count: int = 24) -> Context:
    """A statement of invoices, payments and credit notes, partly overdue."""
    return statement_context(customer_record(), [_entry(number, count) for number in range(count)])


def empty_statement() -> Context:
    """A statement without entries and without limits of time."""
    nothing = {
        "opening": ZERO,
        "outstanding": ZERO,
        "from_day": None,
        "to_day": None,
        "gstin": None,
        "billing_address": None,
    }
    return statement_context(customer_record(**nothing, aging=[ZERO] * 5), [])


def _entry(number: int, count: int) -> Row:
    kind, series, debit, credit = (
        ("invoice", "INV-26-27-000", Decimal("18250.50"), ZERO),
        ("payment", "PAY-26-27-000", ZERO, Decimal("15000.00")),
        ("credit_note", "CN-26-27-000", ZERO, Decimal("1250.00")),
        ("invoice", "INV-26-27-000", Decimal("6420.00"), ZERO),
    )[number % 4]
    return {
        "date": date(2026, 4, 1) + timedelta(days=220 * number // count),
        "type": kind,
        "number": f"{series}{number + 10}",
        "debit": debit,
        "credit": credit,
    }


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
        "billing_address": _ADDRESS,
        "currency_code": "INR",
        "currency_symbol": None,
        "from_day": date(2026, 4, 1),
        "to_day": _DAY,
        "today": _DAY,
        "opening": Decimal("12500.00"),
        "outstanding": Decimal("63023.00"),
        "aging": [Decimal(amount) for amount in ("24670.50", "18250.50", "6420.00", "0.00", "15932.00")],
    } | own


_INVOICES: tuple[Callable[[], Context], ...] = (tax_invoice, many_lines, export, bill_of_supply, draft, void)
_STATEMENTS: tuple[Callable[[], Context], ...] = (statement, empty_statement)
