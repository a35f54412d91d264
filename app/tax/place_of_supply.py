"""The place of supply, which decides between CGST with SGST and IGST (IGST Act 2017 s. 10 to 13). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.tax.gst import TaxError
from app.tax.gstin import state_of_gstin
from app.tax.states import EXPORT, state_number

FIELD = "placeOfSupplyStateCode"
_LONGEST_CODE = 2
_INDIA = frozenset({"", "IN", "IND", "INDIA"})


@dataclass(frozen=True, slots=True)
class PlaceOfSupply:
    """A place of supply: `code` as it is written in its source, `number` its two-digit GST number.

    A name is no code: the place of `Tamil Nadu` is `33`.
    """

    code: str
    number: str


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The facts of a customer's or vendor's record that tell its place.

    `record` names it in messages, `Customer Acme`, and `remedy` says there what to do. `code` is its own place of
    supply, `billing_address` the object of the wire.
    """

    record: str
    code: str | None = None
    gstin: str | None = None
    billing_address: Mapping[str, Any] = field(default_factory=dict)
    category: str = "UNREGISTERED"
    remedy: str = "send one"

    @classmethod
    def of_record(cls, noun: str, row: Mapping[str, Any], category: str) -> "Whereabouts":
        """Return the whereabouts of a party by the columns of its record.

        noun: `Customer` or `Vendor`. category: the GST category that counts, which may not be the record's.
        """
        return cls(
            f"{noun} {row['display_name']}",
            row["place_of_supply_state_code"],
            row["gstin"],
            row["billing_address"] or {},
            category,
        )

    @property
    def is_abroad(self) -> bool:
        """Return whether the party is overseas, so that names of states may be unknown."""
        return self.category == "OVERSEAS" or has_foreign_country(self.billing_address)


def has_foreign_country(address: Mapping[str, Any] | None) -> bool:
    """Return whether an address names a country other than India."""
    return str((address or {}).get("country") or "").strip().upper() not in _INDIA


def place_of_supply(
    document: str | None, party: Whereabouts | None, seller_state: str | None
) -> PlaceOfSupply:
    """Return the first known place of: the document's own code, the party's code, its GSTIN, its billing address, the
    seller's state.

    A blank text says nothing. An address abroad is place 96. Of a party abroad, whose states have codes too, a text
    that is no Indian place is place 96. Raises TaxError on `placeOfSupplyStateCode` if the text that would decide is
    none, and if nothing says anything.
    """
    if document is not None and document.strip():
        return _place_of_document(document)
    place = (_place_of_party(party) if party else None) or _place(seller_state)
    if place is None:
        raise TaxError(FIELD, "No place of supply is known: send one.")
    return place


def _place_of_document(text: str) -> PlaceOfSupply:
    place = _place(text)
    if not place:
        raise TaxError(
            FIELD, "Must be the GST number, the letters or the name of an Indian state, or 96 for exports."
        )
    return place


def _place_of_party(party: Whereabouts) -> PlaceOfSupply | None:
    address = party.billing_address
    said = [("placeOfSupplyStateCode", party.code), ("gstin", state_of_gstin(party.gstin))]
    if not has_foreign_country(address):
        said.append(("billingAddress", _state_of(address)))
    for where, text in said:
        if text is None or not text.strip():
            continue
        place = _place(text)
        if place:
            return place
        if party.is_abroad:
            return PlaceOfSupply(EXPORT, EXPORT)
        raise TaxError(
            FIELD, f"{party.record} has the {where} {text!r}, which is no Indian place: {party.remedy}."
        )
    return PlaceOfSupply(EXPORT, EXPORT) if has_foreign_country(address) else None


def _state_of(address: Mapping[str, Any]) -> str | None:
    """Return the text that names the state: the first of code and name that is known, else the first that is there."""
    texts = [text for text in (address.get("stateCode"), address.get("state")) if text and text.strip()]
    return next((text for text in texts if _place(text)), texts[0] if texts else None)


def _place(text: str | None) -> PlaceOfSupply | None:
    number = state_number(text)
    if text is None or number is None:
        return None
    return PlaceOfSupply(text if len(text.strip()) <= _LONGEST_CODE else number, number)
