"""Documents of a month in rupees, as the return of their registration takes them. Pure.

A line is worked out in rupees, rounded to the paisa, and only then added up (CGST Act 2017 s. 170 rounds the tax that
is paid, not that of lines). A document is `Supplied`, its lines are summed to a `Share` for each code, unit, rate and
taxability.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from app.money import EXACT, HUNDRED, ZERO, paisa
from app.tax.states import same_state, state_number
from app.wire import Row

INVOICE, CREDIT_NOTE = "invoice", "credit note"


class Taxes(NamedTuple):
    """A taxable value and its taxes, in rupees."""

    taxable: Decimal = ZERO
    igst: Decimal = ZERO
    cgst: Decimal = ZERO
    sgst: Decimal = ZERO
    cess: Decimal = ZERO

    def plus(self, other: "Taxes", sign: int = 1) -> "Taxes":
        """The sum, or with -1 the difference."""
        return Taxes(
            self.taxable + sign * other.taxable,
            self.igst + sign * other.igst,
            self.cgst + sign * other.cgst,
            self.sgst + sign * other.sgst,
            self.cess + sign * other.cess,
        )

    @property
    def without_tax(self) -> "Taxes":
        """The value alone, which is what a supply under reverse charge adds to the seller's books."""
        return Taxes(self.taxable)


NOTHING = Taxes()


class Share(NamedTuple):
    """What lines of one code, unit, rate and taxability of a document come to. `cess_rate` tells lines of one rate
    apart that bear another cess; `quantity` is in `unit`."""

    hsn: str
    unit: str
    rate: Decimal
    taxability: str
    cess_rate: Decimal
    quantity: Decimal
    taxes: Taxes


@dataclass(frozen=True, slots=True)
class Supplied:
    """A document of a month. `value` is its total in rupees; `taxes` in shares are what the recipient owes where it
    `reverses` the charge. `original_day` and `original_value` are of the invoice that a note is about, if it names one.
    """

    id: str
    kind: str
    number: str
    day: date
    value: Decimal
    buyer_gstin: str
    category: str
    supply_type: str
    place: str
    is_inter: bool
    reverses: bool
    of_composition: bool
    port: str | None
    shipping_bill: str | None
    shipping_day: date | None
    original_day: date | None
    original_value: Decimal | None
    shares: tuple[Share, ...]

    @property
    def sign(self) -> int:
        """-1 of a note, which counts below 0."""
        return -1 if self.kind == CREDIT_NOTE else 1

    @property
    def is_zero_rated(self) -> bool:
        """Whether it leaves India or goes to an SEZ."""
        return self.supply_type in ("EXPWP", "EXPWOP", "SEZWP", "SEZWOP")

    @property
    def is_export(self) -> bool:
        """Whether it leaves India."""
        return self.supply_type in ("EXPWP", "EXPWOP")

    @property
    def filed_as_taxable(self) -> tuple[Share, ...]:
        """The shares that stand with the document: all of a zero-rated supply, whatever else they are (IGST Act 2017
        s. 16(2)), else the taxable ones."""
        if self.is_zero_rated:
            return self.shares
        return tuple(share for share in self.shares if share.taxability == "TAXABLE")

    @property
    def filed_as_untaxed(self) -> tuple[Share, ...]:
        """The shares of table 8: nil rated, exempt and outside GST."""
        if self.is_zero_rated:
            return ()
        return tuple(share for share in self.shares if share.taxability != "TAXABLE")


def supplied(document: Row, lines: Iterable[Row]) -> Supplied:
    """A document of rows: its own, and one of each code, unit, rate and taxability of its lines, in rupees."""
    seller, place = document["seller_state_code"], document["place_of_supply_state_code"]
    is_inter = document["supply_type"] not in ("B2B", "B2C", "DEXP") or not same_state(seller, place)
    reverses = document["reverse_charge"] and not document["seller_is_composition"]
    shares = tuple(_share(line, is_inter, reverses) for line in lines)
    borne = [share.taxes.without_tax if reverses else share.taxes for share in shares]
    return Supplied(
        id=document["id"],
        kind=document["kind"],
        number=document["number"],
        day=document["day"],
        value=sum((sum(taxes, ZERO) for taxes in borne), ZERO) + document["other_charges"],
        buyer_gstin=(document["buyer_gstin"] or "").strip().upper(),
        category=document["gst_category"],
        supply_type=document["supply_type"],
        place=state_number(place) or "",
        is_inter=is_inter,
        reverses=reverses,
        of_composition=document["seller_is_composition"],
        port=document["port_code"],
        shipping_bill=document["shipping_bill_number"],
        shipping_day=document["shipping_bill_date"],
        original_day=document["original_day"],
        original_value=document["original_value"],
        shares=shares,
    )


def _share(line: Row, is_inter: bool, reverses: bool) -> Share:
    taxes = Taxes(
        line["taxable_amount"],
        line["igst_amount"],
        line["cgst_amount"],
        line["sgst_amount"],
        line["cess_amount"],
    )
    if reverses and line["taxability"] == "TAXABLE":
        taxes = Taxes(line["taxable_amount"], *_owed(line, is_inter))
    return Share(
        (line["hsn_or_sac"] or "").strip(),
        line["unit"],
        line["tax_rate_percent"].normalize() if line["taxability"] == "TAXABLE" else ZERO,
        line["taxability"],
        line["cess_rate_percent"].normalize(),
        line["quantity"],
        taxes,
    )


def _owed(line: Row, is_inter: bool) -> tuple[Decimal, Decimal, Decimal, Decimal]:
    """What the recipient owes: the sums over lines, which PostgreSQL has rounded one by one."""
    whole, half, cess = line["owed_whole"], line["owed_half"], line["owed_cess"]
    return (whole, ZERO, ZERO, cess) if is_inter else (ZERO, half, half, cess)


def tax_on(amount: Decimal, rate: Decimal, is_inter: bool) -> Taxes:
    """An amount without tax, and its tax at a rate in percent."""
    whole = EXACT.multiply(amount, rate) / HUNDRED
    half = paisa(whole / 2)
    return Taxes(amount, paisa(whole)) if is_inter else Taxes(amount, ZERO, half, half)
