"""The body that an edit of an invoice stands for: the stored invoice under the fields that were sent. Pure."""

from app.documents.parties import Seller, SupplyBefore
from app.schemas.numbers import ONE
from app.tax.supplies import with_payment_of
from app.wire import Row

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
    "reverse_charge",
    "export_with_payment",
    "shipping_bill_number",
    "shipping_bill_date",
    "port_code",
    "external_reference",
)
# Another customer or registration: what was decided for the ones before says nothing of these.
_PLACED_BY = ("customer_id", "seller_registration_id")
_ADJUSTMENTS = ("document_discount", "document_discount_is_percent", "adjustment_amount", "adjustment_label")


def as_body(current: Row, sent: Row) -> Row:
    """Return the whole body that an edit stands for: fields that it leaves out keep their values.

    A place of supply that the caller never stated is worked out anew, unless an issued invoice keeps it. The rate of
    exchange belongs to its currency: with another currency it is a new invoice's.
    """
    kept = {name: current[name] for name in _KEPT}
    kept["adjustments"] = {name: current[name] for name in _ADJUSTMENTS}
    body = kept | sent
    if "exchange_rate" not in sent and body["currency_code"] != current["currency_code"]:
        body["exchange_rate"] = ONE
    if "place_of_supply_state_code" not in sent:
        body["place_of_supply_stated"] = current["place_of_supply_stated"]
        if not current["place_of_supply_stated"] and not _stands(current, body):
            body["place_of_supply_state_code"] = None
    return body


def _stands(current: Row, body: Row) -> bool:
    """Return whether an edit keeps the place of supply and taxes of an issued invoice: master data may have changed
    since.

    They stand while the parties do. An invoice is issued if it has a fiscal year; a draft that was never issued has
    none.
    """
    is_issued = current["fiscal_year"] is not None
    return is_issued and all(body[name] == current[name] for name in _PLACED_BY)


def supply_that_stands(invoice: Row, body: Row) -> SupplyBefore | None:
    """Return the seller and GST category that an edit of an issued invoice keeps, None where they are decided anew."""
    if not _stands(invoice, body):
        return None
    seller = Seller(
        invoice["seller_registration_id"],
        invoice["seller_legal_name"],
        invoice["seller_gstin"],
        invoice["seller_state_code"],
        invoice["seller_address"],
        invoice["seller_is_composition"],
    )
    with_payment = with_payment_of(invoice["supply_type"], None)
    return SupplyBefore(seller, invoice["gst_category"], with_payment)
