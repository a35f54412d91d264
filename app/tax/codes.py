"""Codes and rates of returns: units, HSN and SAC, percentages. Pure.

The lists in `app/tax/data` name their sources.
"""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from app.errors import Warned

_DATA = Path(__file__).parent / "data"


def _read(name: str) -> Any:
    return json.loads((_DATA / f"{name}.json").read_text())


_UNITS: dict[str, str] = {
    spelling: code
    for code, unit in _read("units")["units"].items()
    for spelling in (code, unit["name"].upper(), *unit["aliases"])
}
_RATES = frozenset(map(Decimal, _read("rates")["rates"]))
_HSN = _read("hsn")
_SERVICES: str = _HSN["chapterOfServices"]


def unit_quantity_code(unit: str) -> str | None:
    """Return the unit quantity code (UQC) of a unit, or None: `KGS` for `kg`."""
    return _UNITS.get(unit.strip().upper().rstrip("."))


def unit_warnings(unit: str | None, field: str = "unit") -> list[Warned]:
    """Return warnings about a unit."""
    if not unit or unit_quantity_code(unit):
        return []
    return [
        Warned(
            "unit_unknown", field, f"{unit} is no unit quantity code: returns know PCS, KGS, MTR and others."
        )
    ]


def rate_warnings(percent: Decimal | None, field: str = "taxRatePercent") -> list[Warned]:
    """Return warnings about a percentage of GST."""
    if percent is None or percent in _RATES:
        return []
    return [Warned("rate_unusual", field, f"{percent.normalize():f} is no rate of GST.")]


def hsn_warnings(
    code: str | None, *, above_5_crore: bool, kind: str | None = None, field: str = "hsnOrSac"
) -> list[Warned]:
    """Return warnings about an HSN or SAC.

    `kind` is GOODS or SERVICE where it is known. `above_5_crore` is the turnover of the registration that sells.
    """
    text = (code or "").strip()
    if not text:
        return []
    if not _is_well_formed(text, kind):
        return [
            Warned(
                "hsn_malformed",
                field,
                f"{text} is no HSN of 4, 6 or 8 digits and no SAC of 6 that begins with 99.",
            )
        ]
    if above_5_crore and len(text) < _HSN["leastDigitsAbove5Crore"]:
        return [
            Warned(
                "hsn_too_short", field, "Must have at least 6 digits: the turnover is above 5 crore rupees."
            )
        ]
    return []


def _is_well_formed(text: str, kind: str | None) -> bool:
    if not (text.isascii() and text.isdecimal()):
        return False
    chapter = text[:2]
    if chapter == _SERVICES:
        return kind != "GOODS" and len(text) in _HSN["digitsOfServices"]
    is_chapter = 1 <= int(chapter) <= _HSN["lastChapterOfGoods"] and chapter not in _HSN["reservedChapters"]
    return kind != "SERVICE" and is_chapter and len(text) in _HSN["digitsOfGoods"]
