"""The body of a payment received and its allocations."""

from typing import Any

from marshmallow import ValidationError, validates, validates_schema

from app.schemas.body import BodySchema
from app.schemas.compound import Object, Rows
from app.schemas.documents import Allocating
from app.schemas.fields import AnyLongText, AnyText, Choice, CurrencyCode, ExternalReference, StrictDate, Text
from app.schemas.numbers import ONE, ZERO, ExchangeRate, Money, Percent
from app.tax.states import state_number

MODES = ("CASH", "BANK_TRANSFER", "UPI", "CARD", "CHEQUE", "GATEWAY", "OTHER")


class AllocationBody(BodySchema):
    """An element of `allocations`."""

    invoice_id = Text(min=1, required=True)
    amount = Money(above=0, required=True)


class PaymentReceivedBody(Allocating):
    """POST /payments-received."""

    settles = "invoice_id"
    settles_on_the_wire = "invoiceId"

    customer_id = Text(min=1, required=True)
    payment_date = StrictDate(required=True)
    amount = Money(min=0, required=True)
    mode = Choice(*MODES, load_default="BANK_TRANSFER")
    reference_number = AnyText()
    deposit_account = AnyText()
    notes = AnyLongText()
    currency_code = CurrencyCode(load_default="INR")
    exchange_rate = ExchangeRate(load_default=ONE)
    allocations = Rows(Object(AllocationBody), load_default=list)
    opening_balance_applied = Money(min=0, load_default=ZERO)
    tds_amount = Money(min=0, load_default=ZERO)
    tds_section_code = AnyText()
    advance_tax_rate_percent = Percent(allow_none=True, load_default=None)
    advance_place_of_supply_state_code = AnyText()
    external_reference = ExternalReference()

    @validates("advance_place_of_supply_state_code")
    def is_a_place(self, code: str | None, **_: Any) -> None:
        """Require a place of supply for the tax on an advance. Raise ValidationError."""
        if code is not None and state_number(code) is None:
            raise ValidationError(
                "Must be the GST number, the letters or the name of an Indian state, or 96."
            )

    @validates_schema(skip_on_field_errors=False)
    def spends_what_it_brings(self, payment: dict[str, Any], **_: Any) -> None:
        """Require an amount or deducted tax, and allocations that do not exceed both together. Raise ValidationError.

        An amount that is itself wrong is absent here; the sums wait until it is right.
        """
        if not payment.keys() >= {"amount", "tds_amount", "opening_balance_applied", "allocations"}:
            return
        brought = payment["amount"] + payment["tds_amount"]
        if not brought:
            raise ValidationError({"amount": ["Must be more than 0 together with tdsAmount."]})
        applied = sum(row["amount"] for row in payment["allocations"])
        if applied + payment["opening_balance_applied"] > brought:
            message = "Must not exceed amount plus tdsAmount, together with openingBalanceApplied."
            if not payment["allocations"]:
                raise ValidationError({"openingBalanceApplied": ["Must not exceed amount plus tdsAmount."]})
            raise ValidationError({"allocations": [message]})


class PaymentAllocationsBody(Allocating):
    """POST /payments-received/{id}/allocations."""

    settles = "invoice_id"
    settles_on_the_wire = "invoiceId"

    allocations = Rows(Object(AllocationBody), min=1, required=True)
