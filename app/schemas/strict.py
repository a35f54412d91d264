"""The base of all strict fields: messages, bounds in the service's words, null as a value.

marshmallow's own fields take "5" for a number, 1 for a boolean, 20260102 for a date and keep NUL in text. Strict fields
take a value of their JSON type, or refuse it; nothing is guessed. Values are those of a JSON parser: dict, list, str,
int, float, bool, None.
"""

from typing import Any

from marshmallow import fields, validate
from marshmallow.types import ErrorMessages

AnyField = fields.Field[Any]


class Length(validate.Length):
    """Length in characters, with the service's error messages."""

    message_min = "Must be at least {min} characters long."
    message_max = "Must be at most {max} characters long."
    message_all = "Must be {min} to {max} characters long."
    message_equal = "Must be exactly {equal} characters long."


class Count(validate.Length):
    """Number of elements, with the service's error messages."""

    message_min = "Must have at least {min} elements."
    message_max = "Must have at most {max} elements."
    message_all = "Must have {min} to {max} elements."


class Bound(validate.Range):
    """One end of a range, with the service's error messages."""

    message_gte = "at least"
    message_gt = "more than"
    message_lte = "at most"


def messages(**words: str) -> ErrorMessages:
    """Error messages of a field class by marshmallow's keys."""
    return {**words}


class Strict(AnyField):
    """Messages that all fields share."""

    default_error_messages = messages(required="This field is required.", null="Must not be null.")

    def _validate(self, value: Any) -> None:
        # The first broken bound is enough, and building marshmallow's And anew for each of the 15,000 values
        # of a long invoice is not free.
        for validator in self.validators:
            validator(value)


def optional(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a field of type `any`: null is a value, and the default unless the key is required."""
    default = {} if options.get("required") else {"load_default": None}
    return {"allow_none": True, **default, **options}
