"""GSTR-3B (CGST Act 2017 s. 39; CGST Rules, rule 61) of a registration and a month. Pure.

Keys are those of the portal's JSON. Outward supplies are those of GSTR-1; input tax is that of bills less debit notes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from app.money import ZERO
from app.returns.gstr1_advances import Advance, taxes_of
from app.returns.periods import Period
from app.returns.supplies_of_month import NOTHING, Supplied, Taxes
from app.wire import Json

# Places of table 4: imports of goods and services, reverse charge, of an input service distributor, all others.
_CREDITS = ("IMPG", "IMPS", "ISRC", "ISD", "OTH")
# Table 3.2 has these apart; the name of its list, and of whom a supply goes there.
_APART = {"unreg_details": "UNREGISTERED", "comp_details": "COMPOSITION", "uin_details": "UIN_HOLDER"}


@dataclass(frozen=True, slots=True)
class Bought:
    """What bills of one sort come to, in rupees. `sign` is -1 of debit notes. Under reverse charge `taxes` are what the
    buyer owes."""

    taxability: str
    taxes: Taxes
    is_inter: bool
    is_service: bool
    vendor_category: str
    reverses: bool
    is_eligible: bool
    sign: int = 1

    @property
    def signed(self) -> Taxes:
        """Below 0 of a debit note."""
        return NOTHING.plus(self.taxes, self.sign)


class Gstr3b:
    """The return, to which the month is added."""

    def __init__(self, gstin: str, period: Period) -> None:
        self.gstin, self.period = gstin, period
        self._outward: dict[str, Taxes] = {}
        self._apart: dict[tuple[str, str], tuple[Decimal, Decimal]] = {}
        self._credits: dict[str, Taxes] = {}
        self._ineligible = NOTHING
        self._inward: dict[tuple[str, bool], Decimal] = {}

    def add(self, supplied: Supplied) -> None:
        """Add a document that is issued and not void. Under reverse charge its value counts alone."""
        for share in supplied.shares:
            taxes = share.taxes.without_tax if supplied.reverses else share.taxes
            is_plain = not supplied.is_zero_rated and share.taxability == "TAXABLE"
            self._add_outward(_row_of(supplied, share.taxability), taxes, supplied.sign)
            if is_plain and supplied.is_inter:
                self._add_apart(supplied, taxes)

    def add_advances(self, received: Iterable[Advance], used_up: Iterable[Advance]) -> None:
        """Advances count when they come, and no more when their invoice does (form GSTR-3B, notes to table 3.1)."""
        for advances, sign in ((received, 1), (used_up, -1)):
            for advance in advances:
                self._add_outward("osup_det", taxes_of(advance), sign)

    def buy(self, bought: Bought) -> None:
        """Add bills, or debit notes."""
        if bought.taxability != "TAXABLE" or bought.vendor_category == "COMPOSITION":
            key = ("NONGST" if bought.taxability == "NON_GST" else "GST", bought.is_inter)
            self._inward[key] = self._inward.get(key, ZERO) + bought.signed.taxable
            return
        if bought.reverses:
            self._add_outward("isup_rev", bought.taxes, bought.sign)
        if not bought.is_eligible:
            self._ineligible = self._ineligible.plus(bought.taxes, bought.sign)
            return
        place = _place_of(bought)
        self._credits[place] = self._credits.get(place, NOTHING).plus(bought.taxes, bought.sign)

    def document(self) -> Json:
        """The return."""
        return {
            "gstin": self.gstin,
            "ret_period": self.period.portal,
            "sup_details": self._sup_details(),
            "inter_sup": {name: self._details(category) for name, category in _APART.items()},
            "itc_elg": self._itc_elg(),
            "inward_sup": {"isup_details": [self._isup("GST"), self._isup("NONGST")]},
        }

    def _add_outward(self, row: str, taxes: Taxes, sign: int) -> None:
        self._outward[row] = self._outward.get(row, NOTHING).plus(taxes, sign)

    def _add_apart(self, supplied: Supplied, taxes: Taxes) -> None:
        category = "UNREGISTERED" if supplied.supply_type == "B2C" else supplied.category
        key = (category, supplied.place)
        value, igst = self._apart.get(key, (ZERO, ZERO))
        self._apart[key] = value + supplied.sign * taxes.taxable, igst + supplied.sign * taxes.igst

    def _sup_details(self) -> Json:
        all_taxes, zero, value = ("iamt", "camt", "samt", "csamt"), ("iamt", "csamt"), ()
        rows: dict[str, tuple[str, ...]] = {
            "osup_det": all_taxes,
            "osup_zero": zero,
            "osup_nil_exmp": value,
            "isup_rev": all_taxes,
            "osup_nongst": value,
        }
        return {row: self._row(row, names) for row, names in rows.items()}

    def _row(self, row: str, names: tuple[str, ...]) -> Json:
        taxes = self._outward.get(row, NOTHING)
        return {"txval": float(taxes.taxable)} | {name: _taxes(taxes)[name] for name in names}

    def _details(self, category: str) -> list[Json]:
        return [
            {"pos": place, "txval": float(value), "iamt": float(igst)}
            for (of, place), (value, igst) in sorted(self._apart.items())
            if of == category and (value or igst)
        ]

    def _itc_elg(self) -> Json:
        net = NOTHING
        for taxes in self._credits.values():
            net = net.plus(taxes)
        nothing = [{"ty": place} | _taxes(NOTHING) for place in ("RUL", "OTH")]
        return {
            "itc_avl": [{"ty": place} | _taxes(self._credits.get(place, NOTHING)) for place in _CREDITS],
            "itc_rev": nothing,
            "itc_net": _taxes(net),
            "itc_inelg": [nothing[0], {"ty": "OTH"} | _taxes(self._ineligible)],
        }

    def _isup(self, kind: str) -> Json:
        inter, intra = (float(self._inward.get((kind, is_inter), ZERO)) for is_inter in (True, False))
        return {"ty": kind, "inter": inter, "intra": intra}


def _row_of(supplied: Supplied, taxability: str) -> str:
    if supplied.is_zero_rated:
        return "osup_zero"
    if taxability == "TAXABLE":
        return "osup_det"
    return "osup_nongst" if taxability == "NON_GST" else "osup_nil_exmp"


def _place_of(bought: Bought) -> str:
    """Where in table 4(A) an eligible bill stands."""
    if not bought.reverses:
        return "OTH"
    if bought.vendor_category == "OVERSEAS":
        return "IMPS" if bought.is_service else "IMPG"
    return "ISRC"


def _taxes(taxes: Taxes) -> Json:
    return {
        "iamt": float(taxes.igst),
        "camt": float(taxes.cgst),
        "samt": float(taxes.sgst),
        "csamt": float(taxes.cess),
    }
