"""What the bodies of documents that are made elsewhere have in common (docs/importing.md)."""

from collections.abc import Iterable
from typing import Any, ClassVar

from marshmallow import ValidationError, validates_schema

from app.schemas.body import BodySchema
from app.schemas.compound import Object, Rows
from app.schemas.fields import AnyLongText, AnyText, CurrencyCode, RelatedId
from app.schemas.invoices import AdjustmentsBody, InvoiceLineBody, no_adjustments
from app.schemas.numbers import ONE, ExchangeRate, Money


class GivenNumber(AnyText):
    """The number that a document has already; left out or null, it gets the next of its series."""

    def __init__(self) -> None:
        super().__init__(min=1, max=100)


class DocumentBody(BodySchema):
    """A document with lines."""

    currency_code = CurrencyCode(load_default="INR")
    exchange_rate = ExchangeRate(load_default=ONE)
    place_of_supply_state_code = AnyText()
    warehouse_id = RelatedId()
    notes = AnyLongText()
    terms_and_conditions = AnyLongText()
    lines = Rows(Object(InvoiceLineBody), min=1, required=True)


class AdjustedDocumentBody(DocumentBody):
    """A document with lines and adjustments."""

    adjustments = Object(AdjustmentsBody, load_default=no_adjustments)


class Allocating(BodySchema):
    """Rules for a body with `allocations`, whose elements name what they settle in `settles`."""

    settles = ""
    settles_on_the_wire = ""

    @validates_schema(skip_on_field_errors=False)
    def names_each_once(self, body: dict[str, Any], **_: Any) -> None:
        """Two amounts for one document contradict each other."""
        named = (row[self.settles] for row in body.get("allocations", []))
        errors = {
            place: {self.settles_on_the_wire: ["Must not be named twice."]} for place in _repeated(named)
        }
        if errors:
            raise ValidationError({"allocations": errors})


class NoteBody(DocumentBody, Allocating):
    """A note, which gives to others only while it is OPEN. Currency and rate of exchange that are left out are
    None and come from the document that it is about."""

    currency_code = CurrencyCode(load_default=None, allow_none=False)
    exchange_rate = ExchangeRate(load_default=None, allow_none=False)

    @validates_schema(skip_on_field_errors=False)
    def is_open_to_allocate(self, note: dict[str, Any], **_: Any) -> None:
        """A draft or void note settles nothing."""
        if note.get("allocations") and note.get("status", "OPEN") != "OPEN":
            raise ValidationError({"allocations": ["Only an OPEN note can be allocated."]})


class NoteLineBody(InvoiceLineBody):
    """A line of a note, which names the line that it is about in `original_line`. What is left out is None and
    comes from that one, else from the item."""

    original_line: ClassVar[str]

    discount = Money(min=0, load_default=None, allow_none=False)

    @validates_schema(skip_on_field_errors=False)
    def says_what_is_billed(self, line: dict[str, Any], **_: Any) -> None:
        """As a line of an invoice does; its original says as much as an item."""
        original = line.get(self.original_line, "given")
        super().says_what_is_billed(line | {"item_id": original} if original else line)


def _repeated(values: Iterable[Any]) -> list[int]:
    seen: set[Any] = set()
    places = []
    for place, value in enumerate(values):
        if value in seen:
            places.append(place)
        seen.add(value)
    return places
