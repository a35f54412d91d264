"""Table 12: supplies by HSN or SAC (`hsn`). Pure.

Since the return of May 2025 it has a list for buyers with a GSTIN and one for all others (phase III of the change, by
the portal's advisory of 1 May 2025).
"""

from collections.abc import Collection
from datetime import date
from decimal import Decimal

from app.money import ZERO, paisa
from app.returns.gstr1_classes import is_to_gstin
from app.returns.supplies_of_month import NOTHING, Supplied, Taxes
from app.tax.codes import unit_quantity_code
from app.wire import Json

_SPLIT_SINCE = date(2025, 5, 1)
_SERVICES = "99"
# Code, unit as it was written, or its code, rate.
_Key = tuple[str, str, Decimal]


class HsnSummary:
    """`hsn`: sums by code, unit and rate, less notes. Services have no quantity."""

    def __init__(self, first_day: date) -> None:
        self._is_split = first_day >= _SPLIT_SINCE
        self._sums: dict[str, dict[_Key, tuple[Decimal, Taxes]]] = {}

    def add(self, supplied: Supplied, without: Collection[str] = ()) -> None:
        """Add the lines of a document but those of the codes that are `without` a place."""
        sums = self._sums.setdefault(self._list_of(supplied), {})
        for share in supplied.shares:
            if share.hsn in without:
                continue
            key = (share.hsn, share.unit, share.rate)
            quantity, taxes = sums.get(key, (ZERO, NOTHING))
            sums[key] = quantity + supplied.sign * share.quantity, taxes.plus(share.taxes, supplied.sign)

    def lists(self) -> Json:
        """Return `hsn`."""
        names = ("hsn_b2b", "hsn_b2c") if self._is_split else ("data",)
        return {name: _rows(self._sums.get(name, {})) for name in names}

    def _list_of(self, supplied: Supplied) -> str:
        if not self._is_split:
            return "data"
        return "hsn_b2b" if is_to_gstin(supplied) else "hsn_b2c"


def _rows(sums: dict[_Key, tuple[Decimal, Taxes]]) -> list[Json]:
    by_code = _by_unit_code(sums)
    said = [(key, by_code[key]) for key in sorted(by_code) if by_code[key][0] or any(by_code[key][1])]
    return [
        {
            "num": place,
            "hsn_sc": code,
            "uqc": uqc,
            "qty": float(paisa(quantity)),
            "rt": float(rate),
            "txval": float(taxes.taxable),
            "iamt": float(taxes.igst),
            "camt": float(taxes.cgst),
            "samt": float(taxes.sgst),
            "csamt": float(taxes.cess),
        }
        for place, ((code, uqc, rate), (quantity, taxes)) in enumerate(said, 1)
    ]


def _by_unit_code(sums: dict[_Key, tuple[Decimal, Taxes]]) -> dict[_Key, tuple[Decimal, Taxes]]:
    found: dict[_Key, tuple[Decimal, Taxes]] = {}
    for (code, unit, rate), (more, added) in sums.items():
        is_service = code.startswith(_SERVICES)
        key = (code, "NA" if is_service else unit_quantity_code(unit) or "OTH", rate)
        quantity, taxes = found.get(key, (ZERO, NOTHING))
        found[key] = ZERO if is_service else quantity + more, taxes.plus(added)
    return found
