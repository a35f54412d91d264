"""Every constraint of the database that a request may break, and what its caller is told.

Those of master data stand in the declarations of its kinds.
"""

from app.master_data.kinds import KINDS
from app.postgres.constraints import Constraint, by_constraint

_OF_DOCUMENTS = (
    Constraint("invoices_one_per_number", "This invoice number is taken; set the series' nextNumber."),
    Constraint(
        "payments_received_one_per_number", "This payment number is taken; set the series' nextNumber."
    ),
)

CONSTRAINTS = by_constraint(
    (*(constraint for kind in KINDS for constraint in kind.constraints), *_OF_DOCUMENTS)
)
