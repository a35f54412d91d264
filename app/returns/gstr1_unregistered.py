"""Tables 5, 6A, 7 and 9B: buyers without GSTIN, and exports (`b2cl`, `b2cs`, `exp`, `cdnur`). Pure."""

from decimal import Decimal

from app.returns.gstr1_items import figures, numbered
from app.returns.periods import portal_day
from app.returns.supplies_of_month import NOTHING, Supplied, Taxes
from app.wire import Json


def b2cl_invoice(supplied: Supplied) -> Json:
    """Return an element of `b2cl[].inv`."""
    return {
        "inum": supplied.number,
        "idt": portal_day(supplied.day),
        "val": float(supplied.value),
        "itms": numbered(supplied.rates, is_inter=True),
    }


def export_type(supplied: Supplied) -> str:
    """Return `exp_typ`: with payment of tax or without."""
    return "WPAY" if supplied.supply_type == "EXPWP" else "WOPAY"


def exp_invoice(supplied: Supplied) -> Json:
    """Return an element of `exp[].inv`. Without payment the rate is that of the goods, and the tax 0."""
    invoice: Json = {
        "inum": supplied.number,
        "idt": portal_day(supplied.day),
        "val": float(supplied.value),
        "itms": [figures(rate, taxes, is_inter=True) for rate, taxes in supplied.rates],
    }
    if supplied.port:
        invoice["sbpcode"] = supplied.port.upper()
    if supplied.shipping_bill:
        invoice["sbnum"] = supplied.shipping_bill
    if supplied.shipping_day:
        invoice["sbdt"] = portal_day(supplied.shipping_day)
    return invoice


def cdnur_note(supplied: Supplied) -> Json:
    """Return an element of `cdnur`; its amounts are positive. A note about an export names no place."""
    note: Json = {
        "typ": supplied.supply_type if supplied.is_export else "B2CL",
        "ntty": "C",
        "nt_num": supplied.number,
        "nt_dt": portal_day(supplied.day),
        "val": float(supplied.value),
    }
    if not supplied.is_export:
        note["pos"] = supplied.place
    return note | {"itms": numbered(supplied.rates, is_inter=True)}


class SmallSupplies:
    """`b2cs`: sums by place and rate, less notes; a row may be below 0."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, bool, Decimal], Taxes] = {}

    def add(self, supplied: Supplied) -> None:
        """Add a document."""
        for rate, taxes in supplied.rates:
            key = (supplied.place, supplied.is_inter, rate)
            self._sums[key] = self._sums.get(key, NOTHING).plus(taxes, supplied.sign)

    def rows(self) -> list[Json]:
        """Return `b2cs`."""
        return [
            {"sply_ty": "INTER" if is_inter else "INTRA", "pos": place, "typ": "OE"}
            | figures(rate, taxes, is_inter=is_inter)
            for (place, is_inter, rate), taxes in sorted(self._sums.items())
            if any(taxes)
        ]
