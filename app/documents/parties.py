"""Seller and party of a document, as they are when it is written.

On sales documents the organization sells and the party is a customer; on purchases a vendor sells.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.documents.bulk_lookup import Answers, BulkLookup, Combination, look_up
from app.errors import names_no
from app.postgres.database import Row, Transaction
from app.tax.gst import TaxKind, tax_kind
from app.tax.place_of_supply import PlaceOfSupply, place_of_supply, state_digits
from app.tax.states import state_number


@dataclass(frozen=True)
class Seller:
    """The registration a document is issued under; a seller without GSTIN charges no tax."""

    registration_id: str | None
    legal_name: str
    gstin: str | None
    state_code: str
    address: str | None = None


@dataclass(frozen=True)
class Parties:
    """Who sells to whom, and where the supply takes place. `party` is the customer or vendor, to be kept."""

    seller: Seller
    party: Row
    place: PlaceOfSupply

    @property
    def tax_kind(self) -> TaxKind:
        """The taxes that the supply bears."""
        return tax_kind(self.seller.gstin, self.seller.state_code, self.place.code)


@dataclass(frozen=True)
class Side:
    """Sales or purchases: the statement that finds the parties, the records of a body that must be there (by
    their names on the wire), and how a row of that statement is read."""

    statement: str
    named: Mapping[str, str]
    read: Callable[[Row, str | None], Parties]
    purchases: bool


def parties_lookup(side: Side, bodies: Sequence[Row]) -> BulkLookup:
    """The lookup of the row of the side's statement for each body."""
    return BulkLookup(
        side.statement, [f"{name}s" for name in side.named], [_named(side, body) for body in bodies]
    )


def find_parties(tx: Transaction, side: Side, bodies: Sequence[Row]) -> list[Row]:
    """Return the row of the side's statement for each body."""
    (rows,) = look_up(tx, parties_lookup(side, bodies))
    return rows_of_parties(side, bodies, rows)


def rows_of_parties(side: Side, bodies: Sequence[Row], rows: Answers) -> list[Row]:
    """The row of each body, among the answers to `parties_lookup`."""
    return [rows[_named(side, body)] for body in bodies]


def _named(side: Side, body: Row) -> Combination:
    return tuple(body.get(name) for name in side.named)


def missing_parties(side: Side, found: Row, body: Row) -> list[tuple[str, str]]:
    """A fault for each record that a body names and that is not there."""
    return [
        (wire, names_no())
        for name, wire in side.named.items()
        if body.get(name) is not None and found[name] is None
    ]


def parties_of(side: Side, found: Row, body: Row, seller: Seller | None) -> Parties:
    """Read the row of a body whose records are there. Raise TaxError for a place that is none.

    `seller` is that of the document that the body is about, which it keeps whatever has become of it since.
    """
    parties = side.read(found, body["place_of_supply_state_code"])
    return replace(parties, seller=seller) if seller else parties


def _sale(found: Row, stated_place: str | None) -> Parties:
    seller = _organization(found)
    place = place_of_supply(
        document=stated_place,
        customer=found["place_of_supply_state_code"],
        customer_gstin=found["gstin"],
        billing_state=(found["billing_address"] or {}).get("stateCode"),
        seller_state=seller.state_code,
    )
    return Parties(seller, _party(found), place)


def _purchase(found: Row, stated_place: str | None) -> Parties:
    here = found["organization_state_code"]
    place = place_of_supply(
        document=stated_place, customer=None, customer_gstin=None, billing_state=None, seller_state=here
    )
    name = found["legal_name"] or found["display_name"]
    return Parties(Seller(None, name, found["gstin"], _vendor_state(found)), _party(found), place)


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
    )


def _vendor_state(found: Row) -> str:
    """The first of these that is a state: the digits that the GSTIN begins with, the vendor's own code, the billing
    address's; else the organization's."""
    codes: tuple[str | None, ...] = (
        state_digits(found["gstin"]),
        found["place_of_supply_state_code"],
        (found["billing_address"] or {}).get("stateCode"),
    )
    return next(
        (code for code in codes if code and state_number(code)), str(found["organization_state_code"])
    )


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
