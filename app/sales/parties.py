"""Seller and buyer of a sales document, as they are when it is written (spec 2.14)."""

from dataclasses import dataclass
from typing import Any

from app.database import Row
from app.tax.gst import TaxKind, tax_kind
from app.tax.place_of_supply import Place, place_of_supply


@dataclass(frozen=True)
class Seller:
    """The registration a document is issued under; without one, the organization itself, which charges no tax."""

    registration_id: str | None
    legal_name: str
    gstin: str | None
    state_code: str


@dataclass(frozen=True)
class Parties:
    """Who sells to whom, and where the supply takes place."""

    seller: Seller
    buyer: dict[str, Any]
    place: Place

    @property
    def tax_kind(self) -> TaxKind:
        """The taxes that the supply bears."""
        return tax_kind(self.seller.gstin, self.seller.state_code, self.place.code)


def parties_of(found: Row, stated_place: str | None) -> Parties:
    """Read the `parties` statement's row; raises TaxError where no place of supply can be made out."""
    seller = _seller(found)
    place = place_of_supply(
        document=stated_place,
        customer=found["place_of_supply_state_code"],
        customer_gstin=found["gstin"],
        billing_state=(found["billing_address"] or {}).get("stateCode"),
        seller_state=seller.state_code,
    )
    return Parties(seller, _buyer(found), place)


def _seller(found: Row) -> Seller:
    if found["registration_id"] is None:
        return Seller(None, found["organization_legal_name"], None, found["organization_state_code"])
    return Seller(
        found["registration_id"],
        found["registration_legal_name"],
        found["registration_gstin"],
        found["registration_state_code"],
    )


def _buyer(found: Row) -> dict[str, Any]:
    return {
        "displayName": found["display_name"],
        "legalName": found["legal_name"],
        "gstin": found["gstin"],
        "pan": found["pan"],
        "email": found["email"],
        "phone": found["phone"],
        "billingAddress": found["billing_address"],
        "shippingAddress": found["shipping_address"],
    }
