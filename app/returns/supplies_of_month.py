"""Documents of a month in rupees, as the return of their registration takes them. Pure.

A line is worked out in rupees, rounded to the paisa, and only then added up (CGST Act 2017 s. 170 rounds the tax that
is paid, not that of lines). A document is `Supplied`, its lines are summed to a `Share` for each code, unit, rate and
taxability.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from app.money import ZERO
from app.tax.states import state_number
from app.wire import Row

_ZERO_RATED = frozenset({"EXPWP", "EXPWOP", "SEZWP", "SEZWOP"})
_WITHOUT_PAYMENT = ("EXPWOP", "SEZWOP")
INVOICE, CREDIT_NOTE = "invoice", "credit note"


# A month has few states, in few spellings.
_state = lru_cache(maxsize=256)(state_number)


class Taxes(NamedTuple):
    """A taxable value and its taxes, in rupees."""

    taxable: Decimal = ZERO
    igst: Decimal = ZERO
    cgst: Decimal = ZERO
    sgst: Decimal = ZERO
    cess: Decimal = ZERO

    def plus(self, other: "Taxes", sign: int = 1) -> "Taxes":
        """Return the sum, or with -1 the difference."""
        taxable, igst, cgst, sgst, cess = other if sign == 1 else (-amount for amount in other)
        return Taxes(
            self.taxable + taxable, self.igst + igst, self.cgst + cgst, self.sgst + sgst, self.cess + cess
        )

    @property
    def without_tax(self) -> "Taxes":
        """Return the value alone, which is what a supply under reverse charge adds to the seller's books."""
        return Taxes(self.taxable)


class RateSum(NamedTuple):
    """The taxable value and taxes of a document at one rate."""

    percent: Decimal
    taxes: Taxes


NOTHING = Taxes()
_NO_RATE = Decimal(0)


class Share(NamedTuple):
    """The sum of the lines of a document with one code, unit, rate and taxability; `quantity` is in `unit`."""

    hsn: str
    unit: str
    rate: Decimal
    taxability: str
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
    # Sums listed with the document, by rate, the lowest first: all of a zero-rated supply, whatever else it is (IGST
    # Act 2017 s. 16(2)), else what is taxable. The rest is that of table 8: nil rated, exempt and outside GST.
    rates: tuple[RateSum, ...]
    untaxed: tuple[Share, ...]

    @property
    def sign(self) -> int:
        """1, or -1 for a note, which is subtracted."""
        return -1 if self.kind == CREDIT_NOTE else 1

    @property
    def is_zero_rated(self) -> bool:
        """Return whether the supply is an export or goes to an SEZ."""
        return self.supply_type in _ZERO_RATED

    @property
    def is_export(self) -> bool:
        """Return whether the supply is an export."""
        return self.supply_type in ("EXPWP", "EXPWOP")


def supplied(document: Row, lines: Iterable[Row]) -> Supplied:
    """Return a document made of its row and of rows of its lines, one for each code, unit, rate and taxability, in
    rupees."""
    seller, place = _state(document["seller_state_code"]), _state(document["place_of_supply_state_code"])
    is_zero_rated = document["supply_type"] in _ZERO_RATED
    is_inter = is_zero_rated or seller is None or seller != place
    reverses = document["reverse_charge"] and not document["seller_is_composition"]
    # Nobody owes tax of a supply to an SEZ without payment (IGST Act 2017 s. 16(1) before notifications under s. 5(3):
    # Maharashtra AAAR, MAH/AAAR/DS-RM/15/2022-23 of 13 January 2023).
    is_owed = reverses and document["supply_type"] not in _WITHOUT_PAYMENT
    shares = tuple(_share(line, is_inter, is_owed) for line in lines)
    untaxed = () if is_zero_rated else tuple(share for share in shares if share.taxability != "TAXABLE")
    rates = _by_rate(share for share in shares if is_zero_rated or share.taxability == "TAXABLE")
    taxes = sum_of([rate.taxes for rate in rates] + [share.taxes for share in untaxed])
    return Supplied(
        id=document["id"],
        kind=document["kind"],
        number=document["number"],
        day=document["day"],
        value=(taxes.taxable if reverses else sum(taxes, ZERO)) + document["other_charges"],
        buyer_gstin=(document["buyer_gstin"] or "").strip().upper(),
        category=document["gst_category"],
        supply_type=document["supply_type"],
        place=place or "",
        is_inter=is_inter,
        reverses=reverses,
        of_composition=document["seller_is_composition"],
        port=document["port_code"],
        shipping_bill=document["shipping_bill_number"],
        shipping_day=document["shipping_bill_date"],
        original_day=document["original_day"],
        original_value=document["original_value"],
        shares=shares,
        rates=rates,
        untaxed=untaxed,
    )


def _by_rate(shares: Iterable[Share]) -> tuple[RateSum, ...]:
    sums: dict[Decimal, Taxes] = {}
    for share in shares:
        before = sums.get(share.rate)
        sums[share.rate] = before.plus(share.taxes) if before else share.taxes
    return tuple(RateSum(percent, sums[percent]) for percent in sorted(sums))


def sum_of(each: Sequence[Taxes]) -> Taxes:
    """Return the sum of taxable values and taxes."""
    total = each[0] if each else NOTHING
    for taxes in each[1:]:
        total = total.plus(taxes)
    return total


def _share(line: Row, is_inter: bool, is_owed: bool) -> Share:
    half = line["cgst_amount"]
    taxes = Taxes(line["taxable_amount"], line["igst_amount"], half, half, line["cess_amount"])
    is_taxable = line["taxability"] == "TAXABLE"
    if is_owed and is_taxable:
        taxes = Taxes(line["taxable_amount"], *_owed(line, is_inter))
    return Share(
        (line["hsn_or_sac"] or "").strip(),
        line["unit"],
        line["tax_rate_percent"] if is_taxable else _NO_RATE,
        line["taxability"],
        line["quantity"],
        taxes,
    )


def _owed(line: Row, is_inter: bool) -> tuple[Decimal, Decimal, Decimal, Decimal]:
    """Return (IGST, CGST, SGST, cess) that the recipient owes: sums over lines, which PostgreSQL has rounded one by
    one."""
    whole, half, cess = line["owed_whole"], line["owed_half"], line["owed_cess"]
    return (whole, ZERO, ZERO, cess) if is_inter else (ZERO, half, half, cess)
