"""Bodies of invoices and payments with every field that they take."""

import itertools
from typing import Any

Body = dict[str, Any]

_references = itertools.count(1)


def own_reference() -> str:
    """A reference that no other record has."""
    return f"WEB-{next(_references)}"


def invoice_of(customer_id: str, item: Body, salesperson_id: str) -> Body:
    """An invoice for a variant of an item, and for glass by the area."""
    return {
        "customerId": customer_id,
        "invoiceDate": "2026-05-01",
        "dueDate": "2026-05-31",
        "salespersonId": salesperson_id,
        "sellerRegistrationId": None,
        "currencyCode": "INR",
        "exchangeRate": 1,
        "placeOfSupplyStateCode": "27",
        "warehouseId": None,
        "notes": "Thanks",
        "termsAndConditions": "None",
        "status": "DRAFT",
        "applyCustomerCredit": False,
        "schemeIds": ["diwali"],
        "reverseCharge": False,
        "exportWithPayment": None,
        "shippingBillNumber": None,
        "shippingBillDate": None,
        "portCode": None,
        "externalReference": own_reference(),
        "adjustments": {
            "documentDiscount": 1,
            "documentDiscountIsPercent": False,
            "adjustmentAmount": 0.5,
            "adjustmentLabel": "Packing",
        },
        "lines": [
            {
                "itemId": item["id"],
                "itemVariantId": item["variants"][0]["id"],
                "description": "Shirt",
                "hsnOrSac": "6105",
                "quantity": 2,
                "unit": "PCS",
                "rate": 500,
                "discount": 10,
                "taxRatePercent": 18,
                "taxability": "TAXABLE",
                "cessRatePercent": 0,
            },
            {"description": "Glass", "rate": 40, "width": 2, "height": 3, "lengthUnit": "M", "qtyCount": 2},
        ],
    }


def payment_of(customer_id: str, invoice_id: str) -> Body:
    """A payment that settles a part of an invoice, with tax deducted."""
    return {
        "customerId": customer_id,
        "paymentDate": "2026-05-02",
        "amount": 100,
        "mode": "UPI",
        "referenceNumber": "UTR1",
        "depositAccount": "Current",
        "notes": "In part",
        "currencyCode": "INR",
        "exchangeRate": 1,
        "allocations": [{"invoiceId": invoice_id, "amount": 60}],
        "openingBalanceApplied": 10,
        "tdsAmount": 1,
        "tdsSectionCode": "194Q",
        "advanceTaxRatePercent": 18,
        "advancePlaceOfSupplyStateCode": "29",
        "externalReference": own_reference(),
    }
