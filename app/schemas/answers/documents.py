"""What documents with lines have in common."""

from app.schemas.answers.fields import Amount, Answered, Boolean, Figure, Id, Integer, OneOf, Word
from app.schemas.answers.record_base import Owned
from app.schemas.fields import LENGTH_UNITS


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
    round_off = Figure(min=-0.5, max=0.5)
    total = Amount()
    warehouse_id = Id(null=True)
    notes = Word(null=True)


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
    tax_rate_percent = Figure(min=0, max=100)
    taxable_amount = Amount()
    cgst_amount = Amount()
    sgst_amount = Amount()
    igst_amount = Amount()
    total = Amount()
    sort_order = Integer(min=0)
    width = Figure(min=0, null=True)
    height = Figure(min=0, null=True)
    length_unit = OneOf(*LENGTH_UNITS, null=True)
    qty_count = Figure(min=0, null=True)


class Line(Owned, LineFigures):
    """A line of a document."""
