"""The small particulars of every paper: amounts, days, states, addresses, paragraphs. Pure.

Whatever a user wrote goes through `written`: a font has no glyph for a control character.
"""

import unicodedata
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from app.printing.content.amounts import grouped, symbol
from app.tax.states import EXPORT, number_of_name, state_name, state_number

VERSION = 1

Context = dict[str, Any]

_HOME = {"india", "in", "ind", "bharat", "republic of india", "भारत", "भारत गणराज्य"}
_NO_STATES = {EXPORT, "97"}
# Of the characters that are not seen, Indian scripts need these two.
_JOINERS = "\u200c\u200d"
# Which form a character takes, as phones write behind ™: fonts of papers have one of each.
_SELECTORS = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])


def money(amount: Decimal, code: str) -> Context:
    """`text` as it is printed, without the currency's symbol, and the exact `value`."""
    return {"text": grouped(amount, code), "value": f"{amount:.2f}"}


def money_in(code: str, own_symbol: str | None) -> Context:
    """A currency: the organization's own symbol for it, else the usual one."""
    own = written(own_symbol)
    return {"code": code, "symbol": own if own and not _is_leftward(own) else symbol(code)}


def _is_leftward(text: str) -> bool:
    """Whether it is written from right to left, of which papers have no letters."""
    return any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)


def day(value: date) -> str:
    """As nobody misreads it: 05 Apr 2026."""
    return f"{value.day:02} {value:%b} {value.year}"


def state(code: str | None) -> str:
    """`27 Maharashtra`; a code that is none in India stays as it is."""
    number = state_number(code)
    return f"{number} {state_name(number)}" if number else written(code)


def seller(record: Context, name: str) -> Context:
    """Who sells, by the name that stands on the paper."""
    return {
        "name": written(name),
        "address": [line for line in paragraphs(record["seller_address"]) if line],
        "state": state(record["seller_state_code"]),
        "gstin": written(record["seller_gstin"]) or None,
        "phone": written(record["organization_phone"]) or None,
        "email": written(record["organization_email"]) or None,
    }


def address(record: Context | None) -> list[str]:
    """An address as lines; none for one that says nothing."""
    record = record or {}
    said = {name: written(value) for name, value in record.items() if isinstance(value, str)}
    town = " ".join(filter(None, (said.get("city"), said.get("pincode"))))
    place = ", ".join(filter(None, (town, _region(said))))
    lines = (said.get("line1"), said.get("line2"), place, _abroad(said.get("country")))
    return [line for line in lines if line]


def _region(said: dict[str, str]) -> str:
    """The state with its code: rule 46 asks for both."""
    number = state_number(said.get("stateCode"))
    if number is None and not _abroad(said.get("country")):
        number = number_of_name(said.get("state"))
    if number is None or number in _NO_STATES or not _in_india(said, number):
        return said.get("state") or said.get("stateCode") or ""
    return f"{said.get('state') or state_name(number)} ({number})"


def _in_india(said: dict[str, str], number: str) -> bool:
    """Whether the code of a state is meant as India's: `GA` may be Goa, and Georgia."""
    if not _abroad(said.get("country")):
        return True
    name = said.get("state", "")
    return name.casefold() == str(state_name(number)).casefold() or (not name and said["stateCode"].isdigit())


def _abroad(country: str | None) -> str:
    return country if country and country.casefold() not in _HOME else ""


def paragraphs(text: str | None) -> list[str]:
    """The lines of a text; an empty one between two keeps them apart, those at the ends are dropped."""
    lines = [written(line) for line in (text or "").strip().splitlines()]
    return lines if any(lines) else []


def written(text: str | None) -> str:
    """A user's text in one line, without what cannot be printed; empty for None."""
    stripped = (text or "").translate(_SELECTORS).strip()
    if stripped.isprintable():
        return stripped
    return "".join(_printed(stripped)).strip()


def _printed(text: str) -> Iterable[str]:
    for character in text:
        category = unicodedata.category(character)
        if category in {"Zl", "Zp"} or character in "\t\n\r\f\v":
            yield " "
        elif category[0] != "C" or character in _JOINERS:
            yield character
