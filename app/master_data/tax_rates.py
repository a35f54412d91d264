"""Tax rates: percentages that items refer to."""

from app.lists.building import by_creation
from app.master_data.declaration import MasterDataKind
from app.master_data.defaults import RecordsWithDefault
from app.schemas.body import BodySchema
from app.schemas.fields import StrictBoolean, Text
from app.schemas.numbers import Percent


class TaxRateBody(BodySchema):
    """A percentage of tax under a name."""

    name = Text(min=1, max=100, required=True)
    rate_percent = Percent(required=True)
    is_gst = StrictBoolean(load_default=True)
    is_default = StrictBoolean(load_default=False)


KIND = MasterDataKind(
    one="tax rate",
    module="taxes",
    records=RecordsWithDefault("tax_rates", "tax"),
    body=TaxRateBody(),
    listing=by_creation("name", searched={"name": "the name"}),
    about="Percentages that items refer to.",
    words={"ratePercent": "The percentage.", "isGST": "True if the tax is GST."},
    example={"name": "GST 18%", "ratePercent": 18},
)
