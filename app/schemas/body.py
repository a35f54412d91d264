"""The base of all request bodies: camelCase names outside, all errors at once, one schema to create and one to read."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, Self

from marshmallow import EXCLUDE, Schema, ValidationError, missing, validates_schema
from marshmallow.exceptions import SCHEMA
from marshmallow.fields import Field, List, Nested

from app.errors import Invalid
from app.schemas.unknown_names import UnknownName, shown
from app.wire import camel

# A body of 1,000 bad lines must not be answered with megabytes.
MOST_ERRORS = 100

MESSAGES = {"type": "Must be an object."}
# Reads of some documents call their lines otherwise than bodies do.
_CALLED_WHEN_READ = {"lines": ("items", "lineItems")}


class BodySchema(Schema):
    """The body of one kind of record. Instances keep no state between calls and may be shared by threads.

    A name that is no field is refused, except those that only the answer to a read of the record has (`answered_as`):
    they are ignored, so that a record can be sent back as it was read.
    """

    class Meta(Schema.Meta):
        # Refused by `has_every_name`, whose sentences say what may have been meant.
        unknown = EXCLUDE

    error_messages = MESSAGES

    #: What PATCH is validated against where that is not the schema itself.
    change_schema: ClassVar[type["BodySchema"] | None] = None
    #: Whether other names are ignored, whatever they are.
    takes_any_name: ClassVar[bool] = False
    #: Names that reads have and no body may, each with what is said of it.
    never_sent: ClassVar[Mapping[str, str]] = MappingProxyType({})
    #: The names that are ignored.
    read_only: frozenset[str] = frozenset()
    #: Words that stand for fields where the body comes from a file, taken out before the schema reads it.
    stand_ins: frozenset[str] = frozenset()

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Name the field in camelCase on the wire."""
        field_obj.data_key = field_obj.data_key or camel(field_name)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the fields on the wire."""
        return frozenset(str(field.data_key) for field in self.fields.values())

    @cached_property
    def _accepted(self) -> frozenset[str]:
        return self.names | self.read_only

    def answered_as(self, answer: type[Schema]) -> Self:
        """Ignore what only the answer to a read has, at every depth; return this schema. Before its first use."""
        answered = {str(field.data_key): field for field in answer().fields.values()}
        self.read_only = frozenset(answered) - self.names - self.never_sent.keys()
        for body, read in _objects(self, answered):
            body.answered_as(read)
        if self.change_form is not self:
            self.change_form.answered_as(answer)
        return self

    @property
    def lines_when_read(self) -> str | None:
        """The name that answers give to `lines`, if it is another."""
        return next((name for name in _CALLED_WHEN_READ["lines"] if name in self.read_only), None)

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def has_every_name(self, _loaded: dict[str, Any], sent: Any, **_: Any) -> None:
        """Refuse names that are no fields of the body. Raise ValidationError."""
        if self.takes_any_name or not isinstance(sent, dict) or self._accepted.issuperset(sent):
            return
        unknown = islice((name for name in sent if name not in self._accepted), MOST_ERRORS)
        known = self.names | self.stand_ins
        raise ValidationError(
            {
                shown(name): [self.never_sent.get(name) or UnknownName("field", name, known)]
                for name in unknown
            }
        )

    @cached_property
    def change_form(self) -> "BodySchema":
        """The schema that `change` validates against."""
        return self.change_schema() if self.change_schema else self

    def create(self, data: Any) -> dict[str, Any]:
        """Return every field by its snake_case name, with defaults filled in.

        Raises Invalid with every error, at most `MOST_ERRORS` of them.
        """
        try:
            loaded: dict[str, Any] = self.load(data)
        except ValidationError as error:
            told = islice(_details(error.messages), MOST_ERRORS)
            raise Invalid([(field, str(message)) for field, message in told]) from None
        return loaded

    def left_out(self) -> dict[str, Any]:
        """Return the values of an empty body: every field that has a default, by its snake_case name."""
        given = {name: field.load_default for name, field in self.fields.items()}
        return {
            name: value() if callable(value) else value
            for name, value in given.items()
            if value is not missing
        }

    def change(self, data: Any) -> dict[str, Any]:
        """Return the fields that the caller sent, by their snake_case names; validated as `create` does."""
        form = self.change_form
        loaded = form.create(data)
        sent = {name for name, field in form.fields.items() if field.data_key in data}
        return {name: value for name, value in loaded.items() if name in sent}


def _objects(
    form: BodySchema, answered: Mapping[str, Field[Any]]
) -> Iterator[tuple[BodySchema, type[Schema]]]:
    """Yield the schemas of the objects in a body, each with that of the same object in an answer."""
    for field in form.fields.values():
        name = str(field.data_key)
        read = next(
            (answered[key] for key in (name, *_CALLED_WHEN_READ.get(name, ())) if key in answered), None
        )
        body, other = object_in(field), object_in(read)
        if isinstance(body, BodySchema) and other is not None:
            yield body, type(other)


def object_in(field: Field[Any] | None) -> Schema | None:
    """Return the schema of the object, or of the objects of a list, that a field holds; None for any other field."""
    inner = field.inner if isinstance(field, List) else field
    return inner.schema if isinstance(inner, Nested) else None


def _details(messages: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(messages, Mapping):
        yield from ((path or "body", message) for message in messages)
        return
    for key, inner in messages.items():
        # Errors of an object as a whole stand under a key of marshmallow's own.
        here = path if key == SCHEMA else f"{path}.{key}".lstrip(".")
        yield from _details(inner, here)
