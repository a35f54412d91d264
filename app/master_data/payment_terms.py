"""Payment terms: days of credit that customers refer to."""

from app.lists.building import by_creation
from app.master_data.declaration import MasterDataKind
from app.master_data.defaults import RecordsWithDefault
from app.schemas.body import BodySchema
from app.schemas.fields import StrictBoolean, Text
from app.schemas.numbers import StrictInteger


class PaymentTermBody(BodySchema):
    """Days of credit under a name."""

    name = Text(min=1, max=100, required=True)
    days = StrictInteger(min=0, max=365, required=True)
    is_default = StrictBoolean(load_default=False)


KIND = MasterDataKind(
    one="payment term",
    module="paymentTerms",
    records=RecordsWithDefault("payment_terms", "ptm"),
    body=PaymentTermBody(),
    listing=by_creation("name", searched={"name": "the name"}),
    about="Days of credit that customers refer to.",
    says={"delete": "Customers who have it keep its days."},
    words={"days": "Days of credit."},
    example={"name": "Net 30", "days": 30},
    demonstrated={
        "on receipt": {"name": "Due on receipt", "days": 0, "isDefault": True},
        "net 15": {"name": "Net 15", "days": 15},
        "net 30": {"name": "Net 30", "days": 30},
        "net 45": {"name": "Net 45", "days": 45},
    },
)
