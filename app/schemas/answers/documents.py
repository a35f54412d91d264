"""Fields that documents with lines share."""

from marshmallow import fields

from app.schemas.answers.fields import Amount, Answered, Boolean, Date, Figure, Id, Integer, One, OneOf, Word
from app.schemas.answers.record_base import Address, Owned
from app.schemas.fields import LENGTH_UNITS
from app.tax.supplies import CATEGORIES, SUPPLY_TYPES, TAXABILITIES


class DocumentFigures(Answered):
    """Seller, place of supply and totals of a document."""

    seller_legal_name = Word()
    seller_gstin = Word(null=True)
    seller_state_code = Word()
    place_of_supply_state_code = Word()
    currency_code = Word()
    exchange_rate = Figure(min=0)
    sub_total = Amount()
    discount_total = Amount()
    cgst_total = Amount()
    sgst_total = Amount()
    igst_total = Amount()
    cess_total = Amount()
    reverse_charge = Boolean()
    gst_category = OneOf(*CATEGORIES)
    round_off = Figure(min=-0.5, max=0.5)
    total = Amount()
    warehouse_id = Id(null=True)
    notes = Word(null=True)
    external_reference = Word(null=True)


class SaleFigures(Answered):
    """The fields that GST requires on a document to a customer."""

    supply_type = OneOf(*SUPPLY_TYPES)
    export_with_payment = fields.Boolean(required=True, allow_none=True)
    shipping_bill_number = Word(null=True)
    shipping_bill_date = Date(null=True)
    port_code = Word(null=True)


class Buyer(Answered):
    """The buyer as it was when the document was written."""

    legal_name = Word()
    gstin = Word(null=True)
    billing_address = One(Address, null=True)
    shipping_address = One(Address, null=True)


class AdjustedFigures(DocumentFigures):
    """A document with a discount and an adjustment below its lines."""

    document_discount = Figure(min=0)
    document_discount_is_percent = Boolean()
    adjustment_label = Word(null=True)
    adjustment_amount = Amount(negative=True)


class LineFigures(Answered):
    """A line of a document, worked out."""

    item_id = Id(null=True)
    item_variant_id = Id(null=True)
    description = Word()
    hsn_or_sac = Word(null=True)
    quantity = Figure(min=0)
    unit = Word()
    rate = Figure(min=0)
    discount = Amount()
    is_price_inclusive = Boolean()
    tax_rate_percent = Figure(min=0, max=100)
    taxability = OneOf(*TAXABILITIES)
    cess_rate_percent = Figure(min=0, max=999)
    document_discount_share = Amount()
    taxable_amount = Amount()
    cgst_amount = Amount()
    sgst_amount = Amount()
    igst_amount = Amount()
    cess_amount = Amount()
    total = Amount()
    sort_order = Integer(min=0)
    width = Figure(min=0, null=True)
    height = Figure(min=0, null=True)
    length_unit = OneOf(*LENGTH_UNITS, null=True)
    qty_count = Figure(min=0, null=True)


class Line(Owned, LineFigures):
    """A line of a document."""
