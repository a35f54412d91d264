"""Query parameters: page, limit, free-text search and windows of days, read strictly."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

import falcon

from app.errors import Invalid
from app.ledgers.parties import Window as Days

DEFAULT_LIMIT = 50
MOST_LIMIT = 200
# 2^31 - 1 pages of 200 rows: the offset fits a 64-bit integer with room to spare.
MOST_PAGE = 2_147_483_647
MOST_SEARCH = 255
_FEW_DIGITS = re.compile(r"[0-9]{1,10}")
_DAY = re.compile(r"(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class Window:
    """Which part of a list is asked for: `page` counts from 1."""

    page: int
    limit: int

    @property
    def offset(self) -> int:
        """How many rows come before the page."""
        return (self.page - 1) * self.limit


def window_of(req: falcon.Request) -> Window:
    """Read `page` and `limit`; raises Invalid naming whichever is wrong, or both."""
    details: list[tuple[str, str]] = []
    page = _whole(req, "page", 1, MOST_PAGE, details)
    limit = _whole(req, "limit", DEFAULT_LIMIT, MOST_LIMIT, details)
    if details:
        raise Invalid(details)
    return Window(page, limit)


def parameter_of(req: falcon.Request, name: str) -> str | None:
    """A text parameter, None when it is absent or empty; raises Invalid when it cannot be one."""
    given = req.params.get(name)
    if isinstance(given, list):
        raise Invalid([(name, "May be given once only.")])
    if given and ("\0" in given or len(given) > MOST_SEARCH):
        raise Invalid([(name, f"Must be text of at most {MOST_SEARCH} characters.")])
    return given or None


def search_of(req: falcon.Request) -> str | None:
    """`q` as a LIKE pattern that matches it anywhere, its own wildcards taken as plain characters."""
    q = parameter_of(req, "q")
    if q is None:
        return None
    for special in ("\\", "%", "_"):
        q = q.replace(special, "\\" + special)
    return f"%{q}%"


def _whole(req: falcon.Request, name: str, default: int, most: int, details: list[tuple[str, str]]) -> int:
    given = req.params.get(name)
    if given is None:
        return default
    # Ten digits hold the largest bound; longer text is not worth converting.
    if isinstance(given, str) and _FEW_DIGITS.fullmatch(given) and 1 <= int(given) <= most:
        return int(given)
    details.append((name, f"Must be a whole number from 1 to {most}, given once."))
    return default


def days_of(req: falcon.Request) -> Days:
    """`from` and `to` as YYYY-MM-DD, each optional; raises Invalid naming whichever is no day, or `from` after `to`."""
    details: list[tuple[str, str]] = []
    days = Days(_day(req, "from", details), _day(req, "to", details))
    if days.from_day and days.to_day and days.from_day > days.to_day:
        details.append(("from", "Must not be after to."))
    if details:
        raise Invalid(details)
    return days


def _day(req: falcon.Request, name: str, details: list[tuple[str, str]]) -> date | None:
    given = req.params.get(name)
    if not given:
        return None
    if isinstance(given, str) and _DAY.fullmatch(given):
        with suppress(ValueError):
            return date.fromisoformat(given)
    details.append((name, "Must be a day as YYYY-MM-DD, given once."))
    return None
