"""Formatting of single values: amounts, dates, states, addresses, texts. Pure.

Every text of a user goes through `clean_text`, because fonts have no glyphs for control characters.
"""

import unicodedata
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from app.money import group_digits
from app.printing.content.amounts import symbol
from app.tax.states import EXPORT, number_of_name, state_name, state_number

CONTEXT_VERSION = 1

Context = dict[str, Any]

_HOME = {"india", "in", "ind", "bharat", "republic of india", "भारत", "भारत गणराज्य"}
_NO_STATES = {EXPORT, "97"}
# The invisible characters that Indian scripts need.
_JOINERS = "\u200c\u200d"
# Variation selectors, which phones write after ™ and the like. The fonts have one form of each character.
_SELECTORS = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])


def money(amount: Decimal, code: str) -> Context:
    """Return `text`, as printed without the currency's symbol, and the exact `value`."""
    return {"text": group_digits(amount, code), "value": f"{amount:.2f}"}


def currency_context(code: str, own_symbol: str | None) -> Context:
    """Return a currency's code and symbol: the organization's own symbol, else the usual one."""
    own = clean_text(own_symbol)
    return {"code": code, "symbol": own if own and not _is_right_to_left(own) else symbol(code)}


def _is_right_to_left(text: str) -> bool:
    """Return whether a text has letters of a right-to-left script. The fonts have none."""
    return any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)


def format_date(value: date) -> str:
    """Return a date with its month's name, which cannot be misread: 05 Apr 2026."""
    return f"{value.day:02} {value:%b} {value.year}"


def format_state(code: str | None) -> str:
    """Return a state as `27 Maharashtra`. A code outside India is returned as it is."""
    number = state_number(code)
    return f"{number} {state_name(number)}" if number else clean_text(code)


def seller_context(record: Context, name: str) -> Context:
    """Return the seller's part of a context. `name` is the name to print."""
    return {
        "name": clean_text(name),
        "address": [line for line in clean_lines(record["seller_address"]) if line],
        "state": format_state(record["seller_state_code"]),
        "gstin": clean_text(record["seller_gstin"]) or None,
        "phone": clean_text(record["organization_phone"]) or None,
        "email": clean_text(record["organization_email"]) or None,
    }


def address_lines(record: Context | None) -> list[str]:
    """Return the lines of an address; an empty list for an address without content."""
    record = record or {}
    parts = {name: clean_text(value) for name, value in record.items() if isinstance(value, str)}
    town = " ".join(filter(None, (parts.get("city"), parts.get("pincode"))))
    place = ", ".join(filter(None, (town, _region(parts))))
    lines = (parts.get("line1"), parts.get("line2"), place, _abroad(parts.get("country")))
    return [line for line in lines if line]


def _region(parts: dict[str, str]) -> str:
    """Return the state with its code. Rule 46 requires both."""
    number = state_number(parts.get("stateCode"))
    if number is None and not _abroad(parts.get("country")):
        number = number_of_name(parts.get("state"))
    if number is None or number in _NO_STATES or not _in_india(parts, number):
        return parts.get("state") or parts.get("stateCode") or ""
    return f"{parts.get('state') or state_name(number)} ({number})"


def _in_india(parts: dict[str, str], number: str) -> bool:
    """Return whether a state's code is meant as one of India: `GA` may be Goa or Georgia."""
    if not _abroad(parts.get("country")):
        return True
    name = parts.get("state", "")
    return name.casefold() == str(state_name(number)).casefold() or (
        not name and parts["stateCode"].isdigit()
    )


def country_abroad(record: Context | None) -> str | None:
    """Return the country of an address, None where it is India or not told."""
    country = (record or {}).get("country")
    return _abroad(clean_text(country)) or None if isinstance(country, str) else None


def _abroad(country: str | None) -> str:
    return country if country and country.casefold() not in _HOME else ""


def clean_lines(text: str | None) -> list[str]:
    """Return the lines of a text, without empty lines at its ends. None gives an empty list."""
    lines = [clean_text(line) for line in (text or "").strip().splitlines()]
    return lines if any(lines) else []


def clean_text(text: str | None) -> str:
    """Return a text as one line, without characters that cannot be printed. None gives an empty text."""
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
