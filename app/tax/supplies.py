"""Supplies under GST, and the taxes that they bear. Pure.

CGST Act 2017 s. 9(3), 9(4), 10; IGST Act 2017 s. 5, 7(5), 16. docs/tax.md explains the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.tax.gst import TaxKind
from app.tax.states import EXPORT, same_state, state_number

CATEGORIES = (
    "REGISTERED",
    "COMPOSITION",
    "UNREGISTERED",
    "SEZ",
    "DEEMED_EXPORT",
    "OVERSEAS",
    "UIN_HOLDER",
)
TAXABLE = "TAXABLE"
NON_GST = "NON_GST"
TAXABILITIES = (TAXABLE, "NIL_RATED", "EXEMPT", NON_GST)
SUPPLY_TYPES = ("B2B", "B2C", "SEZWP", "SEZWOP", "EXPWP", "EXPWOP", "DEXP")
_TO_BUSINESS = frozenset({"REGISTERED", "COMPOSITION", "UIN_HOLDER"})


_WITH_PAYMENT = {"EXPWP": True, "SEZWP": True, "EXPWOP": False, "SEZWOP": False}


def with_payment_of(supply_type: str | None, stated: bool | None) -> bool | None:
    """Return whether an export or a supply to an SEZ bears tax, by its type; `stated` for all other supplies."""
    return _WITH_PAYMENT.get(supply_type or "", stated)


@dataclass(frozen=True, slots=True)
class Undertaking:
    """A letter of undertaking and the days that it covers; an end that is None is open."""

    number: str | None = None
    valid_from: date | None = None
    valid_to: date | None = None

    def covers(self, day: date) -> bool:
        """Return whether exports of the day bear no tax under it."""
        begins, ends = self.valid_from or date.min, self.valid_to or date.max
        return bool(self.number) and begins <= day <= ends


@dataclass(frozen=True, slots=True)
class Supply:
    """The facts of a supply that decide its taxes: seller, other party and place of supply.

    `seller_state` and `place`, the place of supply, are state codes in any spelling of `app.tax.states`. `category` is
    the other party's. `with_payment` counts for exports and supplies to an SEZ alone.
    """

    seller_gstin: str | None
    seller_state: str | None
    place: str
    category: str = "UNREGISTERED"
    seller_is_composition: bool = False
    reverse_charge: bool = False
    with_payment: bool = True

    @property
    def is_zero_rated(self) -> bool:
        """Return whether it is an export or goes to an SEZ."""
        return state_number(self.place) == EXPORT or self.category == "SEZ"

    @property
    def tax_kind(self) -> TaxKind:
        """The taxes that the document bears."""
        if not (self.seller_gstin or "").strip() or self.seller_is_composition or self.reverse_charge:
            return TaxKind.NONE
        if self.is_zero_rated:
            return TaxKind.INTER if self.with_payment else TaxKind.NONE
        return TaxKind.INTRA if same_state(self.seller_state, self.place) else TaxKind.INTER

    @property
    def type(self) -> str:
        """The kind of supply to a customer, one of `SUPPLY_TYPES`."""
        if self.is_zero_rated:
            to = "EXP" if state_number(self.place) == EXPORT else "SEZ"
            return f"{to}{'WP' if self.with_payment else 'WOP'}"
        if self.category == "DEEMED_EXPORT":
            return "DEXP"
        return "B2B" if self.category in _TO_BUSINESS else "B2C"


def supply_of(document: Mapping[str, Any]) -> Supply:
    """Return the facts of a stored document that decided its taxes when it was written."""
    return Supply(
        document["seller_gstin"],
        document["seller_state_code"],
        document["place_of_supply_state_code"],
        document["gst_category"],
        document["seller_is_composition"],
        document["reverse_charge"],
        bool(with_payment_of(document["supply_type"], True)),
    )
