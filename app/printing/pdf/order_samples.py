"""Sample quotes and orders to check templates with."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from app.printing.content.formatting import Context
from app.printing.content.order_context import purchase_order_context, quote_context, sales_order_context
from app.printing.pdf.sample_rows import ADDRESS, DAY, buyer, invoice_record, line, worked_out
from app.tax.gst import DocumentAdjustments
from app.wire import Row

# Builds a context of a row of `printing.sql` and its lines.
_Make = Callable[[Row, Sequence[Row]], Context]

_ISSUER = {
    "issuer_legal_name": "Sahyadri Traders Private Limited",
    "issuer_gstin": "27AAPFU0939F1ZV",
    "issuer_state_code": "27",
    "issuer_address": "Unit 3, Parvati Industrial Estate\nPune 411009, Maharashtra",
    "warehouse_name": "Main godown",
    "warehouse_address": ADDRESS | {"line1": "Godown 7, Market Yard", "line2": "Gate 2", "pincode": "411037"},
}
_NO_ISSUER = {
    "issuer_gstin": None,
    "issuer_address": None,
    "warehouse_name": None,
    "warehouse_address": None,
}


def _special() -> list[Row]:
    area = {"width": Decimal(1200), "height": Decimal(900), "length_unit": "MM", "qty_count": Decimal(4)}
    glass = line(2, description="Toughened glass, clear", hsn_or_sac=None, unit="SQFT", **area)
    return [line(0, discount=Decimal("120.00")), line(1, is_price_inclusive=True), glass]


def _whole(make: _Make, number: str) -> Context:
    """A document with discounts, an area, a tax-inclusive price, notes and terms, to be sent elsewhere."""
    record = _record(
        number,
        buyer=buyer(shippingAddress=ADDRESS | {"line1": "Godown 7, Market Yard", "pincode": "411037"}),
        adjustment_label="Packing",
        notes="As spoken about with Ms Kulkarni.",
        terms_and_conditions="Delivery within 15 days.\nPune jurisdiction.",
    )
    adjustments = DocumentAdjustments(Decimal(5), document_discount_is_percent=True)
    return worked_out(record, _special(), adjustments, context=make)


def _elsewhere(make: _Make, number: str) -> Context:
    """A draft to another state, in another currency, without a last day and a known address."""
    own = {"place_of_supply_state_code": "29", "currency_code": "USD", "exchange_rate": Decimal("84.25")}
    record = _record(number, status="DRAFT", due_date=None, buyer=_unknown(), **own, **_nothing())
    return worked_out(record, [line(0)], DocumentAdjustments(), context=make)


def _abroad(make: _Make, number: str) -> Context:
    """A document for goods that go abroad, with the papers of their shipping."""
    shipped = {"shipping_bill_number": "4471829", "shipping_bill_date": DAY, "port_code": "INNSA1"}
    own = {"place_of_supply_state_code": "96", "gst_category": "OVERSEAS", "supply_type": "EXPWP"}
    abroad = buyer(
        gstin=None,
        billingAddress=ADDRESS
        | {"city": "Dubai", "country": "UAE"}
        | dict.fromkeys(("state", "stateCode", "pincode")),
    )
    record = _record(number, buyer=abroad, **own, **shipped)
    return worked_out(record, [line(0)], DocumentAdjustments(), context=make)


def _under_reverse_charge(make: _Make, number: str) -> Context:
    """A document whose recipient owes the taxes, with cess on a line."""
    lines = [line(0), line(2, cess_rate_percent=Decimal(12)), line(3, taxability="EXEMPT")]
    return worked_out(_record(number, reverse_charge=True), lines, DocumentAdjustments(), context=make)


def _with_cess(make: _Make, number: str) -> Context:
    """A document to another state, with cess."""
    lines = [line(2, cess_rate_percent=Decimal(12))]
    record = _record(number, place_of_supply_state_code="29")
    return worked_out(record, lines, DocumentAdjustments(), context=make)


def _record(number: str, **own: Any) -> Row:
    record = invoice_record(number=number, **own)
    return _ISSUER | {"vendor": record["buyer"]} | record


def _unknown() -> Row:
    nothing = dict.fromkeys(("legalName", "gstin", "pan", "phone", "email", "billingAddress"))
    return buyer(displayName="Asha Patil") | nothing


def _nothing() -> Row:
    known = ("seller_gstin", "seller_address", "organization_phone", "organization_email", "bank")
    return dict.fromkeys(known) | _NO_ISSUER


EVERY = (_whole, _elsewhere, _under_reverse_charge, _with_cess)
SALES = (*EVERY, _abroad)
QUOTES = tuple(partial(sample, quote_context, "QT-26-27-00042") for sample in SALES)
SALES_ORDERS = tuple(partial(sample, sales_order_context, "SO-26-27-00042") for sample in SALES)
PURCHASE_ORDERS = tuple(partial(sample, purchase_order_context, "PO-26-27-00042") for sample in EVERY)
