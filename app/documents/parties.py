"""Seller and party of a document, as they are when it is written.

On sales documents the organization sells and the party is a customer; on purchases a vendor sells.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from app.documents.bulk_lookup import Answers, BulkLookup, Combination, look_up
from app.errors import names_no
from app.postgres.database import Row, Transaction
from app.tax.gst import TaxError
from app.tax.gstin import state_of_gstin
from app.tax.place_of_supply import PlaceOfSupply, Whereabouts, place_of_supply
from app.tax.supplies import Supply, Undertaking


@dataclass(frozen=True)
class Seller:
    """The registration a document is issued under; a seller without GSTIN charges no tax."""

    registration_id: str | None
    legal_name: str
    gstin: str | None
    state_code: str
    address: str | None = None
    is_composition: bool = False


@dataclass(frozen=True)
class Parties:
    """Seller, `party` (the customer or vendor) and place of supply of a document, and its supply under GST."""

    seller: Seller
    party: Row
    place: PlaceOfSupply
    supply: Supply


@dataclass(frozen=True)
class SupplyBefore:
    """Facts of an earlier document that a later one keeps, whatever changed in the master data since.

    `category` and `with_payment` are None where that document did not decide them. `day` is its date. `party` is its
    customer or vendor where that is kept too, None where the present record counts.
    """

    seller: Seller
    category: str | None = None
    with_payment: bool | None = None
    day: date | None = None
    party: Row | None = None


@dataclass(frozen=True)
class Side:
    """Sales or purchases: the statement that finds the parties, and the records of a body that must be there, by their
    names on the wire.

    `read` (`_sale`, `_purchase`) makes the parties of such a row, its body, the document's day, and what the body keeps
    of the document that it is about. It raises TaxError for a place that is none.
    """

    statement: str
    named: Mapping[str, str]
    read: Callable[[Row, Row, date, SupplyBefore | None], Parties]
    purchases: bool


def parties_lookup(side: Side, bodies: Sequence[Row]) -> BulkLookup:
    """Return the lookup of the row of the side's statement for each body."""
    return BulkLookup(
        side.statement, [f"{name}s" for name in side.named], [_named(side, body) for body in bodies]
    )


def find_parties(tx: Transaction, side: Side, bodies: Sequence[Row]) -> list[Row]:
    """Return the row of the side's statement for each body."""
    (rows,) = look_up(tx, parties_lookup(side, bodies))
    return rows_of_parties(side, bodies, rows)


def rows_of_parties(side: Side, bodies: Sequence[Row], rows: Answers) -> list[Row]:
    """Return the row of each body, among the answers to `parties_lookup`."""
    return [rows[_named(side, body)] for body in bodies]


def _named(side: Side, body: Row) -> Combination:
    return tuple(body.get(name) for name in side.named)


def missing_parties(side: Side, found: Row, body: Row) -> list[tuple[str, str]]:
    """Return a fault for each record that a body names and that does not exist."""
    return [
        (wire, names_no())
        for name, wire in side.named.items()
        if body.get(name) is not None and found[name] is None
    ]


def _sale(found: Row, body: Row, day: date, before: SupplyBefore | None) -> Parties:
    seller = before.seller if before else _organization(found)
    category = (before and before.category) or found["gst_category"]
    customer = Whereabouts.of_record("Customer", found, category)
    place = place_of_supply(body["place_of_supply_state_code"], customer, seller.state_code)
    with_payment = body["export_with_payment"]
    if with_payment is None and before:
        with_payment = before.with_payment
    if with_payment is None:
        undertaking = Undertaking(found["lut_number"], found["lut_valid_from"], found["lut_valid_to"])
        with_payment = not undertaking.covers(day)
    supply = Supply(
        seller.gstin,
        seller.state_code,
        place.code,
        category,
        seller.is_composition,
        bool(body["reverse_charge"]),
        with_payment,
    )
    return Parties(seller, (before and before.party) or _party(found), place, supply)


def _purchase(found: Row, body: Row, day: date, before: SupplyBefore | None) -> Parties:
    here = found["organization_state_code"]
    place = place_of_supply(body["place_of_supply_state_code"], None, here)
    category = (before and before.category) or found["gst_category"]
    seller = before.seller if before else _vendor(found, category)
    supply = Supply(
        seller.gstin,
        seller.state_code,
        place.code,
        category,
        seller.is_composition,
        bool(body["reverse_charge"]),
    )
    return Parties(seller, (before and before.party) or _party(found), place, supply)


def _organization(found: Row) -> Seller:
    address = found["organization_address"]
    if found["registration_id"] is None:
        return Seller(None, found["organization_legal_name"], None, found["organization_state_code"], address)
    return Seller(
        found["registration_id"],
        found["registration_legal_name"],
        found["registration_gstin"],
        found["registration_state_code"],
        address,
        found["is_composition"],
    )


def _vendor(found: Row, category: str) -> Seller:
    """Return a vendor as seller. One without GSTIN and place is taken to be in the organization's state."""
    name = found["legal_name"] or found["display_name"]
    noun, here = f"Vendor {found['display_name']}", found["organization_state_code"]
    # The state of the vendor's GSTIN goes before all other facts of its record.
    registered = Whereabouts(noun, gstin=found["gstin"], category=category)
    said = registered if state_of_gstin(found["gstin"]) else Whereabouts.of_record("Vendor", found, category)
    try:
        state = place_of_supply(None, replace(said, remedy="mend the vendor's record"), here)
    except TaxError:
        if found["gstin"]:
            raise
        # No tax depends on it.
        state = place_of_supply(None, None, here)
    return Seller(None, name, found["gstin"], state.code, is_composition=category == "COMPOSITION")


def _party(found: Row) -> Row:
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


SALES = Side(
    "documents.sales_parties",
    {
        "customer_id": "customerId",
        "seller_registration_id": "sellerRegistrationId",
        "salesperson_id": "salespersonId",
        "warehouse_id": "warehouseId",
    },
    _sale,
    purchases=False,
)
PURCHASES = Side(
    "documents.purchase_parties",
    {"vendor_id": "vendorId", "warehouse_id": "warehouseId"},
    _purchase,
    purchases=True,
)
