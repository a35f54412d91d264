"""Names where a person would rather write them than ids: taken out of a line before it is checked. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from marshmallow.fields import Field, List, Nested

from app.schemas.body import BodySchema
from app.schemas.fields import scalar_text, storable
from app.wire import camel

# Key of a line -> the column that it stands for, and the table of the names.
NAMES = {
    "customer": ("customer_id", "customers"),
    "vendor": ("vendor_id", "vendors"),
    "item": ("item_id", "items"),
    "warehouse": ("warehouse_id", "warehouses"),
    "invoice": ("invoice_id", "invoices"),
    "bill": ("bill_id", "bills"),
}
_LONGEST = 255


def with_names(schema: BodySchema) -> BodySchema:
    """Return the schema, which then knows the words that `take_references` takes out of a line."""
    for form in (schema, *(rows for _, rows in _lists(schema))):
        form.stand_ins = frozenset(word for word, (column, _) in NAMES.items() if column in form.fields)
    return schema


@dataclass(frozen=True, slots=True)
class Reference:
    """A name, and where the id belongs that it stands for: `where` is the element (list, place), or None."""

    entity: str
    name: str
    column: str
    field: str
    where: tuple[str, int] | None = None

    @property
    def stands_for(self) -> str:
        """The field of the id, by the path that it would have in the line."""
        path = self.field.split(".")
        return ".".join([*path[:-1], camel(self.column)])

    def put(self, body: dict[str, Any], id: str) -> None:
        """Put the id into the body that the schema made."""
        target = body if self.where is None else body[self.where[0]][self.where[1]]
        target[self.column] = id


@dataclass
class Taken:
    """A line with a stand-in for each id that a name stands for, the names, and their faults.

    Equal names get equal stand-ins, so that the schema refuses duplicates.
    """

    sent: Any
    references: list[Reference] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)


def take_references(schema: BodySchema, sent: Any) -> Taken:
    """Take the names out of a line, at its top and in the elements of its lists, that the schema has (`with_names`)."""
    taken = Taken(sent)
    if not isinstance(sent, dict):
        return taken
    taken.sent = _without_names(taken, schema, sent)
    for rows, row_schema in _lists(schema):
        elements = sent.get(rows)
        if isinstance(elements, list):
            taken.sent[rows] = [
                _without_names(taken, row_schema, element, (rows, place))
                for place, element in enumerate(elements)
            ]
    return taken


def _without_names(taken: Taken, schema: BodySchema, sent: Any, where: tuple[str, int] | None = None) -> Any:
    if not isinstance(sent, dict):
        return sent
    changed = {name: value for name, value in sent.items() if name not in schema.stand_ins}
    for word in schema.stand_ins & sent.keys():
        column, entity = NAMES[word]
        if sent[word] is None:
            continue
        path = word if where is None else f"{where[0]}.{where[1]}.{word}"
        name = scalar_text(sent[word])
        wrong = _wrong(name, sent.get(camel(column)), camel(column))
        if wrong:
            taken.faults.append((path, wrong))
            changed[camel(column)] = "?"
        else:
            taken.references.append(Reference(entity, name, column, path, where))
            changed[camel(column)] = f"?{name}"[:_LONGEST]
    return changed


def _wrong(name: Any, id: Any, wire: str) -> str | None:
    if id is not None:
        return f"Must not be given together with {wire}."
    if not isinstance(name, str) or not name.strip() or not storable(name):
        return "Must be a name."
    return None


def _lists(schema: BodySchema) -> Iterator[tuple[str, BodySchema]]:
    for name in ("lines", "allocations"):
        rows = schema.fields.get(name)
        element: Field[Any] | None = rows.inner if isinstance(rows, List) else None
        if isinstance(element, Nested) and isinstance(element.schema, BodySchema):
            yield name, element.schema
