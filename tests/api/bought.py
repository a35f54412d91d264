"""Bodies of bills, payments made and adjustments with every field that they take."""

import itertools
from typing import Any

from tests.api.sold import invoice_of, own_reference

Body = dict[str, Any]

_numbers = itertools.count(1)
# What an invoice takes beside what a bill takes too.
_OF_INVOICES = {
    *(
        "customerId",
        "invoiceDate",
        "salespersonId",
        "sellerRegistrationId",
        "applyCustomerCredit",
        "schemeIds",
    ),
    *("exportWithPayment", "shippingBillNumber", "shippingBillDate", "portCode", "termsAndConditions"),
}


def bill_of(vendor_id: str, item: Body) -> Body:
    """A bill for a variant of an item, and for glass by the area."""
    rest = {name: value for name, value in invoice_of("", item, "").items() if name not in _OF_INVOICES}
    return rest | {
        "vendorId": vendor_id,
        # It would be taken for the next one.
        "billNumber": None,
        "vendorBillNumber": f"V-{next(_numbers)}",
        "purchaseOrderId": None,
        "billDate": "2026-05-04",
        "itcEligible": True,
    }


def payment_made_of(vendor_id: str, bill_id: str) -> Body:
    """A payment that settles a part of a bill."""
    return {
        "vendorId": vendor_id,
        "paymentNumber": None,
        "paymentDate": "2026-05-05",
        "amount": 100,
        "mode": "UPI",
        "referenceNumber": "UTR1",
        "notes": "In part",
        "currencyCode": "INR",
        "exchangeRate": 1,
        "externalReference": own_reference(),
        "allocations": [{"billId": bill_id, "amount": 60}],
    }


def adjustment_of(item: Body) -> Body:
    """More goods of a variant than were known of."""
    return {
        "itemId": item["id"],
        "itemVariantId": item["variants"][0]["id"],
        "warehouseId": None,
        "kind": "ADJUSTMENT",
        "quantity": 2,
        "unitCost": 4.5,
        "notes": "Found behind the shelf",
    }
