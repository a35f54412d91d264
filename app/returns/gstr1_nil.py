"""Table 8: supplies that are nil rated, exempt or outside GST (`nil`). Pure."""

from decimal import Decimal

from app.money import ZERO
from app.returns.gstr1_classes import is_to_gstin
from app.returns.supplies_of_month import Supplied
from app.wire import Json

_KEYS = {"NIL_RATED": "nil_amt", "EXEMPT": "expt_amt", "NON_GST": "ngsup_amt"}


class NilSupplies:
    """`nil`: sums by whether the buyer has a GSTIN and whether the supply leaves the state, less notes."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], Decimal] = {}

    def add(self, supplied: Supplied) -> None:
        """Add the lines of a document that are not taxable."""
        if not supplied.untaxed:
            return
        to = f"{'INTR' if supplied.is_inter else 'INTRA'}{'B2B' if is_to_gstin(supplied) else 'B2C'}"
        for share in supplied.untaxed:
            key = (to, _KEYS[share.taxability])
            self._sums[key] = self._sums.get(key, ZERO) + supplied.sign * share.taxes.taxable

    def rows(self) -> list[Json]:
        """Return `nil.inv`."""
        return [
            {"sply_ty": to} | {name: float(self._sums.get((to, name), ZERO)) for name in _KEYS.values()}
            for to in sorted({to for to, _ in self._sums})
        ]
