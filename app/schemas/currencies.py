"""The body of a currency."""

from app.schemas.body import Body
from app.schemas.fields import CurrencyCode, Flag, Text
from app.schemas.numbers import ExchangeRate


class Currency(Body):
    """POST and PATCH /currencies."""

    code = CurrencyCode(required=True)
    name = Text(min=1, max=50, required=True)
    symbol = Text(min=1, max=10, required=True)
    exchange_rate = ExchangeRate(required=True)
    is_base = Flag(load_default=False)
    is_active = Flag(load_default=True)
