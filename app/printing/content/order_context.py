"""The contexts of quotes and orders, which print as invoices do and ask for no payment. Pure.

`record` is a row of `printing.quote`, `printing.sales_order` or `printing.purchase_order`, `lines` are its lines.
"""

from collections.abc import Sequence

from app.printing.content.document_context import delivery_to, document_context, party_context
from app.printing.content.formatting import Context, address_lines, clean_lines, clean_text, seller_context
from app.printing.content.gst_wording import export_of
from app.wire import Row

_QUOTE_LABELS = {
    "number": "Quotation number",
    "due_date": "Valid until",
    "recipient": "Quoted to",
    "delivery": "Ship to",
}
_SALES_LABELS = {
    "number": "Order number",
    "due_date": "To be sent on",
    "recipient": "Ordered by",
    "delivery": "Ship to",
}
_PURCHASE_LABELS = {
    "number": "Order number",
    "due_date": "Expected on",
    "recipient": "Supplier",
    "delivery": "Deliver to",
}
# The head of a purchase order names the organization as issuer; the seller is the vendor.
_ISSUER = {f"seller_{name}": f"issuer_{name}" for name in ("address", "gstin", "state_code")}


def quote_context(record: Row, lines: Sequence[Row]) -> Context:
    """Return the context of a quote."""
    return _sale(record, lines) | {"title": "QUOTATION", "labels": _QUOTE_LABELS}


def sales_order_context(record: Row, lines: Sequence[Row]) -> Context:
    """Return the context of a customer's order."""
    return _sale(record, lines) | {"title": "SALES ORDER", "labels": _SALES_LABELS}


def purchase_order_context(record: Row, lines: Sequence[Row]) -> Context:
    """Return the context of an order to a vendor."""
    issuer = {name: record[own] for name, own in _ISSUER.items()}
    return document_context(record, lines) | {
        "title": "PURCHASE ORDER",
        "labels": _PURCHASE_LABELS,
        "issuer": seller_context(record | issuer, record["issuer_legal_name"]),
        "recipient": party_context(record["vendor"]),
        "delivery": _warehouse(record),
        "payment": {"bank": [], "upi": None},
    }


def _sale(record: Row, lines: Sequence[Row]) -> Context:
    buyer = party_context(record["buyer"])
    return document_context(record, lines) | {
        "export": export_of(record),
        "issuer": seller_context(record, record["seller_legal_name"]),
        "recipient": buyer,
        "delivery": delivery_to(buyer),
        "payment": {"bank": clean_lines(record["bank"]), "upi": None},
    }


def _warehouse(record: Row) -> list[str]:
    """Return the lines of where the goods are to come; none where no warehouse is named."""
    name = clean_text(record["warehouse_name"])
    return [name, *address_lines(record["warehouse_address"])] if name else []
