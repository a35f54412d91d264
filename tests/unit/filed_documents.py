"""Documents and bills of a month as any trader may have them, for the properties of returns."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from app.returns.gstr1_advances import Advance
from app.returns.gstr3b import Bought
from app.returns.supplies_of_month import Supplied, Taxes, supplied

SELLER = "27AAPFU0939F1ZV"
_AMOUNTS = st.decimals("0", "200000", places=2)
_RATES = st.sampled_from([Decimal(5), Decimal(18), Decimal(40)])
_TAXABILITIES = st.sampled_from(["TAXABLE", "TAXABLE", "NIL_RATED", "EXEMPT", "NON_GST"])
_CATEGORIES = {
    "B2B": ["REGISTERED", "COMPOSITION", "UIN_HOLDER"],
    "B2C": ["UNREGISTERED"],
    "SEZWP": ["SEZ"],
    "SEZWOP": ["SEZ"],
    "EXPWP": ["OVERSEAS"],
    "EXPWOP": ["OVERSEAS"],
    "DEXP": ["DEEMED_EXPORT"],
}


@st.composite
def line_rows(draw: st.DrawFn, is_inter: bool, is_taxed: bool, reverses: bool) -> dict[str, Any]:
    """A line as the statements read it: taxes follow the rate."""
    taxability, taxable, rate = draw(_TAXABILITIES), draw(_AMOUNTS), draw(_RATES)
    whole = taxable * rate / 100 if taxability == "TAXABLE" else Decimal(0)
    borne = whole if is_taxed and not reverses else Decimal(0)
    return {
        "hsn_or_sac": draw(st.sampled_from(["6105", "998313", "4901"])),
        "unit": draw(st.sampled_from(["PCS", "kg", "Kgs", "fathom"])),
        "tax_rate_percent": rate,
        "taxability": taxability,
        "quantity": draw(st.decimals("0.01", "99", places=2)),
        "taxable_amount": taxable,
        "igst_amount": round(borne, 2) if is_inter else Decimal(0),
        "cgst_amount": Decimal(0) if is_inter else round(borne / 2, 2),
        "cess_amount": Decimal(0),
        "owed_whole": round(whole, 2),
        "owed_half": round(whole / 2, 2),
        "owed_cess": Decimal(0),
    }


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A document and its lines, as the statements read them."""
    type = draw(st.sampled_from(list(_CATEGORIES)))
    is_zero_rated = type.startswith(("EXP", "SEZ"))
    place = "96" if type.startswith("EXP") else draw(st.sampled_from(["27", "29", "33"]))
    reverses = type not in ("B2C", "EXPWP", "EXPWOP") and draw(st.booleans())
    form = line_rows(is_zero_rated or place != "27", not type.endswith("WOP"), reverses)
    number = draw(st.integers(1, 99999))
    return {
        "id": f"inv_{number}",
        "kind": draw(st.sampled_from(["invoice", "credit note"])),
        "number": f"INV-{number}",
        "day": date(2026, 5, 4),
        "seller_state_code": "27",
        "place_of_supply_state_code": place,
        "supply_type": type,
        "reverse_charge": reverses,
        "seller_is_composition": False,
        "gst_category": draw(st.sampled_from(_CATEGORIES[type])),
        "other_charges": Decimal(0),
        "buyer_gstin": "29AAGCB7383J1Z4",
        "port_code": None,
        "shipping_bill_number": None,
        "shipping_bill_date": None,
        "original_day": None,
        "original_value": None,
    }, draw(st.lists(form, min_size=1, max_size=3))


SUPPLIES = st.lists(st.builds(lambda read: supplied(*read), documents()), max_size=6)


@st.composite
def _bills(draw: st.DrawFn) -> Bought:
    taxability, is_inter = draw(_TAXABILITIES), draw(st.booleans())
    value, category = draw(_AMOUNTS), draw(st.sampled_from(["REGISTERED", "COMPOSITION", "OVERSEAS"]))
    whole = value * draw(_RATES) / 100 if taxability == "TAXABLE" else Decimal(0)
    half = Decimal(0) if is_inter else round(whole / 2, 2)
    taxes = Taxes(value, round(whole, 2) if is_inter else Decimal(0), half, half)
    flags = {name: draw(st.booleans()) for name in ("is_service", "reverses", "is_eligible")}
    return Bought(
        taxability, taxes, is_inter, vendor_category=category, sign=draw(st.sampled_from([1, -1])), **flags
    )


BILLS = st.lists(_bills(), max_size=6)
ADVANCES = st.lists(
    st.builds(Advance, st.just("pmt_1"), _AMOUNTS, _RATES, st.just("29"), st.just(True)), max_size=3
)


def halves_of(document: Supplied, part: Decimal) -> tuple[Supplied, Supplied]:
    """A document in two, whose taxes come to those of the whole; the first has `part` of each amount, rounded."""

    def cut(amount: Decimal) -> Decimal:
        return round(amount * part, 2)

    def share(taxes: Taxes, *, rest: bool) -> Taxes:
        first = Taxes(*map(cut, taxes))
        return taxes.plus(first, -1) if rest else first

    def half(*, rest: bool) -> Supplied:
        shares = tuple(each._replace(taxes=share(each.taxes, rest=rest)) for each in document.shares)
        return replace(document, shares=shares)

    return half(rest=False), half(rest=True)
