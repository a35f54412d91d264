"""The body of an invoice, its lines and adjustments."""

from typing import Any

from marshmallow import ValidationError, post_load, pre_load, validates_schema

from app.money import HUNDRED, paisa
from app.schemas.body import BodySchema
from app.schemas.compound import Object, Rows
from app.schemas.fields import (
    LENGTH_UNITS,
    AnyLongText,
    AnyText,
    Choice,
    CurrencyCode,
    ExternalReference,
    RelatedId,
    StrictBoolean,
    StrictDate,
    Text,
)
from app.schemas.numbers import ONE, ZERO, CessPercent, ExchangeRate, Money, Percent, Price, Quantity
from app.schemas.strict import optional
from app.tax.supplies import TAXABILITIES

NEW_INVOICE_STATUSES = ("DRAFT", "SENT")


class InvoiceLineBody(BodySchema):
    """An element of `lines`. What is left out is None and comes from the item."""

    item_id = RelatedId()
    item_variant_id = RelatedId()
    description = AnyLongText()
    hsn_or_sac = AnyText()
    quantity = Quantity(above=0, load_default=None, allow_none=False)
    unit = AnyText(min=1, max=20)
    rate = Price(load_default=None, allow_none=False)
    discount = Money(min=0, load_default=ZERO)
    tax_rate_percent = Percent(load_default=None, allow_none=False)
    taxability = Choice(*TAXABILITIES, **optional({}))
    cess_rate_percent = CessPercent(load_default=None)
    width = Quantity(above=0, load_default=None)
    height = Quantity(above=0, load_default=None)
    length_unit = Choice(*LENGTH_UNITS, **optional({}))
    qty_count = Quantity(above=0, load_default=None)

    @validates_schema(skip_on_field_errors=False)
    def says_what_is_billed(self, line: dict[str, Any], **_: Any) -> None:
        """Require a quantity or an area, and without an item a description and a rate. Raise ValidationError.

        A field that is itself wrong is absent here and has its own error.
        """
        errors = {}
        if _left_out(line, "quantity") and (_left_out(line, "width") or _left_out(line, "height")):
            errors["quantity"] = ["This field is required, unless width and height are given."]
        if _left_out(line, "item_id"):
            needed = [name for name in ("description", "rate") if _left_out(line, name)]
            errors |= {name: ["This field is required on a line without itemId."] for name in needed}
        if errors:
            raise ValidationError(errors)

    @post_load
    def count_pieces(self, line: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Set the count of pieces of an area to 1 unless it was sent."""
        if line["width"] is not None and line["height"] is not None and line["qty_count"] is None:
            line["qty_count"] = ONE
        return line


def _left_out(line: dict[str, Any], name: str) -> bool:
    value = line.get(name, "given")
    return value is None or (isinstance(value, str) and not value.strip())


class AdjustmentsBody(BodySchema):
    """`adjustments`: the document discount and the adjustment below the lines."""

    document_discount = Price(load_default=ZERO)
    document_discount_is_percent = StrictBoolean(load_default=False)
    adjustment_amount = Money(load_default=ZERO)
    adjustment_label = AnyText()

    @validates_schema
    def percent_is_at_most_100(self, adjustments: dict[str, Any], **_: Any) -> None:
        """Require a discount in percent to be at most 100. Raise ValidationError."""
        if adjustments["document_discount_is_percent"] and adjustments["document_discount"] > HUNDRED:
            raise ValidationError({"documentDiscount": ["Must be at most 100 when it is a percent."]})

    @post_load
    def round_amount(self, adjustments: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Round a discount that is an amount to 2 places; a percentage keeps its 6."""
        if not adjustments["document_discount_is_percent"]:
            adjustments["document_discount"] = paisa(adjustments["document_discount"])
        return adjustments


_NONE: dict[str, Any] = AdjustmentsBody().create({})


_ADJUSTMENTS = frozenset(AdjustmentsBody().names)


def no_adjustments() -> dict[str, Any]:
    """Return the default of `adjustments`."""
    return dict(_NONE)


class AdjustedBody(BodySchema):
    """A document with adjustments. One that is made as another was read has its adjustments beside the totals."""

    adjustments = Object(AdjustmentsBody, load_default=no_adjustments)

    @pre_load
    def take_adjustments_as_reads_have_them(self, document: Any, **_: Any) -> Any:
        """Put what stands beside the totals into `adjustments`, unless these are sent."""
        if not isinstance(document, dict) or "adjustments" in document:
            return document
        read = {name: document[name] for name in _ADJUSTMENTS & self.read_only & document.keys()}
        return document | {"adjustments": read} if read else document


class SaleBody(BodySchema):
    """The fields that GST requires on a document to a customer."""

    reverse_charge = StrictBoolean(load_default=False)
    export_with_payment = StrictBoolean(**optional({}))
    shipping_bill_number = Text(max=20, **optional({}))
    shipping_bill_date = StrictDate(**optional({}))
    port_code = Text(max=10, **optional({}))


class InvoiceBody(SaleBody, AdjustedBody):
    """POST /invoices and PATCH /invoices/{id}."""

    customer_id = Text(min=1, required=True)
    invoice_date = StrictDate(required=True)
    due_date = StrictDate(load_default=None)
    salesperson_id = Text(min=1, max=30, load_default=None)
    seller_registration_id = RelatedId()
    currency_code = CurrencyCode(load_default="INR")
    exchange_rate = ExchangeRate(load_default=ONE)
    place_of_supply_state_code = AnyText()
    warehouse_id = RelatedId()
    notes = AnyLongText()
    terms_and_conditions = AnyLongText()
    status = Choice(*NEW_INVOICE_STATUSES, load_default="DRAFT")
    apply_customer_credit = StrictBoolean(load_default=False)
    scheme_ids = Rows(Text(min=1), load_default=list)
    external_reference = ExternalReference()
    lines = Rows(Object(InvoiceLineBody), min=1, required=True)
