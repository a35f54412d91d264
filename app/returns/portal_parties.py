"""Names, addresses and days as the portals ask for them. Pure.

Free text that is longer than its field is cut: the portals refuse it, and what identifies a party is never free text.
They take neither double quotes nor backslashes.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from app.tax.states import state_number
from app.wire import Row

ABROAD, PIN_ABROAD, NO_GSTIN = "96", 999999, "URP"
LONGEST_TEXT = 100
_PIN = re.compile(r"[1-9][0-9]{5}")
_LEAST = 3


def day_of(day: date) -> str:
    """Return the day as `dd/mm/yyyy`."""
    return day.strftime("%d/%m/%Y")


def plain(text: Any, most: int = LONGEST_TEXT, least: int = 1) -> str | None:
    """Return text on one line without characters that the portals refuse; None if it is shorter than `least`."""
    line = " ".join(str(text or "").replace('"', "'").replace("\\", "/").split())[:most].strip()
    return line if len(line) >= least else None


def pin_of(text: str | None) -> int | None:
    """Return the number of a PIN code, None of any other text."""
    digits = (text or "").replace(" ", "")
    return int(digits) if _PIN.fullmatch(digits) else None


def phone_of(text: str | None) -> str | None:
    """Return the last digits of a telephone number, at most 12; None of fewer than 6."""
    digits = re.sub(r"[^0-9]", "", text or "")
    return digits[-12:] if len(digits) >= 6 else None  # noqa: PLR2004


def gstin_of(text: str | None) -> str | None:
    """Return a GSTIN in capitals, None of a blank text."""
    return (text or "").strip().upper() or None


def address_of(address: Mapping[str, Any] | None, state: str | None = None) -> Row:
    """Return Addr1, Addr2, Loc, Pin and Stcd of an address within India; what it does not say is None. `state` is
    another source of its state."""
    said = address or {}
    code = said.get("stateCode") or said.get("state")
    return {
        "Addr1": plain(said.get("line1")),
        "Addr2": plain(said.get("line2"), least=_LEAST),
        "Loc": plain(said.get("city")),
        "Pin": pin_of(said.get("pincode")),
        "Stcd": state or state_number(code) or (code and state_number(said.get("state"))),
    }


def address_abroad(address: Mapping[str, Any] | None) -> Row:
    """Return the same of an address abroad: the portals know its state as 96 and its PIN as 999999."""
    said = address or {}
    place = plain(said.get("city"), least=_LEAST) or plain(said.get("country"), least=_LEAST)
    line1 = plain(said.get("line1")) or place
    line2 = plain(said.get("line2"), least=_LEAST)
    return {"Addr1": line1, "Addr2": line2, "Loc": place, "Pin": PIN_ABROAD, "Stcd": ABROAD}


def without_nothing(section: Row) -> Row:
    """Return the section without the fields that are None: the portals take no null for a missing value."""
    return {name: value for name, value in section.items() if value is not None}
