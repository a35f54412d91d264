"""Strict fields for numbers: exact decimals of JSON numbers, and whole numbers."""

import math
import re
from decimal import Decimal
from typing import Any, ClassVar

from marshmallow import fields

from app.money import MONEY_MAX, QUANTITY_MAX, micro, paisa
from app.schemas.strict import Bound, Strict, messages, optional

ZERO = Decimal(0)
ONE = Decimal(1)
SAFE_INTEGER = 9_007_199_254_740_991
# A price per unit is money before the point and keeps six places behind it.
PRICE_MAX = Decimal("9999999999999.999999")

_WHOLE_TEXT = re.compile(r"-?[0-9]{1,16}")


class StrictNumber(Strict, fields.Decimal):
    """A JSON number as an exact Decimal between its bounds; `above` is a bound that is itself outside."""

    default_error_messages = messages(invalid="Must be a number.")
    most: ClassVar[Decimal] = QUANTITY_MAX

    def __init__(
        self, *, min: int | None = None, above: int | None = None, max: int | None = None, **options: Any
    ) -> None:
        self.least = Decimal(above) if above is not None else -self.most if min is None else Decimal(min)
        least = Bound(min=self.least, min_inclusive=above is None)
        highest = Bound(max=self.most if max is None else Decimal(max))
        super().__init__(validate=[least, highest], **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.make_error("invalid")
        if isinstance(value, float) and not math.isfinite(value):
            raise self.make_error("invalid")
        # The shortest text that reads back as the same float is what the caller wrote.
        exact = Decimal(value) if isinstance(value, int) else Decimal(repr(value))
        # Bounds hold for what was sent (-0.001 is below 0) and, as for every field, for what is kept (0.001
        # is above 0, and as money it does not stay there).
        self._validate(exact)
        return self.rounded(exact)

    def rounded(self, exact: Decimal) -> Decimal:
        """Return the value rounded to the places that are kept."""
        return micro(exact)


class Money(StrictNumber):
    """An amount: 13 digits before the point, rounded half away from zero to 2 places."""

    most = MONEY_MAX

    def rounded(self, exact: Decimal) -> Decimal:
        """Return the value rounded to the places that are kept."""
        return paisa(exact)


class Price(StrictNumber):
    """A price per unit, at least 0: 13 digits before the point, kept to 6 places."""

    most = PRICE_MAX

    def __init__(self, **options: Any) -> None:
        super().__init__(min=0, **options)


class Quantity(StrictNumber):
    """A quantity or a length: 9 digits before the point, kept to 6 places."""


class ExchangeRate(StrictNumber):
    """A rate of exchange above 0: 9 digits before the point, kept to 6 places."""

    def __init__(self, **options: Any) -> None:
        super().__init__(above=0, **options)


class Percent(StrictNumber):
    """0 to 100, kept to 6 places."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min=0, max=100, **options)


class CessPercent(StrictNumber):
    """0 to 999, kept to 6 places: cess on tobacco is several times the price."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min=0, max=999, **options)


class StrictInteger(Strict, fields.Integer):
    """A whole number as JSON Schema has it: 1.0 is one, 1.9 is not."""

    default_error_messages = messages(invalid="Must be a whole number.")

    def __init__(self, *, min: int = -SAFE_INTEGER, max: int = SAFE_INTEGER, **options: Any) -> None:
        self.least, self.most = min, max
        super().__init__(validate=[Bound(min=min), Bound(max=max)], **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        return value


class AnyInteger(StrictInteger):
    """A whole number, its text, or null."""

    default_error_messages = messages(invalid="Must be a whole number or null.")

    def __init__(self, **options: Any) -> None:
        super().__init__(**optional(options))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, str) and _WHOLE_TEXT.fullmatch(value):
            return int(value)
        return super()._deserialize(value, attr, data, **kwargs)
