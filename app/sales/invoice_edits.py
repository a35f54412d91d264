"""What an edit of an invoice comes to: the stored invoice as a body, with what the caller sent put over it. Pure."""

from app.database import Row

_KEPT = (
    "customer_id",
    "salesperson_id",
    "invoice_date",
    "due_date",
    "seller_registration_id",
    "currency_code",
    "exchange_rate",
    "place_of_supply_state_code",
    "warehouse_id",
    "notes",
    "terms_and_conditions",
    "status",
    "apply_customer_credit",
    "scheme_ids",
)
# What a place of supply that was never stated follows from.
_PLACED_BY = ("customer_id", "seller_registration_id")
_ADJUSTMENTS = ("document_discount", "document_discount_is_percent", "adjustment_amount", "adjustment_label")


def as_body(current: Row, sent: Row) -> Row:
    """The whole body that the edit stands for: what it leaves out keeps its value.

    A place of supply that the caller never stated belongs to the customer, else the seller, and is worked out
    anew with another of either.
    """
    kept = {name: current[name] for name in _KEPT}
    kept["adjustments"] = {name: current[name] for name in _ADJUSTMENTS}
    body = kept | sent
    if "place_of_supply_state_code" not in sent:
        body["place_of_supply_stated"] = current["place_of_supply_stated"]
        follows = any(body[name] != current[name] for name in _PLACED_BY)
        if follows and not current["place_of_supply_stated"]:
            body["place_of_supply_state_code"] = None
    return body
