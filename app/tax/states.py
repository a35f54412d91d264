"""State codes of the GST law, by number, by letters and by name. Pure.

The numbers are the first two digits of GSTINs, as listed by the GST portal and its e-invoice schema. The letters are
those in common use, with older spellings as aliases.
"""

EXPORT = "96"

# Number, name, letters (the most common ones first).
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

# Daman and Diu (25) joined 26 in January 2020. 28 was Andhra Pradesh before its division. 99, the Centre's
# jurisdiction, is missing because it registers sellers from abroad and is never a place of supply.
_FORMER = {"25": "26", "28": "37"}

# Names that states had, or have beside the one of the list.
_OTHER_NAMES = {
    "nct of delhi": "07",
    "new delhi": "07",
    "uttaranchal": "05",
    "orissa": "21",
    "chattisgarh": "22",
    "pondicherry": "34",
    "dadra and nagar haveli": "26",
    "daman and diu": "26",
    "andaman and nicobar": "35",
}
_NAMES = {number: name for number, name, _ in _STATES}
_BY_NAME = {name.casefold(): number for number, name in _NAMES.items()} | _OTHER_NAMES
_NUMBERS = (
    {number: number for number in _NAMES}
    | {letters: number for number, _, spellings in _STATES for letters in spellings}
    | _FORMER
)


def state_number(code: str | None) -> str | None:
    """Return the two-digit GST number of a code, or None if the code is no place of supply in GST's list.

    A code is a number (`27`; `7` for `07`, because a JSON number has no leading zero), letters in upper or lower
    case, the number of a state that was merged or divided, or the name of a state. White space around it is ignored.
    """
    # upper() turns some non-ASCII letters, such as the Turkish dotless i, into ASCII ones.
    if code is None or not code.isascii():
        return None
    return _NUMBERS.get(code.strip().upper().zfill(2)) or number_of_name(code)


def same_state(one: str | None, other: str | None) -> bool:
    """Return whether two codes are of the same state, in any spelling. An unknown code equals no other one."""
    number = state_number(one)
    return number is not None and number == state_number(other)


def state_name(code: str | None) -> str | None:
    """Return the name of a code's state, or None if the code is unknown."""
    number = state_number(code)
    return None if number is None else _NAMES[number]


def number_of_name(name: str | None) -> str | None:
    """Return the GST number of a state by its present name, or None if it is unknown. `&` counts as `and`."""
    return _BY_NAME.get(" ".join((name or "").replace("&", " and ").split()).casefold())
