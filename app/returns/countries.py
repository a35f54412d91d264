"""Codes of countries, as the portals ask for them. Pure."""

import json
from pathlib import Path

_LISTED: dict[str, list[str]] = json.loads((Path(__file__).parent / "data" / "countries.json").read_text())[
    "countries"
]
_CODES = {spelling: code for code, names in _LISTED.items() for spelling in (code, *names)}


def country_code(country: str | None) -> str | None:
    """Return the ISO 3166 alpha-2 code of a country abroad, by its code or name in any case; None if it is not known:
    `US` for `usa`."""
    return _CODES.get(" ".join((country or "").upper().split()))
