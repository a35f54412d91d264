"""Arguments of commands: one check for each kind, used as click's parameter types.

A check takes the text and returns the value. Its ValueError is printed with the option's name, and the program
ends with status 2.
"""

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import click

from app.identity.scopes import GRANULAR, unknown_scopes
from app.tax.gstin import has_shape, is_valid
from app.tax.states import EXPORT, state_number

MAX_LOGO_BYTES = 512 * 1024

_PNG = b"\x89PNG\r\n\x1a\n"
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s.]+(?:\.[^@\s.]+)+")
_PINCODE = re.compile(r"[1-9][0-9]{5}")
_UPI_ID = re.compile(r"[A-Za-z0-9._-]{2,200}@[A-Za-z][A-Za-z0-9]{1,49}")
_ROLE_KEY = re.compile(r"[A-Z][A-Z0-9_]{0,49}")
_CURRENCY = re.compile(r"[A-Z]{3}")
_SEAL = re.compile(r"[0-9a-fA-F]{64}")
_DAY = re.compile(r"(?:19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}")
# Control characters, line breaks, and lone surrogates, which Python makes of an argument that is not UTF-8.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Argument(click.ParamType[Any]):
    """A parameter type made of a check. With `clears`, an empty text is valid too: it clears a stored value."""

    def __init__(self, name: str, check: Callable[[str], Any], *, clears: bool = False) -> None:
        self.name = name
        self.check = check
        self.clears = clears

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value of an argument or default. Click calls this."""
        if self.clears and value == "":
            return value
        try:
            return self.check(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def text(most: int, *, lines: bool = False) -> Callable[[str], str]:
    """Return a check for text of 1 to `most` printable characters. `lines` allows line breaks."""

    def check(value: str) -> str:
        if not value.strip():
            raise ValueError("Must not be blank.")
        if len(value) > most:
            raise ValueError(f"Must be at most {most} characters long.")
        if _UNPRINTABLE.search(value.replace("\n", "") if lines else value):
            raise ValueError("Must be plain text in UTF-8, without control characters.")
        return value

    return check


def _matching(pattern: re.Pattern[str], most: int, sentence: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if not pattern.fullmatch(text(most)(value)):
            raise ValueError(sentence)
        return value

    return check


def state_code(value: str) -> str:
    """Check a state of India, by number or letters. Return it as written."""
    if state_number(value) in (None, EXPORT):
        raise ValueError(f"{value} is no state of India; give a GST number such as 27 or letters such as MH.")
    return value.strip()


def gstin(value: str) -> str:
    """Check a GSTIN and return it in capitals.

    A wrong check digit prints a warning only, because sandboxes use such numbers.
    """
    capitals = value.strip().upper()
    if not has_shape(capitals):
        raise ValueError(f"{value} is not a GSTIN: 15 characters such as 27AAPFU0939F1ZV.")
    if not is_valid(capitals):
        click.echo(
            f"Warning: the check digit of {capitals} is wrong; look at the registration again.", err=True
        )
    return capitals


def currency(value: str) -> str:
    """Check a currency code and return it in capitals."""
    if not (value.isascii() and _CURRENCY.fullmatch(value.upper())):
        raise ValueError(f"{value} is not a currency code of three letters.")
    return value.upper()


def time_zone(value: str) -> str:
    """Check the name of an IANA time zone."""
    if value not in available_timezones():
        raise ValueError(f"{value} is not the name of a time zone such as Asia/Kolkata.")
    return value


def logo(value: str) -> bytes:
    """Return the content of the PNG file with this name."""
    try:
        with Path(value).open("rb") as file:
            content = file.read(MAX_LOGO_BYTES + 1)
    except OSError as error:
        raise ValueError(f"{value} cannot be read: {error.strerror}.") from error
    if not content.startswith(_PNG):
        raise ValueError(f"{value} is not a PNG image.")
    if len(content) > MAX_LOGO_BYTES:
        raise ValueError(f"{value} is larger than {MAX_LOGO_BYTES // 1024} KiB.")
    return content


def scopes(value: str) -> list[str]:
    """Return the scopes (groups, modules, granular permissions) that are separated by spaces, each once."""
    return _names(value, unknown_scopes(value.split()))


def permissions(value: str) -> list[str]:
    """Return the granular permissions that are separated by spaces, each once."""
    return _names(value, [name for name in value.split() if name not in GRANULAR])


def _names(value: str, unknown: Iterable[str]) -> list[str]:
    if listed := ", ".join(unknown):
        raise ValueError(f"There is no such thing as {listed}.")
    if not value.split():
        raise ValueError("Name at least one.")
    return list(dict.fromkeys(value.split()))


def sealed(value: str) -> bytes:
    """Check the 64 hexadecimal digits of a seal and return its bytes."""
    if not _SEAL.fullmatch(value):
        raise ValueError("Must be the 64 hexadecimal digits of a seal.")
    return bytes.fromhex(value)


def day(value: str) -> date:
    """Return the date of YYYY-MM-DD."""
    if not _DAY.fullmatch(value):
        raise ValueError(f"{value} is not a date such as 2027-03-31.")
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise ValueError(f"{value} is not in the calendar.") from error


def moment(value: str) -> datetime:
    """Return the time of ISO 8601 text, or midnight of a date. It is naive without an offset from UTC."""
    if _DAY.fullmatch(value):
        return datetime.combine(day(value), datetime.min.time())
    try:
        if not _DAY.fullmatch(value[:10]):
            raise ValueError
        return datetime.fromisoformat(value)
    except ValueError as error:
        raise ValueError(
            f"{value} is neither a date such as 2027-03-31 nor a time such as 2027-03-31T18:30:00+05:30."
        ) from error


SLUG = Argument("slug", _matching(_SLUG, 63, "Must be small letters, digits and hyphens, at most 63."))
NAME = Argument("text", text(191))
USER_NAME = Argument("text", text(255))
CODE = Argument("text", text(50))
EMAIL = Argument("email", _matching(_EMAIL, 255, "Must be an e-mail address such as a@example.com."))
ROLE_KEY = Argument(
    "key", _matching(_ROLE_KEY, 50, "Must be capitals, digits, underscores, such as CASHIER.")
)
STATE_CODE = Argument("code", state_code)
GSTIN = Argument("gstin", gstin)
CURRENCY = Argument("code", currency)
TIME_ZONE = Argument("zone", time_zone)
SCOPES = Argument("scopes", scopes)
PERMISSIONS = Argument("permissions", permissions)
DAY = Argument("date", day)
MOMENT = Argument("date", moment)
ID = Argument("id", text(50))
SEAL = Argument("hash", sealed)

# Values of an organization's profile that an empty text clears.
PROFILE_LINE = Argument("text", text(255), clears=True)
PROFILE_TEXT = Argument("text", text(1_000, lines=True), clears=True)
PROFILE_EMAIL = Argument("email", EMAIL.check, clears=True)
PROFILE_PINCODE = Argument(
    "pincode", _matching(_PINCODE, 6, "Must be six digits, such as 411001."), clears=True
)
PROFILE_DAY = Argument("date", day, clears=True)
PROFILE_UPI_ID = Argument("vpa", _matching(_UPI_ID, 255, "Must be a UPI id: acme@okbank."), clears=True)

org_option = click.option(
    "--org", "slug", type=SLUG, required=True, help="The organization's slug; `org list` shows them."
)
