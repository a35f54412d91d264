"""Sample receipt vouchers to check templates with. Together they have every part that one can have."""

from decimal import Decimal
from typing import Any

from app.money import ZERO
from app.printing.content.formatting import Context
from app.printing.content.voucher_context import voucher_context
from app.printing.pdf.sample_rows import DAY, buyer, customer_record
from app.wire import Row

_SELLER = (
    *("seller_name", "seller_address", "seller_gstin", "seller_state_code"),
    *("organization_phone", "organization_email", "currency_code", "currency_symbol"),
)


def in_part() -> Context:
    """A payment that settled two invoices and the opening balance, of which something is left."""
    settled = [
        {"number": f"INV-26-27-0003{number}", "day": DAY, "amount": Decimal(amount)}
        for number, amount in ((1, "18250.50"), (4, "6420.00"))
    ]
    return voucher_context(_record(opening_balance_applied=Decimal("2500.00")), settled)


def in_advance() -> Context:
    """A payment that is an advance as a whole, of a customer with few known facts."""
    nothing = {"legalName": None, "gstin": None, "pan": None, "phone": None, "email": None}
    customer = buyer(displayName="Asha Patil", billingAddress=None, **nothing)
    unknown = {"seller_address": None, "seller_gstin": None, "organization_phone": None}
    own = {
        "reference_number": None,
        "tds_amount": ZERO,
        "tds_section_code": None,
        "notes": None,
        "organization_email": None,
    }
    elsewhere = customer | {"placeOfSupplyStateCode": "nowhere"}
    return voucher_context(_record(customer=elsewhere, **own, **unknown), [])


def taxed() -> Context:
    """An advance that bears tax within the state."""
    own = {"advance_tax_rate_percent": Decimal(18), "tds_amount": ZERO}
    return voucher_context(_record(**own, advance_place_of_supply_state_code="27"), [])


def taxed_between_states() -> Context:
    """An advance that bears tax of another state."""
    own = {"advance_tax_rate_percent": Decimal(18), "tds_amount": ZERO}
    return voucher_context(_record(**own, advance_place_of_supply_state_code="29"), [])


def whole() -> Context:
    """A payment that settled an invoice, of which nothing is left."""
    settled = [{"number": "INV-26-27-00031", "day": DAY, "amount": Decimal("30600.00")}]
    return voucher_context(_record(), settled)


def _record(**own: Any) -> Row:
    """Return a row of `printing.receipt_voucher`."""
    organization = customer_record()
    return {
        **{name: organization[name] for name in _SELLER},
        "number": "PMT-26-27-00018",
        "day": DAY,
        "mode": "BANK_TRANSFER",
        "reference_number": "UTR 4471 8290 1127",
        "amount": Decimal("30000.00"),
        "tds_amount": Decimal("600.00"),
        "tds_section_code": "194Q",
        "opening_balance_applied": ZERO,
        "advance_tax_rate_percent": None,
        "advance_place_of_supply_state_code": None,
        "seller_is_composition": False,
        "notes": "For bedsheets and towels of your order of October.",
        "customer": buyer() | {"placeOfSupplyStateCode": None},
        "gst_category": "REGISTERED",
    } | own


VOUCHERS = (in_part, in_advance, taxed, taxed_between_states, whole)
