"""The format of GSTR-3B: sections, fields, bounds and arithmetic. Pure.

Keys, types of rows and forms are those of "Save GSTR-3B" in the API specification of GSTN (developer.gst.gov.in,
version 3.1): a GSTIN of 15 characters, the month as MMYYYY, places of two digits, amounts as Decimal(13,2), which is
read as in GSTR-1: 13 digits before the point and 2 after it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from app.money import MONEY_MAX, ZERO
from app.returns.answers import FilingProblem
from app.returns.format_rules import GSTIN, NumberRule, Rules, TextRule, faults_of_section
from app.tax.states import EXPORT, state_number
from app.wire import Json

TAXES = ("iamt", "camt", "samt", "csamt")
# Table 3.1, and the amounts of each of its rows.
SUPPLIES: Mapping[str, Sequence[str]] = {
    "osup_det": ("txval", *TAXES),
    "osup_zero": ("txval", "iamt", "csamt"),
    "osup_nil_exmp": ("txval",),
    "isup_rev": ("txval", *TAXES),
    "osup_nongst": ("txval",),
}
# Table 3.2.
PLACES = ("unreg_details", "comp_details", "uin_details")
# Tables 4 and 5: lists with a row of each type. 4(A): imports of goods and of services, reverse charge, of an input
# service distributor, all others; 4(B) and 4(D): by the rules 38, 42 and 43, and others.
TYPES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "itc_elg": {
        "itc_avl": ("IMPG", "IMPS", "ISRC", "ISD", "OTH"),
        "itc_rev": ("RUL", "OTH"),
        "itc_inelg": ("RUL", "OTH"),
    },
    "inward_sup": {"isup_details": ("GST", "NONGST")},
}
_OF_TYPES = {"itc_elg": TAXES, "inward_sup": ("inter", "intra")}
_SECTIONS = ("gstin", "ret_period", "sup_details", "inter_sup", "itc_elg", "inward_sup")
_GSTIN = TextRule(15, 15, GSTIN)
_MONTH = re.compile(r"(0[1-9]|1[0-2])(2[0-9]{3})")
# Since when the amounts of a table may be below 0. Until then what is over is taken off a later month (Circular
# 26/26/2017-GST). Notification 12/2024 (Central Tax) of 10 July 2024 gave table 6.1 a column for liability below 0;
# table 4 takes credit below 0 since the return of January 2023 (advisory of GSTN of 17 February 2023).
_BELOW_ZERO_SINCE = {
    "sup_details": date(2024, 7, 1),
    "inter_sup": date(2024, 7, 1),
    "itc_elg": date(2023, 1, 1),
}


def takes(table: str, amount: Decimal, month: date) -> bool:
    """Return whether a table, named by its key, takes an amount in a month. `month` is its first day."""
    return _least_of(table, month) <= amount <= MONEY_MAX


def is_place_of(pos: str, gstin: str) -> bool:
    """Return whether table 3.2 of the GSTIN's return takes a place of supply: any State but the seller's own (IGST
    Act 2017 s. 7)."""
    return state_number(pos) == pos and pos not in (EXPORT, state_number(gstin[:2]))


def faults_of(document: Json) -> list[FilingProblem]:
    """Return the problems for which the portal refuses a return; `field` is the path in the file."""
    month = _month_of(document.get("ret_period"))
    if month is None:
        return [_problem("field_invalid", "ret_period", "Must be a month since July 2017, as MMYYYY.")]
    malformed = list(_of_sections(document))
    gstin = document.get("gstin")
    if gstin is not None and (fault := _GSTIN.fault(gstin)):
        malformed.append(_problem("field_invalid", "gstin", fault))
    for path, row, rules in _rows(document, month):
        malformed += faults_of_section(path, row, rules)
    return malformed or [*_of_places(document), *_of_halves(document), *_of_net_credit(document)]


def _problem(code: str, field: str, message: str) -> FilingProblem:
    return FilingProblem(code, field, message)


def _least_of(table: str, month: date) -> Decimal:
    since = _BELOW_ZERO_SINCE.get(table)
    return -MONEY_MAX if since and month >= since else ZERO


def _month_of(text: Any) -> date | None:
    found = _MONTH.fullmatch(text) if isinstance(text, str) else None
    month = date(int(found[2]), int(found[1]), 1) if found else None
    return month if month and month >= date(2017, 7, 1) else None


def _of_sections(document: Json) -> Iterator[FilingProblem]:
    known = {
        "": _SECTIONS,
        "sup_details": tuple(SUPPLIES),
        "inter_sup": PLACES,
        "itc_elg": (*TYPES["itc_elg"], "itc_net"),
        "inward_sup": tuple(TYPES["inward_sup"]),
    }
    for name, keys in known.items():
        section = document.get(name) or {} if name else document
        before = f"{name}." if name else ""
        for key in keys:
            if section.get(key) is None:
                yield _problem("field_missing", f"{before}{key}", "The portal requires it.")
        for key in section.keys() - set(keys):
            yield _problem("field_unknown", f"{before}{key}", "The portal knows no such section.")
        for key, types in TYPES.get(name, {}).items():
            if key in section and len(section[key]) != len(types):
                yield _problem("field_missing", f"{before}{key}", "Must have a row of each type.")


def _rows(document: Json, month: date) -> Iterator[tuple[str, Json, Rules]]:
    """Yield each row of amounts of the document, with its path and the rules of its fields."""
    supplies, credit = document.get("sup_details") or {}, document.get("itc_elg") or {}
    for name, amounts in SUPPLIES.items():
        if name in supplies:
            yield f"sup_details.{name}", supplies[name], _amounts("sup_details", amounts, month)
    for name in PLACES:
        rules: Rules = {"pos": TextRule(2, 2, "[0-9]{2}"), **_amounts("inter_sup", ("txval", "iamt"), month)}
        for place, row in enumerate((document.get("inter_sup") or {}).get(name) or ()):
            yield f"inter_sup.{name}.{place}", row, rules
    if "itc_net" in credit:
        yield "itc_elg.itc_net", credit["itc_net"], _amounts("itc_elg", TAXES, month)
    for table, lists in TYPES.items():
        for name, types in lists.items():
            rows = (document.get(table) or {}).get(name) or ()
            for place, row in enumerate(rows):
                # A row of each type, in their order.
                type = types[place] if place < len(types) else "(?!)"
                rules = {"ty": TextRule(2, 6, type), **_amounts(table, _OF_TYPES[table], month)}
                yield f"{table}.{name}.{place}", row, rules


def _amounts(table: str, names: Sequence[str], month: date) -> Rules:
    return dict.fromkeys(names, NumberRule(MONEY_MAX, _least_of(table, month)))


def _of_places(document: Json) -> Iterator[FilingProblem]:
    for name in PLACES:
        seen: set[str] = set()
        for place, row in enumerate(document["inter_sup"][name]):
            path = f"inter_sup.{name}.{place}.pos"
            if not is_place_of(row["pos"], document["gstin"]):
                yield _problem("place_unknown", path, "Must be another State than the seller's.")
            if row["pos"] in seen:
                yield _problem("place_twice", path, "Each place has one row.")
            seen.add(row["pos"])


def _of_halves(document: Json) -> Iterator[FilingProblem]:
    """Yield problems where Central and State tax differ (notifications 1/2017 of Central and of State Tax (Rate))."""
    credit = document["itc_elg"]
    rows = {f"sup_details.{name}": document["sup_details"][name] for name in ("osup_det", "isup_rev")}
    rows |= {
        f"itc_elg.{name}.{place}": row for name in TYPES["itc_elg"] for place, row in enumerate(credit[name])
    }
    for path, row in rows.items():
        if row["camt"] != row["samt"]:
            yield _problem("halves_differ", f"{path}.samt", "Must be the central tax.")


def _of_net_credit(document: Json) -> Iterator[FilingProblem]:
    """Yield problems where 4(C) is not 4(A) less 4(B): error RET3B91404 (github.com/frappe/erpnext/issues/18004)."""
    credit = document["itc_elg"]
    for tax in TAXES:
        available, reversed_ = (_sum(credit[name], tax) for name in ("itc_avl", "itc_rev"))
        if Decimal(str(credit["itc_net"][tax])) != available - reversed_:
            yield _problem("sum_mismatch", f"itc_elg.itc_net.{tax}", "Must be 4(A) less 4(B).")


def _sum(rows: Sequence[Json], tax: str) -> Decimal:
    return sum((Decimal(str(row[tax])) for row in rows), ZERO)
