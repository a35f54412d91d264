"""Queries and answers of lists: filters, orders and cursors. Pure.

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
    """The parameters of a list beside `page`, `limit` and `cursor`. The first of `sorts` is the default.

    `searched` maps the columns that `q` searches to words for them; every list of records has some. `looked_up`: the
    kind's statement `matching` finds the ids first, and the page is read by them. `few_found`: a search with too many
    matches is refused. `hidden_fields` are fields of rows that only serve as their place in the order and are not
    answered. `within` is the statement parameter for the id in the path, of a list that is part of a record.
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
        """Return whether the list takes `q`."""
        return bool(self.searched)

    @property
    def searches(self) -> str:
        """The searched fields in words: `name, e-mail and phone`."""
        *first, last = ("", *self.searched.values())
        return f"{', '.join(first[1:])} and {last}" if first[1:] else last


@dataclass(frozen=True)
class ListQuery:
    """The query of a request for a list: part, order and filters.

    `page` counts from 1. `filters` has the values that were sent, by statement parameter. `after` is the place of the
    row that precedes the page, likewise.
    """

    sort: Sort
    page: int
    limit: int
    q: str | None = None
    filters: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] | None = None

    @property
    def offset(self) -> int:
        """The number of rows before the page."""
        return (self.page - 1) * self.limit

    def is_plain(self, listing: Listing) -> bool:
        """Return whether the query has the default order, no filter and no cursor; a search is allowed."""
        return self.sort is listing.sorts[0] and not self.filters and self.after is None


@dataclass(frozen=True)
class Page:
    """The rows asked for, how many there are on all pages, and the cursor of what follows, None on the last."""

    rows: list[Row]
    total: int
    cursor: str | None
