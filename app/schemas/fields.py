"""Strict fields for text, choices, booleans and days. Numbers: `numbers`. Objects and lists: `compound`."""

import math
import re
from datetime import UTC, date, datetime
from typing import Any

from marshmallow import fields, validate

from app.schemas.strict import Length, Strict, messages, optional
from app.schemas.unknown_names import near_word

ONE_LINE = 255
LONG_TEXT = 10_000
LENGTH_UNITS = ("MM", "CM", "M", "IN", "FT")

_YEARS = range(1900, 3000)
_DATE = r"(?:19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}"
_CLOCK = r"[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?"
_OFFSET = r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?"
_DAY = re.compile(_DATE)
_MOMENT = re.compile(f"{_DATE}T{_CLOCK}{_OFFSET}")


class Text(Strict, fields.String):
    """Text of `min` to `max` characters that PostgreSQL can hold; with a `min` it may not be blank."""

    default_error_messages = messages(
        type="Must be text.",
        blank="Must not be blank.",
        unstorable="Must not contain NUL or unpaired surrogate characters.",
    )

    def __init__(self, *, min: int | None = None, max: int = ONE_LINE, **options: Any) -> None:
        self.blank_allowed = not min
        exact = Length(equal=max) if min == max else Length(min=min, max=max)
        super().__init__(**{"validate": exact, **options})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("type")
        if not storable(value):
            raise self.make_error("unstorable")
        if not self.blank_allowed and not value.strip():
            raise self.make_error("blank")
        return value


def storable(text: str) -> bool:
    """Return whether PostgreSQL can hold the text: no NUL, and no character without a form in UTF-8."""
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


class AnyText(Text):
    """A one-line field of type `any`: text, a number or boolean as its text, or null."""

    default_error_messages = messages(
        type="Must be text, a number, a boolean or null.",
        digits="Has more digits than a number keeps; send it as text.",
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**optional(options))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, int | float) and DIGITS_KEPT <= abs(value) < math.inf:
            raise self.make_error("digits")
        return super()._deserialize(scalar_text(value), attr, data, **kwargs)


# Integers that are longer come as floats, and have lost their last digits.
DIGITS_KEPT = 1 << 63


def scalar_text(value: Any) -> Any:
    """Return the JSON text of a boolean or number, numbers as short as they go; any other value as it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and math.isfinite(value):
        return repr(value).removesuffix(".0")
    # Python refuses to print integers of thousands of digits.
    if isinstance(value, int) and abs(value) < DIGITS_KEPT:
        return str(value)
    return value


class AnyLongText(AnyText):
    """Notes, descriptions, terms."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max=LONG_TEXT, **options)


class RelatedId(AnyText):
    """The id of another record, or null; the lookup answers for one that is longer than any id."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min=1, **options)


class ExternalReference(Text):
    """The caller's own reference of the record, or null."""

    def __init__(self) -> None:
        super().__init__(min=1, max=100, **optional({}))


class CurrencyCode(Text):
    """Three letters, made capitals."""

    def __init__(self, **options: Any) -> None:
        form = validate.Regexp(r"^[A-Za-z]{3}$", error="Must be three letters.")
        super().__init__(min=3, max=3, validate=[Length(equal=3), form], **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        code = super()._deserialize(value, attr, data, **kwargs)
        # Other scripts have letters whose capital is an ASCII letter, or two.
        return code.upper() if code.isascii() else code


class Choice(Text):
    """One of the given words, spelled as they are listed."""

    def __init__(self, *choices: str, **options: Any) -> None:
        self.choices = choices
        super().__init__(validate=_OneOf(choices, error="Must be one of: {choices}."), **options)


class _OneOf(validate.OneOf):
    """One of many words; the message about another word names a near one."""

    def _format_error(self, value: str) -> str:
        return near_word(value, tuple(self.choices)) or super()._format_error(value)


class PriceInclusive(Choice):
    """`inherit`, `true` or `false`; also the JSON booleans that reads return."""

    def __init__(self, **options: Any) -> None:
        super().__init__("inherit", "true", "false", **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return super()._deserialize(
            scalar_text(value) if isinstance(value, bool) else value, attr, data, **kwargs
        )


class StrictBoolean(Strict, fields.Boolean):
    """true or false, and nothing that resembles them."""

    default_error_messages = messages(invalid="Must be true or false.")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class StrictDate(Strict, fields.Date):
    """YYYY-MM-DD, or an ISO 8601 timestamp cut to its UTC date (without an offset it is UTC)."""

    default_error_messages = messages(invalid="Must be a calendar date from 1900 to 2999, as YYYY-MM-DD.")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> date:
        try:
            day = _day(value) if isinstance(value, str) else None
        except ValueError:
            day = None
        if day is None:
            raise self.make_error("invalid")
        return day


def _day(text: str) -> date | None:
    if _DAY.fullmatch(text):
        return date.fromisoformat(text)
    if not _MOMENT.fullmatch(text):
        return None
    moment = datetime.fromisoformat(text)
    day = (moment if moment.tzinfo is None else moment.astimezone(UTC)).date()
    # The offset may carry the first or last hours of the range out of it.
    return day if day.year in _YEARS else None
