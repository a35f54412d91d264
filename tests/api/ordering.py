"""Bodies of quotes and orders with every field, made of an invoice's."""

from typing import Any

from tests.api.noted import without

Body = dict[str, Any]

#: What makes a draft of a quote or an order; lines are those of no order.
CONVERSIONS = {
    "/quotes/{id}/convert": lambda org: {"type": "INVOICE"},
    "/sales-orders/{id}/convert": lambda org: {"lines": [{"id": "sol_0", "quantity": 1}]},
    "/purchase-orders/{id}/convert": lambda org: {"lines": [{"id": "pol_0", "quantity": 1}]},
}
_OF_INVOICES = {
    *("invoiceDate", "dueDate", "salespersonId", "sellerRegistrationId", "applyCustomerCredit", "schemeIds"),
    "status",
}
_OF_SALES = {
    *("customerId", "exportWithPayment", "shippingBillNumber", "shippingBillDate", "portCode"),
    *("quoteId", "salesOrderNumber", "expectedShipmentDate"),
}


def quote_of(invoice: Body) -> Body:
    """A quote."""
    return without(invoice, *_OF_INVOICES) | {
        "status": "DRAFT",
        "quoteNumber": None,
        "quoteDate": "2026-05-04",
        "expiryDate": "2026-06-04",
    }


def sales_order_of(invoice: Body) -> Body:
    """A sales order that no quote led to."""
    return without(invoice, *_OF_INVOICES) | {
        "status": "DRAFT",
        "quoteId": None,
        "salesOrderNumber": None,
        "orderDate": "2026-05-04",
        "expectedShipmentDate": "2026-06-04",
    }


def purchase_order_of(invoice: Body, vendor: str) -> Body:
    """A purchase order to a vendor."""
    return without(invoice, *_OF_INVOICES, *_OF_SALES) | {
        "status": "DRAFT",
        "vendorId": vendor,
        "purchaseOrderNumber": None,
        "orderDate": "2026-05-04",
        "expectedDate": "2026-06-04",
    }


def converting(record: Body) -> Body:
    """A body that converts a quote, or all of an order."""
    lines = record.get("lineItems")
    if lines is None:
        return {"type": "INVOICE"}
    return {"lines": [{"id": line["id"], "quantity": line["quantity"]} for line in lines]}
