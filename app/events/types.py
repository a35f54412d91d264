"""The types of events.

PostgreSQL writes events when a transaction commits (`sql/migrations/0072_events.sql`); a test compares its kinds with
these.
"""

from app.master_data.kinds import KINDS

# What happens to every record.
_OF_EVERY_RECORD = ("created", "updated", "deleted")
# What else happens to documents, beside their being made, changed and deleted.
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
# What endpoints say that want them all, and what one is tried with.
ALL = "*"
TEST = "webhook.test"
DELIVERY_STATUSES = ("PENDING", "DELIVERED", "FAILED")
