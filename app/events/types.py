"""The types of events.

PostgreSQL writes events when a transaction commits (`sql/migrations/0072_events.sql`); a test compares its kinds with
these.
"""

from app.master_data.kinds import KINDS

# Events of all records.
_OF_EVERY_RECORD = ("created", "updated", "deleted")
# Further events of documents, by kind.
_MOVES = {
    "quote": ("sent", "accepted", "declined", "expired"),
    "sales_order": ("confirmed", "closed", "voided"),
    "invoice": ("sent", "paid", "voided"),
    "recurring_invoice": ("failed",),
    "credit_note": ("opened", "voided"),
    "payment_received": (),
    "purchase_order": ("issued", "closed", "voided"),
    "bill": ("opened", "paid", "voided"),
    "debit_note": ("opened", "voided"),
    "payment_made": (),
}
# The nouns of all kinds.
NOUNS = (*(kind.one.replace(" ", "_") for kind in KINDS), *_MOVES)

EVENT_TYPES = tuple(f"{noun}.{word}" for noun in NOUNS for word in (*_OF_EVERY_RECORD, *_MOVES.get(noun, ())))
# The word for all types in `events` of an endpoint, and the type of a test event.
ALL = "*"
TEST = "webhook.test"
DELIVERY_STATUSES = ("PENDING", "DELIVERED", "FAILED")
