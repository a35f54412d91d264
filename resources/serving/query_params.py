"""Query parameters, read strictly: list queries, and ranges of dates."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, TypeVar, cast
from urllib.parse import unquote_to_bytes

import falcon

from app.errors import Invalid
from app.ledgers.party_ledgers import DateRange
from app.lists.cursors import MOST_CURSOR, place_of
from app.lists.listing import Filter, Listing, ListQuery, Sort
from app.schemas.unknown_names import near_word

T = TypeVar("T")

DEFAULT_LIMIT = 50
MOST_LIMIT = 200
# 2^31 - 1 pages of 200 rows: the offset fits a 64-bit integer with room to spare.
MOST_PAGE = 2_147_483_647
MOST_SEARCH = 255
_FEW_DIGITS = re.compile(r"[0-9]{1,10}")
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?")
_DAY = re.compile(r"(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}")
# A plus sign that was not encoded arrives as a space.
_MOMENT = re.compile(
    _DAY.pattern + r"(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?(Z|[-+ ][0-9]{2}:[0-9]{2})?)?"
)
# The replacement of bytes that are no UTF-8.
_UNREADABLE = "\ufffd"
_FLAGS = {"true": True, "false": False}


def parse_list_query(req: falcon.Request, kind: str, listing: Listing) -> ListQuery:
    """Return the query for the list of a kind. Raises Invalid, which names every wrong parameter."""
    read = QueryParameters(req)
    page, limit = read.whole("page", 1, MOST_PAGE), read.whole("limit", DEFAULT_LIMIT, MOST_LIMIT)
    q = read.text("q") if listing.search else None
    filters = {filter.parameter: read.filter(filter) for filter in listing.filters}
    if listing.within:
        filters[listing.within] = req.context.path_values[0]
    read.refuse_backward(filters.get("from_day"), filters.get("to_day"))
    sort = read.sort(listing.sorts)
    after = read.cursor(kind, sort, page)
    read.refuse_faults()
    given = {parameter: value for parameter, value in filters.items() if value is not None}
    return ListQuery(sort, page, limit, q and anywhere(q), given, after)


def parse_search(req: falcon.Request) -> str | None:
    """Return `q` as a LIKE pattern, None if it is left out. Raises Invalid if it cannot be searched by."""
    read = QueryParameters(req)
    q = read.text("q")
    read.refuse_faults()
    return q and anywhere(q)


def parse_dates(req: falcon.Request) -> DateRange:
    """Return `from` and `to`, each optional, YYYY-MM-DD. Raises Invalid, which names one that is no day, or backward
    dates."""
    read = QueryParameters(req)
    days = DateRange(read.day("from"), read.day("to"))
    read.refuse_backward(days.from_day, days.to_day)
    read.refuse_faults()
    return days


def anywhere(q: str) -> str:
    """Return the LIKE pattern that matches a text anywhere, its own wildcards taken as plain characters."""
    for special in ("\\", "%", "_"):
        q = q.replace(special, "\\" + special)
    return f"%{q}%"


def _is_utf_8(query: str) -> bool:
    """Return whether the bytes of a query string, percent-decoded, are UTF-8."""
    try:
        unquote_to_bytes(query).decode()
    except UnicodeDecodeError:
        return False
    return True


class QueryParameters:
    """Reads parameters one by one and collects errors; an empty parameter counts as left out."""

    def __init__(self, req: falcon.Request) -> None:
        self._given, self._query = req.params, req.query_string
        self._faults: list[tuple[str, str]] = []

    def refuse_faults(self) -> None:
        """Raise Invalid if any parameter that was read is wrong."""
        if self._faults:
            raise Invalid(self._faults)

    def refuse_backward(self, begin: date | None, end: date | None) -> None:
        """Note an error where a range ends before it begins."""
        if begin and end and begin > end:
            self.refuse("from", "Must not be after to.")

    def required(self, name: str, value: T | None) -> T:
        """Return the value of a required parameter. If it is missing, note a fault, which `refuse_faults` raises."""
        if value is None and not self._given.get(name):
            self.refuse(name, "Must be given.")
        return cast(T, value)

    def number(self, name: str, most: int) -> Decimal | None:
        """Return a number from 0 to `most`, with at most six decimal places."""
        given = self._given.get(name)
        if not given:
            return None
        if isinstance(given, str) and _NUMBER.fullmatch(given) and Decimal(given) <= most:
            return Decimal(given)
        self.refuse(name, f"Must be a number from 0 to {most} with at most 6 decimal places, given once.")
        return None

    def whole(self, name: str, default: int, most: int) -> int:
        """Return a whole number from 1 to `most`; an empty one is wrong here."""
        given = self._given.get(name)
        if given is None:
            return default
        # Ten digits hold the largest bound; longer text is not worth converting.
        if isinstance(given, str) and _FEW_DIGITS.fullmatch(given) and 1 <= int(given) <= most:
            return int(given)
        self.refuse(name, f"Must be a whole number from 1 to {most}, given once.")
        return default

    def text(self, name: str, most: int = MOST_SEARCH) -> str | None:
        """Return text of at most `most` characters."""
        given = self._given.get(name)
        if isinstance(given, list):
            self.refuse(name, "May be given once only.")
            return None
        fault = given and self._fault_of_text(given, most)
        if fault:
            self.refuse(name, fault)
            return None
        return given or None

    def _fault_of_text(self, given: str, most: int) -> str | None:
        """Return the fault of a parameter's text as a sentence, None if it has none. `most` is its longest length."""
        if "\0" in given:
            return "Must not contain the character NUL (%00)."
        if _UNREADABLE in given and not _is_utf_8(self._query):
            return "Must be UTF-8, percent-encoded."
        return f"Must be at most {most} characters long." if len(given) > most else None

    def day(self, name: str) -> date | None:
        """Return a day, YYYY-MM-DD."""
        given = self._given.get(name)
        if not given:
            return None
        if isinstance(given, str) and _DAY.fullmatch(given):
            with suppress(ValueError):
                return date.fromisoformat(given)
        self.refuse(name, "Must be a day as YYYY-MM-DD, given once.")
        return None

    def moment(self, name: str) -> datetime | None:
        """Return a moment; a day stands for its beginning. Without an offset it is UTC."""
        given = self._given.get(name)
        if not given:
            return None
        if isinstance(given, str) and _MOMENT.fullmatch(given):
            with suppress(ValueError):
                moment = datetime.fromisoformat(given.replace(" ", "+"))
                # In UTC: PostgreSQL knows no offset of 16 hours or more.
                return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        self.refuse(name, "Must be a day as YYYY-MM-DD or a moment as ISO 8601, given once.")
        return None

    def flag(self, name: str) -> bool | None:
        """Return a boolean, `true` or `false`."""
        word = self.choice(name, tuple(_FLAGS))
        return None if word is None else _FLAGS[word]

    def choice(self, name: str, words: tuple[str, ...]) -> str | None:
        """Return one of `words`."""
        given = self._given.get(name)
        if not given:
            return None
        if isinstance(given, str) and given in words:
            return given
        near = isinstance(given, str) and near_word(given, words)
        self.refuse(name, near or f"Must be one of {', '.join(words)}, given once.")
        return None

    def filter(self, filter: Filter) -> Any:
        """Return the value of a list's filter: text, a day, a moment or a boolean."""
        if filter.kind == "choice":
            return self.choice(filter.name, filter.words)
        if filter.kind in ("id", "text"):
            # A text that no record has matches none.
            return self.text(filter.name)
        read = {"day": self.day, "moment": self.moment, "flag": self.flag}[filter.kind]
        return read(filter.name)

    def sort(self, sorts: tuple[Sort, ...]) -> Sort:
        """Return the requested order, the first one by default."""
        by_word = {sort.word: sort for sort in sorts}
        return by_word[self.choice("sort", tuple(by_word)) or sorts[0].word]

    def cursor(self, kind: str, sort: Sort, page: int) -> dict[str, object] | None:
        """Return the place after which the list goes on."""
        given = self.text("cursor", MOST_CURSOR)
        if given is None:
            return None
        if page != 1:
            self.refuse("cursor", "Cannot go with page: it says itself where the list goes on.")
        with suppress(ValueError):
            return place_of(kind, sort, given)
        if not self._has_fault("sort"):
            self.refuse("cursor", "Is no cursor of this list in this order: take meta.nextCursor as it came.")
        return None

    def _has_fault(self, name: str) -> bool:
        return any(field == name for field, _ in self._faults)

    def refuse(self, name: str, message: str) -> None:
        """Note a fault of the parameter of that name, to be raised with those of all others."""
        self._faults.append((name, message))
