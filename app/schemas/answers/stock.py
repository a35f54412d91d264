"""Stock positions and movements."""

from app.schemas.answers.fields import Amount, Answered, Figure, Id, Many, Moment, OneOf, Word
from app.schemas.answers.record_base import Owned

MOVEMENT_TYPES = (
    "OPENING_IN",
    "PURCHASE_IN",
    "SALES_OUT",
    "SALES_VOID_IN",
    "SALES_RETURN_IN",
    "PURCHASE_RETURN_OUT",
    "ADJUSTMENT_IN",
    "ADJUSTMENT_OUT",
)
# The kinds of documents that move goods; STOCK is an adjustment.
MOVED_BY = ("INVOICE", "CREDIT_NOTE", "BILL", "DEBIT_NOTE", "STOCK")


class StockMovement(Answered):
    """A movement, as its own position shows it."""

    id = Id()
    movement_type = OneOf(*MOVEMENT_TYPES)
    quantity = Figure(min=0)
    unit_cost = Figure(min=0)
    total_cost = Amount()
    balance_after = Figure()
    avg_cost_after = Figure(min=0)
    source_doc_type = OneOf(*MOVED_BY)
    source_doc_id = Id()
    notes = Word(null=True)
    created_at = Moment()


class InventoryMovement(Owned, StockMovement):
    """A movement, as the document that caused it shows it."""

    item_variant_id = Id()
    warehouse_id = Id()
    source_doc_line_id = Id(null=True)
    lot_id = Word(null=True)
    created_by = Id(null=True)


class StockPositionRow(Owned):
    """The stock of one variant in one warehouse, as lists have it."""

    item_variant_id = Id()
    warehouse_id = Id()
    item_id = Id()
    item_name = Word()
    variant_size = Word()
    variant_sku = Word(null=True)
    warehouse_name = Word()
    warehouse_code = Word()
    quantity_on_hand = Figure()
    quantity_reserved = Figure(min=0)
    quantity_available = Figure()
    average_cost = Figure(min=0)
    low_stock_threshold = Figure(min=0, null=True)
    last_movement_at = Moment(null=True)
    updated_at = Moment()


class StockPosition(StockPositionRow):
    """The stock of one variant in one warehouse, with its latest movements."""

    movements = Many(StockMovement)


class StockAdjusted(Answered):
    """The movement of an adjustment, and the stock position after it."""

    movement_id = Id()
    position_id = Id()
    quantity_on_hand = Figure()
    average_cost = Figure(min=0)
