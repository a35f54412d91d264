"""GSTR-3B (CGST Act 2017 s. 39; CGST Rules, rule 61) of a registration and a month. Pure.

Keys are those of the portal's JSON. Outward supplies are those of GSTR-1; input tax is that of bills less debit notes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from app.money import ZERO
from app.returns.answers import FilingProblem
from app.returns.gstr1_advances import Advance, taxes_of
from app.returns.gstr3b_format import PLACES, SUPPLIES, TAXES, TYPES, is_place_of, takes
from app.returns.periods import Period
from app.returns.supplies_of_month import NOTHING, Supplied, Taxes
from app.wire import Json

# Table 3.2 has these apart; the name of its list, and of whom a supply goes there.
_APART = {"unreg_details": "UNREGISTERED", "comp_details": "COMPOSITION", "uin_details": "UIN_HOLDER"}


@dataclass(frozen=True, slots=True)
class Bought:
    """The sum of bills, or of debit notes, of one sort, in rupees. `sign` is -1 for debit notes.

    Under reverse charge `taxes` are those that the buyer owes.
    """

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
        """The taxes, negative for a debit note."""
        return NOTHING.plus(self.taxes, self.sign)


class Gstr3b:
    """The return, to which the documents of the month are added. `problems` are the reasons for what it lacks."""

    def __init__(self, gstin: str, period: Period) -> None:
        self.gstin, self.period = gstin, period
        self.problems: list[FilingProblem] = []
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
        """Add advances when they come, and subtract them when their invoice does (form GSTR-3B, notes to table 3.1)."""
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
        """Return the return, once the month is whole. An amount that the portal does not take is 0 there, and a
        problem."""
        return {
            "gstin": self.gstin,
            "ret_period": self.period.portal,
            "sup_details": self._sup_details(),
            "inter_sup": {name: self._details(name) for name in PLACES},
            "itc_elg": self._itc_elg(),
            "inward_sup": {"isup_details": self._inward_sup()},
        }

    def _add_outward(self, row: str, taxes: Taxes, sign: int) -> None:
        self._outward[row] = self._outward.get(row, NOTHING).plus(taxes, sign)

    def _add_apart(self, supplied: Supplied, taxes: Taxes) -> None:
        category = "UNREGISTERED" if supplied.supply_type == "B2C" else supplied.category
        if category not in _APART.values():
            return
        if not is_place_of(supplied.place, self.gstin):
            self._tell_place(supplied)
            return
        key = (category, supplied.place)
        value, igst = self._apart.get(key, (ZERO, ZERO))
        self._apart[key] = value + supplied.sign * taxes.taxable, igst + supplied.sign * taxes.igst

    def _tell_place(self, supplied: Supplied) -> None:
        message = "Is no place of supply of table 3.2: the document is in 3.1(a) alone."
        told = FilingProblem("place_unknown", "placeOfSupplyStateCode", message, supplied.id)
        if told not in self.problems:
            self.problems.append(told)

    def _sup_details(self) -> Json:
        return {
            row: self._taken(f"sup_details.{row}", _amounts(self._outward.get(row, NOTHING)), names)
            for row, names in SUPPLIES.items()
        }

    def _details(self, name: str) -> list[Json]:
        sums = sorted((place, sums) for (of, place), sums in self._apart.items() if of == _APART[name])
        said = [(place, value, igst) for place, (value, igst) in sums if value or igst]
        return [
            {"pos": pos} | self._taken(f"inter_sup.{name}.{place}", {"txval": value, "iamt": igst})
            for place, (pos, value, igst) in enumerate(said)
        ]

    def _itc_elg(self) -> Json:
        sums = {"itc_avl": self._credits, "itc_rev": {}, "itc_inelg": {"OTH": self._ineligible}}
        credit = {name: self._of_types("itc_elg", name, sums[name]) for name in TYPES["itc_elg"]}
        net = {tax: sum((row[tax] for row in credit["itc_avl"]), ZERO) for tax in TAXES}
        return credit | {"itc_net": net}

    def _of_types(self, table: str, name: str, sums: dict[str, Taxes]) -> list[Json]:
        return [
            {"ty": type} | self._taken(f"{table}.{name}.{place}", _amounts(sums.get(type, NOTHING)), TAXES)
            for place, type in enumerate(TYPES[table][name])
        ]

    def _inward_sup(self) -> list[Json]:
        return [
            {"ty": type}
            | self._taken(
                f"inward_sup.isup_details.{place}",
                {
                    "inter": self._inward.get((type, True), ZERO),
                    "intra": self._inward.get((type, False), ZERO),
                },
            )
            for place, type in enumerate(TYPES["inward_sup"]["isup_details"])
        ]

    def _taken(self, path: str, amounts: dict[str, Decimal], names: Iterable[str] | None = None) -> Json:
        """Return the amounts of a row; one that the portal does not take is 0, and a problem."""
        table = path.partition(".")[0]
        row = {name: amounts[name] for name in names or amounts}
        for name, amount in row.items():
            if not takes(table, amount, self.period.first):
                row[name] = ZERO
                self.problems.append(_refused(f"{path}.{name}", amount))
        return row


def _refused(path: str, amount: Decimal) -> FilingProblem:
    if amount < ZERO:
        message = f"Comes to {amount}: the portal takes nothing below 0 here; take it off a later month."
        return FilingProblem("below_zero", path, message)
    message = f"Comes to {amount}, which has more digits than the portal takes."
    return FilingProblem("value_too_large", path, message)


def _row_of(supplied: Supplied, taxability: str) -> str:
    if supplied.is_zero_rated:
        return "osup_zero"
    if taxability == "TAXABLE":
        return "osup_det"
    return "osup_nongst" if taxability == "NON_GST" else "osup_nil_exmp"


def _place_of(bought: Bought) -> str:
    """Return the row of table 4(A) for an eligible bill."""
    if not bought.reverses:
        return "OTH"
    if bought.vendor_category == "OVERSEAS":
        return "IMPS" if bought.is_service else "IMPG"
    return "ISRC"


def _amounts(taxes: Taxes) -> dict[str, Decimal]:
    return dict(zip(("txval", *TAXES), taxes, strict=True))
