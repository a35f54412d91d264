"""State codes of the GST law, by number and by letters. Pure.

Sources: the state numbers that a GSTIN begins with, as the GST portal and its e-invoice schema list them; the
letters are those in common use, with older spellings as aliases.
"""

EXPORT = "96"

# Number, name, letters (the usual ones first).
_STATES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("01", "Jammu and Kashmir", ("JK",)),
    ("02", "Himachal Pradesh", ("HP",)),
    ("03", "Punjab", ("PB",)),
    ("04", "Chandigarh", ("CH",)),
    ("05", "Uttarakhand", ("UK", "UT", "UA")),
    ("06", "Haryana", ("HR",)),
    ("07", "Delhi", ("DL",)),
    ("08", "Rajasthan", ("RJ",)),
    ("09", "Uttar Pradesh", ("UP",)),
    ("10", "Bihar", ("BR", "BH")),
    ("11", "Sikkim", ("SK",)),
    ("12", "Arunachal Pradesh", ("AR",)),
    ("13", "Nagaland", ("NL",)),
    ("14", "Manipur", ("MN",)),
    ("15", "Mizoram", ("MZ", "MI")),
    ("16", "Tripura", ("TR",)),
    ("17", "Meghalaya", ("ML", "ME")),
    ("18", "Assam", ("AS",)),
    ("19", "West Bengal", ("WB",)),
    ("20", "Jharkhand", ("JH",)),
    ("21", "Odisha", ("OD", "OR")),
    ("22", "Chhattisgarh", ("CG", "CT")),
    ("23", "Madhya Pradesh", ("MP",)),
    ("24", "Gujarat", ("GJ",)),
    ("26", "Dadra and Nagar Haveli and Daman and Diu", ("DN", "DD", "DNHDD")),
    ("27", "Maharashtra", ("MH",)),
    ("29", "Karnataka", ("KA",)),
    ("30", "Goa", ("GA",)),
    ("31", "Lakshadweep", ("LD",)),
    ("32", "Kerala", ("KL",)),
    ("33", "Tamil Nadu", ("TN",)),
    ("34", "Puducherry", ("PY",)),
    ("35", "Andaman and Nicobar Islands", ("AN",)),
    ("36", "Telangana", ("TS", "TG")),
    ("37", "Andhra Pradesh", ("AP", "AD")),
    ("38", "Ladakh", ("LA",)),
    (EXPORT, "Other Countries", ()),
    ("97", "Other Territory", ("OT",)),
)

# Daman and Diu joined 26 in January 2020; 28 was Andhra Pradesh before its division. 99 (the Centre's own
# jurisdiction) is left out on purpose: it registers sellers from abroad and is never a place of supply.
_FORMER = {"25": "26", "28": "37"}

_NAMES = {number: name for number, name, _ in _STATES}
_BY_NAME = {name.casefold(): number for number, name in _NAMES.items()}
_NUMBERS = (
    {number: number for number in _NAMES}
    | {letters: number for number, _, spellings in _STATES for letters in spellings}
    | _FORMER
)


def state_number(code: str | None) -> str | None:
    """The two-digit GST number a code stands for, or None when it is no place of supply in GST's list.

    Takes numbers (`27`; `7` for `07`, because a JSON number has no leading zero), letters in either case, and
    the numbers of states that were merged or divided. White space around it does not count.
    """
    # Without this, upper() would make Latin letters of foreign ones, such as the Turkish dotless i.
    if code is None or not code.isascii():
        return None
    return _NUMBERS.get(code.strip().upper().zfill(2))


def same_state(one: str | None, other: str | None) -> bool:
    """Whether two codes, however written, stand for the same state. An unknown code is like no other."""
    number = state_number(one)
    return number is not None and number == state_number(other)


def state_name(code: str | None) -> str | None:
    """The name to print for a code, or None when it is unknown."""
    number = state_number(code)
    return None if number is None else _NAMES[number]


def number_of_name(name: str | None) -> str | None:
    """The GST number of a state by its name of today, or None when it is unknown. `&` stands for `and`."""
    return _BY_NAME.get(" ".join((name or "").replace("&", " and ").split()).casefold())
