"""Facts that a note takes from the document and lines that it is about: they are given back as they were billed."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from app.documents.creation import NewDocument
from app.documents.parties import Seller, SupplyBefore
from app.schemas.numbers import ONE
from app.tax.states import state_number
from app.tax.supplies import with_payment_of
from app.wire import Row, camel

# Defaults of a note that is about no document; its place of supply follows from the party.
_ABOUT_NOTHING: Row = {
    "currency_code": "INR",
    "exchange_rate": ONE,
    "place_of_supply_state_code": None,
    "reverse_charge": False,
}

# Facts that a note has once, so that the documents of its lines must agree in them.
_HAD_ONCE: Mapping[str, Callable[[Row], Hashable]] = {
    "seller": lambda row: (row["seller_gstin"], state_number(row["seller_state_code"])),
    "place of supply": lambda row: state_number(row["place_of_supply_state_code"]),
    "currency": lambda row: row["currency_code"],
}


def take_document(note: NewDocument, document: Row | None, noun: str) -> None:
    """Give the note the seller that is stored on its document, and fill in what its body leaves out.

    `noun` is what the document is. A note in another currency is refused.
    """
    body = note.body
    if document:
        seller = Seller(
            document["seller_registration_id"],
            document["seller_legal_name"],
            document["seller_gstin"],
            document["seller_state_code"],
            is_composition=document["seller_is_composition"],
        )
        with_payment = with_payment_of(document["supply_type"], None)
        note.before = SupplyBefore(seller, document["gst_category"], with_payment, document["original_date"])
        if body["currency_code"] not in (None, document["currency_code"]):
            note.refuse("currencyCode", f"Must be the {noun}'s, {document['currency_code']}.")
    for name, value in (document or _ABOUT_NOTHING).items():
        if name in _ABOUT_NOTHING and _is_left_out(body[name]):
            body[name] = value


def _is_left_out(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def check_agreement(note: NewDocument, field: str, noun: str) -> None:
    """Refuse each line whose document differs from the first line's in what the note has once.

    `field` is what names an original line on the wire.
    """
    had_once = dict(_HAD_ONCE)
    if note.body["exchange_rate"] is None:
        had_once["rate of exchange"] = lambda row: row["exchange_rate"]
    lines = note.original_lines
    first = next(iter(lines), 0)
    for place, row in lines.items():
        differing = [word for word, of in had_once.items() if of(row) != of(lines[first])]
        if differing:
            fault = f"Its {noun} has another {differing[0]} than the {noun} of lines.{first}."
            note.refuse(f"lines.{place}.{field}", fault)


def check_dates(note: NewDocument, day: str, originals: Iterable[Row], noun: str) -> None:
    """Refuse a note that is dated, in the column `day`, before one of the documents that it is about."""
    latest = max((row["original_date"] for row in originals), default=note.body[day])
    if note.body[day] < latest:
        note.refuse(camel(day), f"Must not be before the {noun}'s date, {latest}.")


def keep_supply(note: NewDocument, lines: Sequence[Row], noun: str) -> None:
    """Refuse what would have lines of documents given back with other taxes than they bear."""
    body = note.body
    for row in lines[:1]:
        place, stated = row["place_of_supply_state_code"], body["place_of_supply_state_code"]
        if not _is_left_out(stated) and state_number(stated) != state_number(place):
            note.refuse("placeOfSupplyStateCode", f"Must be the {noun}'s, {place}.")
        if body["reverse_charge"] not in (None, row["reverse_charge"]):
            note.refuse("reverseCharge", f"Must be the {noun}'s.")
        with_payment = with_payment_of(row["supply_type"], None)
        if with_payment is not None and body.get("export_with_payment") not in (None, with_payment):
            note.refuse("exportWithPayment", f"Must be the {noun}'s.")
