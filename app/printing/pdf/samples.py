"""Sample documents to check templates with. Together they have every part that a paper can have."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from app.money import ZERO
from app.printing.content.formatting import Context
from app.printing.content.paper import PaperKind
from app.printing.content.statement_context import statement_context
from app.printing.pdf import note_samples, order_samples, voucher_samples
from app.printing.pdf.sample_rows import (
    ADDRESS,
    DAY,
    E_INVOICE,
    buyer,
    customer_record,
    invoice_record,
    line,
    worked_out,
)
from app.tax.gst import DocumentAdjustments
from app.wire import Row

_TO_A_PERSON = {"gst_category": "UNREGISTERED", "supply_type": "B2C"}


def samples(kind: PaperKind) -> list[Context]:
    """Return the contexts of all samples, built as for stored documents."""
    return [make() for make in _SAMPLES[kind]]


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


def tax_invoice() -> Context:
    """A partly paid invoice on one page, with discounts, areas, a tax-inclusive price, bank, UPI, notes and terms."""
    record = invoice_record(
        amount_paid=Decimal("5000.00"),
        adjustment_label="Packing",
        buyer=buyer(
            shippingAddress=ADDRESS
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
    elsewhere = ADDRESS | {
        "city": "Bengaluru",
        "pincode": "560001",
        "state": "Karnataka",
        "stateCode": "29",
    }
    record = invoice_record(
        place_of_supply_state_code="29", buyer=_person(billingAddress=elsewhere), **_TO_A_PERSON
    )
    return worked_out(record, _goods(40), DocumentAdjustments())


def _person(**own: Any) -> Row:
    """Return a buyer who is not registered."""
    nothing = {"legalName": None, "gstin": None, "pan": None, "phone": None, "email": None}
    return buyer(displayName="Asha Patil", **nothing) | own


def export() -> Context:
    """An export in dollars, without tax, under a letter of undertaking."""
    abroad = {
        "line1": "500 Harbor Drive",
        "city": "San Diego",
        "pincode": "CA 92101",
        "state": "California",
        "country": "United States",
    }
    importer = buyer(
        displayName="Pacific Home Imports Inc.", legalName=None, gstin=None, pan=None, billingAddress=abroad
    )
    record = invoice_record(
        number="EXP-26-27-00007",
        place_of_supply_state_code="96",
        gst_category="OVERSEAS",
        supply_type="EXPWOP",
        shipping_bill_number="4471829",
        shipping_bill_date=DAY,
        port_code="INNSA1",
        buyer=importer,
        currency_code="USD",
        exchange_rate=Decimal("84.25"),
    )
    lines = [
        line(number, tax_rate_percent=ZERO, rate=Decimal(rate))
        for number, rate in enumerate(("14.80", "4.6250", "7.90"))
    ]
    return worked_out(record, lines, DocumentAdjustments())


def to_a_zone() -> Context:
    """A supply to a special economic zone on payment of tax, with cess on one line."""
    record = invoice_record(place_of_supply_state_code="29", gst_category="SEZ", supply_type="SEZWP")
    return worked_out(record, [line(0), _with_cess()], DocumentAdjustments())


def under_reverse_charge() -> Context:
    """A supply whose recipient owes the taxes, with cess on one line."""
    return worked_out(invoice_record(reverse_charge=True), [*_goods(3), _with_cess()], DocumentAdjustments())


def registered() -> Context:
    """An invoice that is registered at the government's portal."""
    return worked_out(invoice_record(e_invoice=E_INVOICE), _goods(3), DocumentAdjustments())


def _with_cess() -> Row:
    return line(
        2,
        description="Aerated water, 24 bottles of 600 ml",
        hsn_or_sac="22021010",
        tax_rate_percent=Decimal(28),
        cess_rate_percent=Decimal(12),
    )


def of_composition() -> Context:
    """A bill of supply of a composition taxable person."""
    return worked_out(invoice_record(seller_is_composition=True), _goods(3), DocumentAdjustments())


def taxed_and_exempt() -> Context:
    """Taxed and exempt lines to a buyer who is not registered."""
    exempt = line(3, description="Fresh milk, 1 litre", hsn_or_sac="04011000", taxability="EXEMPT")
    record = invoice_record(buyer=_person(), **_TO_A_PERSON)
    return worked_out(record, [line(0), exempt], DocumentAdjustments())


def unregistered() -> Context:
    """An invoice of an unregistered seller without address, phone, email or bank."""
    nothing = {
        "seller_gstin": None,
        "seller_address": None,
        "organization_phone": None,
        "organization_email": None,
    }
    record = invoice_record(number="INV-00011", bank=None, upi_id=None, **nothing)
    return worked_out(record, _goods(5), DocumentAdjustments(Decimal("50.00")))


def draft() -> Context:
    """A draft, without a number of its series and without an address."""
    record = invoice_record(status="DRAFT", number="DRAFT-9X4T7QKB", buyer=buyer(billingAddress=None))
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


_INVOICES = (
    tax_invoice,
    many_lines,
    export,
    to_a_zone,
    registered,
    under_reverse_charge,
    of_composition,
    taxed_and_exempt,
    unregistered,
    draft,
    void,
)
_SAMPLES: Mapping[PaperKind, Sequence[Callable[[], Context]]] = {
    "invoice": _INVOICES,
    "statement": (statement, empty_statement),
    "quote": order_samples.QUOTES,
    "sales_order": order_samples.SALES_ORDERS,
    "purchase_order": order_samples.PURCHASE_ORDERS,
    "credit_note": note_samples.CREDIT_NOTES,
    "receipt_voucher": voucher_samples.VOUCHERS,
}
