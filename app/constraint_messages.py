"""Every constraint of the database that a request or a command may break, with the message for its caller.

Those of master data stand in the declarations of its kinds.
"""

from app.documents.own_references import one_per_reference
from app.master_data.kinds import KINDS
from app.postgres.constraints import Constraint, by_constraint

_OF_DOCUMENTS = (
    Constraint("invoices_one_per_number", "This invoice number is taken; set the series' nextNumber."),
    Constraint(
        "payments_received_one_per_number", "This payment number is taken; set the series' nextNumber."
    ),
    Constraint("bills_one_per_number", "This bill number is taken; set the series' nextNumber."),
    Constraint("payments_made_one_per_number", "This payment number is taken; set the series' nextNumber."),
    Constraint("invoices_one_per_irn", "Another invoice is registered under this IRN."),
    Constraint("credit_notes_one_per_irn", "Another credit note is registered under this IRN."),
    # A document that names one which is deleted meanwhile gets the same message.
    Constraint("sales_orders_quote_fkey", "A sales order names this quote."),
    Constraint("bills_purchase_order_fkey", "A bill names this purchase order."),
)

_OF_REFERENCES = (
    one_per_reference(table)
    for table in (
        *(
            "invoices",
            "payments_received",
            "quotes",
            "sales_orders",
            "purchase_orders",
            "bills",
            "credit_notes",
        ),
        *("debit_notes", "payments_made"),
    )
)

_OF_ORGANIZATIONS = (
    Constraint(
        "registrations_lut_ends_after_it_begins",
        "The letter of undertaking would end before it begins.",
        "lut_to",
    ),
)

CONSTRAINTS = by_constraint(
    (
        *(constraint for kind in KINDS for constraint in kind.constraints),
        *_OF_DOCUMENTS,
        *_OF_REFERENCES,
        *_OF_ORGANIZATIONS,
    )
)
