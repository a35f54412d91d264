"""Currencies, with their rate in the base currency."""

from app.lists.building import ACTIVE, by_creation
from app.master_data.declaration import MasterDataKind
from app.master_data.defaults import RecordsWithDefault
from app.schemas.body import BodySchema
from app.schemas.fields import CurrencyCode, StrictBoolean, Text
from app.schemas.numbers import ExchangeRate


class CurrencyBody(BodySchema):
    """A currency and its rate in the base currency."""

    code = CurrencyCode(required=True)
    name = Text(min=1, max=50, required=True)
    symbol = Text(min=1, max=10, required=True)
    exchange_rate = ExchangeRate(required=True)
    is_base = StrictBoolean(load_default=False)
    is_active = StrictBoolean(load_default=True)


KIND = MasterDataKind(
    one="currency",
    many="currencies",
    module="currencies",
    records=RecordsWithDefault("currencies", "cur", "is_base"),
    body=CurrencyBody(),
    listing=by_creation("code", ACTIVE, searched={"code": "code", "name": "name"}),
    unique=("code",),
    about="Currencies, with their rate in the base currency.",
    says={"create": "A code can stand once in an organization."},
    words={
        "isBase": "True for the base currency. Setting it clears it on the one that had it.",
        "symbol": "The symbol in front of amounts.",
    },
    example={"code": "EUR", "name": "Euro", "symbol": "€", "exchangeRate": 98.5},
    demonstrated={"USD": {"code": "USD", "name": "US Dollar", "symbol": "$", "exchangeRate": 84.25}},
)
