"""Parts that the bodies of documents share."""

from collections.abc import Iterable
from typing import Any, ClassVar

from marshmallow import ValidationError, pre_load, validates_schema

from app.schemas.body import BodySchema
from app.schemas.compound import Object, Rows
from app.schemas.fields import AnyLongText, AnyText, CurrencyCode, ExternalReference, RelatedId, StrictBoolean
from app.schemas.invoices import AdjustedBody, InvoiceLineBody
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
    reverse_charge = StrictBoolean(load_default=False)
    external_reference = ExternalReference()
    lines = Rows(Object(InvoiceLineBody), min=1, required=True)

    @pre_load
    def take_lines_as_reads_call_them(self, document: Any, **_: Any) -> Any:
        """Take `lines` from the name that answers give them, so that a document can be sent back as it was read."""
        name = self.lines_when_read
        if name and isinstance(document, dict) and "lines" not in document and name in document:
            return document | {"lines": document[name]}
        return document


class AdjustedDocumentBody(DocumentBody, AdjustedBody):
    """A document with lines and adjustments."""


class Allocating(BodySchema):
    """Rules for a body with `allocations`, whose elements name what they settle in `settles`."""

    settles = ""
    settles_on_the_wire = ""

    @validates_schema(skip_on_field_errors=False)
    def names_each_once(self, body: dict[str, Any], **_: Any) -> None:
        """Require each document at most once, since two amounts would contradict each other. Raise ValidationError."""
        named = (row[self.settles] for row in body.get("allocations", []))
        errors = {
            place: {self.settles_on_the_wire: ["Must not be named twice."]} for place in _repeated(named)
        }
        if errors:
            raise ValidationError({"allocations": errors})


class NoteBody(DocumentBody, Allocating):
    """A note, which gives to others only while it is OPEN. Currency, rate of exchange and reverse charge that
    are left out are None and come from the document that it is about."""

    currency_code = CurrencyCode(load_default=None, allow_none=False)
    exchange_rate = ExchangeRate(load_default=None, allow_none=False)
    reverse_charge = StrictBoolean(load_default=None, allow_none=False)

    @validates_schema(skip_on_field_errors=False)
    def is_open_to_allocate(self, note: dict[str, Any], **_: Any) -> None:
        """Refuse allocations of a draft or void note. Raise ValidationError."""
        if note.get("allocations") and note.get("status", "OPEN") != "OPEN":
            raise ValidationError({"allocations": ["Only an OPEN note can be allocated."]})


class NoteLineBody(InvoiceLineBody):
    """A line of a note, which names the line that it is about in `original_line`. What is left out is None and
    comes from that one, else from the item."""

    original_line: ClassVar[str]

    discount = Money(min=0, load_default=None, allow_none=False)

    @validates_schema(skip_on_field_errors=False)
    def says_what_is_billed(self, line: dict[str, Any], **_: Any) -> None:
        """Require the facts of a line as an invoice does. A named original line stands for an item and a quantity."""
        original = line.get(self.original_line, "given")
        # Of a line that is named all that is left may be meant.
        of_it = {"item_id": original, "quantity": line.get("quantity") or "all"}
        super().says_what_is_billed(line | of_it if original else line)


def _repeated(values: Iterable[Any]) -> list[int]:
    seen: set[Any] = set()
    places = []
    for place, value in enumerate(values):
        if value in seen:
            places.append(place)
        seen.add(value)
    return places
