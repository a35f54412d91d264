"""The body of a payment made and its allocations."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from app.schemas.body import BodySchema
from app.schemas.compound import Object, Rows
from app.schemas.documents import Allocating, GivenNumber
from app.schemas.fields import AnyLongText, AnyText, Choice, CurrencyCode, ExternalReference, StrictDate, Text
from app.schemas.numbers import ONE, ExchangeRate, Money
from app.schemas.payments_received import MODES


class BillAllocationBody(BodySchema):
    """An element of `allocations`."""

    bill_id = Text(min=1, required=True)
    amount = Money(above=0, required=True)


class PaymentMadeBody(Allocating):
    """POST /payments-made."""

    settles = "bill_id"
    settles_on_the_wire = "billId"

    payment_number = GivenNumber()
    vendor_id = Text(min=1, required=True)
    payment_date = StrictDate(required=True)
    mode = Choice(*MODES, load_default="BANK_TRANSFER")
    reference_number = AnyText()
    amount = Money(above=0, required=True)
    currency_code = CurrencyCode(load_default="INR")
    exchange_rate = ExchangeRate(load_default=ONE)
    notes = AnyLongText()
    external_reference = ExternalReference()
    allocations = Rows(Object(BillAllocationBody), load_default=list)

    @validates_schema(skip_on_field_errors=False)
    def spends_what_it_brings(self, payment: dict[str, Any], **_: Any) -> None:
        """Require allocations not to exceed the amount. Raise ValidationError."""
        if not payment.keys() >= {"amount", "allocations"}:
            return
        if sum(row["amount"] for row in payment["allocations"]) > payment["amount"]:
            raise ValidationError({"allocations": ["Must not exceed amount."]})
