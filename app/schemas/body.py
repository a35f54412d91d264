"""What every request body has in common: camelCase names outside, all errors at once, two ways to read it."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

from marshmallow import EXCLUDE, Schema, ValidationError
from marshmallow.exceptions import SCHEMA
from marshmallow.fields import Field

from app.errors import Invalid
from app.wire import camel

# A body of 1,000 bad lines must not be answered with megabytes.
MOST_ERRORS = 100

MESSAGES = {"type": "Must be an object."}


class BodySchema(Schema):
    """The body of one kind of record. Instances keep no state between calls and may be shared by threads."""

    class Meta(Schema.Meta):
        unknown = EXCLUDE

    error_messages = MESSAGES

    #: What PATCH is validated against where that is not the schema itself.
    change_schema: ClassVar[type["BodySchema"] | None] = None

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Name the field in camelCase on the wire."""
        field_obj.data_key = field_obj.data_key or camel(field_name)

    @cached_property
    def change_form(self) -> "BodySchema":
        """The schema that `change` validates against."""
        return self.change_schema() if self.change_schema else self

    def create(self, data: Any) -> dict[str, Any]:
        """Every field by its snake_case name, defaults filled in.

        Raises Invalid with every error, at most `MOST_ERRORS` of them.
        """
        try:
            loaded: dict[str, Any] = self.load(data)
        except ValidationError as error:
            raise Invalid(list(islice(_details(error.messages), MOST_ERRORS))) from None
        return loaded

    def change(self, data: Any) -> dict[str, Any]:
        """The fields that the caller sent, by their snake_case names; validated as `create` does."""
        form = self.change_form
        loaded = form.create(data)
        sent = {name for name, field in form.fields.items() if field.data_key in data}
        return {name: value for name, value in loaded.items() if name in sent}


def _details(messages: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if not isinstance(messages, Mapping):
        yield from ((path or "body", message) for message in messages)
        return
    for key, inner in messages.items():
        # Errors of an object as a whole stand under a key of marshmallow's own.
        here = path if key == SCHEMA else f"{path}.{key}".lstrip(".")
        yield from _details(inner, here)
