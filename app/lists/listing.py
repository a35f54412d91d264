"""What can be asked of a list, and what it answers: filters, orders, and the place where it goes on. Pure.

Each filter and each order stands in the kind's statements too: the filters in their part `chosen`, the orders as
statements of their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.wire import Row


@dataclass(frozen=True)
class Filter:
    """A query parameter that narrows a list: `name` on the wire, `parameter` in the statements.

    `kind` says what it takes: an id, text that a field has, one of `words`, a day (YYYY-MM-DD), a moment (a day or ISO
    8601, UTC without an offset), or a flag (true or false).
    """

    name: str
    parameter: str
    kind: Literal["id", "text", "choice", "day", "moment", "flag"]
    description: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class SortKey:
    """A part of a row's place in an order: the row's `field` on the wire, and what statements call it."""

    field: str
    parameter: str
    kind: Literal["day", "moment", "text", "whole"]


@dataclass(frozen=True)
class Sort:
    """An order: its word, the statement of the kind's query file that reads in it, and what places a row in it.

    The last key is the id, so no two rows have the same place. `mirror` is the statement of the opposite order.
    """

    word: str
    statement: str
    keys: tuple[SortKey, ...]
    description: str
    mirror: str | None = None


# The query parameters of every list; the rest is declared.
_OF_EVERY_LIST = frozenset({"page", "limit", "cursor", "sort"})


@dataclass(frozen=True)
class Listing:
    """What a list takes beside `page`, `limit` and `cursor`. The first of `sorts` holds where none is asked for.

    `searched` maps the columns that `q` is looked for in to words for them; of a list of records none is without.
    `looked_up` says that the kind's statement `matching` first finds the ids that a page is then read of.
    `few_found` says that a search which finds too many of them to be read by is refused.
    `hidden_fields` are fields that rows carry for their place alone.
    `within` is the statement parameter for the id in the path, of a list that is part of a record.
    """

    filters: tuple[Filter, ...]
    sorts: tuple[Sort, ...]
    searched: Mapping[str, str]
    looked_up: bool = False
    few_found: bool = False
    hidden_fields: frozenset[str] = frozenset()
    within: str = ""

    @property
    def query(self) -> frozenset[str]:
        """The names of all its query parameters."""
        search = {"q"} if self.search else set()
        return _OF_EVERY_LIST | search | {filter.name for filter in self.filters}

    @property
    def search(self) -> bool:
        """Whether the list takes `q`."""
        return bool(self.searched)

    @property
    def searches(self) -> str:
        """The searched fields in words: `name, e-mail and phone`."""
        *first, last = ("", *self.searched.values())
        return f"{', '.join(first[1:])} and {last}" if first[1:] else last


@dataclass(frozen=True)
class ListQuery:
    """What a request asks of a list: which part of it, in which order, narrowed how.

    `page` counts from 1. `filters` has what was given, by statement parameter; `after` the place of the row that
    the page comes after, likewise.
    """

    sort: Sort
    page: int
    limit: int
    q: str | None = None
    filters: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] | None = None

    @property
    def offset(self) -> int:
        """How many rows come before the page."""
        return (self.page - 1) * self.limit

    def is_plain(self, listing: Listing) -> bool:
        """Is it the list as it comes, with at most a search?"""
        return self.sort is listing.sorts[0] and not self.filters and self.after is None


@dataclass(frozen=True)
class Page:
    """The rows asked for, how many there are on all pages, and the cursor of what follows, None on the last."""

    rows: list[Row]
    total: int
    cursor: str | None
