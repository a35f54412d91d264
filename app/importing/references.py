"""Names where a person would rather write them than ids: taken out of a line before it is checked. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from marshmallow.fields import Field, List, Nested

from app.schemas.body import Body
from app.schemas.fields import scalar_text
from app.wire import camel

# What a line may say -> the column that it stands for, and whose names they are.
NAMES = {
    "customer": ("customer_id", "customers"),
    "vendor": ("vendor_id", "vendors"),
    "item": ("item_id", "items"),
    "warehouse": ("warehouse_id", "warehouses"),
    "invoice": ("invoice_id", "invoices"),
    "bill": ("bill_id", "bills"),
}
_LONGEST = 255


@dataclass(frozen=True, slots=True)
class Reference:
    """A name, and where the id belongs that it stands for: `rows` and `place` name the element of a list."""

    entity: str
    name: str
    column: str
    field: str
    rows: str | None = None
    place: int = 0

    def put(self, body: dict[str, Any], id: str) -> None:
        """Put the id into the body that the schema made."""
        target = body if self.rows is None else body[self.rows][self.place]
        target[self.column] = id


_Taken = tuple[Any, list[Reference], list[tuple[str, str]]]


def take_references(schema: Body, sent: Any) -> _Taken:
    """What was sent with a stand-in for the id that each name means, the names, and what is wrong with them.

    A stand-in is as different from others as its name is, so that the schema sees what is named twice.
    """
    references: list[Reference] = []
    faults: list[tuple[str, str]] = []
    if not isinstance(sent, dict):
        return sent, references, faults
    changed = _taken(schema, sent, None, 0, references, faults)
    for rows, row_schema in _lists(schema):
        elements = sent.get(rows)
        if isinstance(elements, list):
            changed[rows] = [
                _taken(row_schema, element, rows, place, references, faults)
                for place, element in enumerate(elements)
            ]
    return changed, references, faults


def _taken(
    schema: Body,
    sent: Any,
    rows: str | None,
    place: int,
    references: list[Reference],
    faults: list[tuple[str, str]],
) -> Any:
    if not isinstance(sent, dict):
        return sent
    changed = dict(sent)
    for word in NAMES.keys() & sent.keys():
        column, entity = NAMES[word]
        if column not in schema.fields or sent[word] is None:
            continue
        field = word if rows is None else f"{rows}.{place}.{word}"
        name = scalar_text(sent[word])
        wrong = _wrong(name, sent.get(camel(column)), camel(column))
        if wrong:
            faults.append((field, wrong))
        else:
            references.append(Reference(entity, name, column, field, rows, place))
        changed[camel(column)] = f"?{name}"[:_LONGEST]
    return changed


def _wrong(name: Any, id: Any, wire: str) -> str | None:
    if id is not None:
        return f"Must not be given together with {wire}."
    if not isinstance(name, str) or not name.strip():
        return "Must be a name."
    return None


def _lists(schema: Body) -> Iterator[tuple[str, Body]]:
    for name in ("lines", "allocations"):
        rows = schema.fields.get(name)
        element: Field[Any] | None = rows.inner if isinstance(rows, List) else None
        if isinstance(element, Nested) and isinstance(element.schema, Body):
            yield name, element.schema
