"""Tables 4, 6B, 6C and 9B: invoices and notes of buyers with a GSTIN (`b2b`, `cdnr`). Pure."""

from app.returns.gstr1_items import numbered
from app.returns.periods import portal_day
from app.returns.supplies_of_month import Supplied
from app.wire import Json

_TYPES = {"B2B": "R", "DEXP": "DE", "SEZWP": "SEWP", "SEZWOP": "SEWOP"}


def b2b_invoice(supplied: Supplied) -> Json:
    """Return an element of `b2b[].inv`."""
    return {"inum": supplied.number, "idt": portal_day(supplied.day)} | _common(supplied)


def cdnr_note(supplied: Supplied) -> Json:
    """Return an element of `cdnr[].nt`; its amounts are positive."""
    named = {"ntty": "C", "nt_num": supplied.number, "nt_dt": portal_day(supplied.day)}
    return named | _common(supplied)


def _common(supplied: Supplied) -> Json:
    return {
        "val": float(supplied.value),
        "pos": supplied.place,
        "rchrg": "Y" if supplied.reverses else "N",
        "inv_typ": _TYPES[supplied.supply_type],
        "itms": numbered(supplied.rates, is_inter=supplied.is_inter),
    }
