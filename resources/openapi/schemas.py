"""The schemas of the OpenAPI document: requests under `…Input` and `…Change`, answers under their own names."""

# apispec's plugin for marshmallow has no type hints.
# mypy: allow-untyped-calls

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from app.master_data.items import ItemVariantChange
from app.schemas.answers.fields import Answered
from app.schemas.answers.outcomes import PageMeta, WriteWarning
from app.schemas.body import BodySchema, object_in
from app.wire import Json, to_json
from resources.openapi import fields as json_fields
from resources.openapi.field_descriptions import LEFT_OUT, own_name
from resources.openapi.rules import rules_of
from resources.routes.operations import PDF, Answer

# The first and the last fields of every record.
_FIRST = ("id", "organizationId")
_WARNINGS = {"description": "Warnings about a write that was carried out; absent if there are none."}
_IGNORED = "Ignored: reads have it, and a record can be sent back as it was read."
_BESIDE_TOTALS = (
    "As reads have it: POST takes it where there are no `adjustments`, so that a record can be sent back."
)
_IN_PLACE_OF_LINES = (
    "As reads have it: taken for `lines` where these are left out, so that a record can be sent back."
)
_LAST = ("createdBy", "updatedBy", "createdAt", "updatedAt")


def _name(schema: Any) -> str:
    kind: type[Schema] = schema if isinstance(schema, type) else type(schema)
    if issubclass(kind, Answered) or kind is ItemVariantChange:
        return kind.__name__
    return f"{own_name(kind)}Input"


class Schemas:
    """The schemas of the document: each is put into it once, and answered by reference."""

    def __init__(self, spec: APISpec, plugin: MarshmallowPlugin) -> None:
        self._spec = spec
        converter = plugin.converter
        assert converter is not None  # noqa: S101 - the document has been begun
        self._converter = converter
        for function in json_fields.ATTRIBUTE_FUNCTIONS:
            converter.add_attribute_function(function)

    def answer(self, schema: type[Schema]) -> Json:
        """Return the reference to the schema of an answer."""
        return self._reference(schema())

    def body(self, body: BodySchema) -> Json:
        """Return the reference to the schema of a POST's body, or of a PATCH that replaces."""
        return self._reference(body)

    def change(self, body: BodySchema) -> Json:
        """Return the reference to the schema of a PATCH's body. It shows no defaults: none applies to absent fields
        (see `Plugin`)."""
        form = body.change_form
        name = f"{own_name(type(body))}Change"
        if name not in self._spec.components.schemas:
            shown = self._converter.schema2jsonschema(form)
            for field in shown["properties"].values():
                field.pop("default", None)
            self._put(name, _both(_exactly(form, shown), _said_of(type(form))))
        return {"$ref": f"#/components/schemas/{name}"}

    def success(self, answer: Answer) -> Json:
        """Return the whole body of a success."""
        if answer.schema is None:
            return {"type": "string", "format": "binary"} if answer.media_type == PDF else {"type": "object"}
        if answer.shape == "bare":
            return self.answer(answer.schema)
        name = (
            answer.schema.__name__.removesuffix("Row")
            + {"record": "Answer", "page": "Page", "list": "List"}[answer.shape]
        )
        if name not in self._spec.components.schemas:
            self._put(name, self._envelope(answer))
        return {"$ref": f"#/components/schemas/{name}"}

    def _envelope(self, answer: Answer) -> Json:
        assert answer.schema is not None  # noqa: S101 - asked by `success`
        one = self.answer(answer.schema)
        properties: Json = {
            "success": {"type": "boolean", "const": True},
            "data": one if answer.shape == "record" else {"type": "array", "items": one},
        }
        if answer.shape == "page":
            properties["meta"] = self.answer(PageMeta)
        required = list(properties)
        if answer.shape == "record":
            properties["warnings"] = {
                "type": "array",
                "minItems": 1,
                "items": self.answer(WriteWarning),
            } | _WARNINGS
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def _reference(self, schema: Schema) -> Json:
        reference: Json = self._converter.resolve_nested_schema(schema)
        return reference

    def _put(self, name: str, schema: Json) -> None:
        self._spec.components.schema(name, schema)


def _tell_defaults(properties: dict[str, Json]) -> None:
    """Move defaults into descriptions: clients that openapi-typescript makes require a field with the keyword
    `default`."""
    for field in properties.values():
        value = field.pop("default", None)
        if value is not None:
            field["description"] = (
                f"{field.get('description', '')} Default: `{to_json(value).decode()}`.".strip()
            )


def _tell_left_out(kind: type[BodySchema], properties: dict[str, Json]) -> None:
    for name, field in properties.items():
        said = LEFT_OUT.get(f"{own_name(kind)}.{name}")
        if said:
            field["description"] = f"{field.get('description', '')} {said}".strip()


def _exactly(body: BodySchema, shown: Json) -> Json:
    """Return the schema of a body with its own fields and, as read-only, the fields that are ignored; no others are
    allowed."""
    if body.takes_any_name:
        return shown
    adjustments = object_in(body.fields.get("adjustments"))
    beside = adjustments.names if isinstance(adjustments, BodySchema) else frozenset[str]()
    ignored = {
        name: {"readOnly": True, "description": _BESIDE_TOTALS if name in beside else _IGNORED}
        for name in sorted(body.read_only)
    }
    exact = shown | {"properties": shown["properties"] | ignored, "additionalProperties": False}
    return exact | (_lines_by_either_name(body, exact) if "lines" in body.fields else {})


def _lines_by_either_name(body: BodySchema, shown: Json) -> Json:
    """Return the rules by which `lines` may also be sent under the name that answers give to them."""
    name = body.lines_when_read
    if name is None:
        return {}
    shown["properties"][name] = {"readOnly": True, "description": _IN_PLACE_OF_LINES}
    either = {"anyOf": [{"required": ["lines"]}, {"required": [name]}]}
    required = [field for field in shown["required"] if field != "lines"]
    return {"required": required, "allOf": [*shown.get("allOf", ()), either]}


def _both(shown: Json, said: Json) -> Json:
    """Return one schema with the keywords and the rules of two."""
    rules = [*shown.get("allOf", ()), *said.get("allOf", ())]
    return shown | said | ({"allOf": rules} if rules else {})


def _said_of(kind: type[Schema]) -> Json:
    text = (kind.__doc__ or "").strip().partition("\n")[0]
    return {**({"description": text} if issubclass(kind, Answered) else {}), **rules_of(kind)}


def finish(schemas: dict[str, Json]) -> None:
    """Order the fields of records: ids first, users and times last."""
    for schema in schemas.values():
        fields = schema.get("properties", {})
        own = [name for name in fields if name not in _FIRST + _LAST]
        schema["properties"] = {name: fields[name] for name in (*_FIRST, *own, *_LAST) if name in fields}


class Plugin(MarshmallowPlugin):
    """apispec's plugin with the service's names of schemas, and with their rules and descriptions."""

    def __init__(self) -> None:
        super().__init__(schema_name_resolver=_name)

    def schema_helper(self, *given: Any, **options: Any) -> Any:
        """Return the JSON Schema of a schema for apispec; None for a value that is JSON already."""
        shown: Json | None = super().schema_helper(*given, **options)
        if shown is None:
            return None
        schema = options["schema"]
        kind = schema if isinstance(schema, type) else type(schema)
        if isinstance(schema, BodySchema):
            _tell_defaults(shown["properties"])
            _tell_left_out(kind, shown["properties"])
            shown = _exactly(schema, shown)
        return _both(shown, _said_of(kind))
