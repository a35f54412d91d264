"""Reading one page of a list."""

from dataclasses import replace

from app.lists.catalogue import LISTINGS
from app.lists.cursors import cursor_after
from app.lists.listing import Listing, ListQuery, Page
from app.postgres.database import Row, Statement, Transaction

# Reading past so many rows costs more than asking first how many there are.
_DEEP = 1_000
# A search that finds no more is read by what it found.
_FEW = 1_000


def read_page(tx: Transaction, kind: str, asked: ListQuery) -> Page:
    """Return a page of the kind's list and the total; the transaction ends.

    The plain list has statements of its own, which stay prepared; those that filter are planned for the very values,
    or the plan would have to do for every filter at once.
    """
    listing = LISTINGS[kind]
    if asked.q is not None and listing.looked_up:
        asked = _looked_up(tx, kind, asked)
    if asked.offset >= _DEEP and asked.sort.mirror:
        return _deep(tx, kind, asked)
    return _near(tx, kind, asked)


def _near(tx: Transaction, kind: str, asked: ListQuery) -> Page:
    """A page near the beginning. One row more than the page holds is read: it tells of a next page."""
    listing = LISTINGS[kind]
    plain = asked.is_plain(listing)
    window = _window(listing, asked, limit=asked.limit + 1, offset=asked.offset)
    rows, (counted,) = tx.fetch_and_commit(
        (f"{kind}.{'list' if plain else asked.sort.statement}", window),
        _count(kind, listing, asked),
        replan=not plain,
    )
    more = len(rows) > asked.limit
    return _page(kind, asked, rows[: asked.limit], counted["total"], more=more)


def _page(kind: str, asked: ListQuery, rows: list[Row], total: int, *, more: bool) -> Page:
    cursor = cursor_after(kind, asked.sort, rows[-1]) if more else None
    for name in LISTINGS[kind].hidden_fields:
        for row in rows:
            del row[name]
    return Page(rows, total, cursor)


def _looked_up(tx: Transaction, kind: str, asked: ListQuery) -> ListQuery:
    """The same, narrowed to the ids of what the search finds if that is little: a round trip more, and no need to go
    through all that the organization has. Where it finds much, the first of the list are soon among it.

    The search stays beside the ids, which are those of a moment ago.
    """
    found = [row["id"] for row in tx.all(f"{kind}.matching", q=asked.q, most=_FEW + 1)]
    return replace(asked, filters={**asked.filters, "found": found if len(found) <= _FEW else None})


def _deep(tx: Transaction, kind: str, asked: ListQuery) -> Page:
    """A page far from the beginning, read from the end that is nearer: a round trip more, and many rows fewer."""
    listing = LISTINGS[kind]
    ((counted,),) = tx.records_of_all(_count(kind, listing, asked), replan=bool(asked.filters))
    total: int = counted["total"]
    limit = max(min(asked.limit, total - asked.offset), 0)
    behind = total - asked.offset - limit
    near_the_end = behind < asked.offset
    statement = asked.sort.mirror if near_the_end else asked.sort.statement
    window = _window(listing, asked, limit=limit, offset=max(behind, 0) if near_the_end else asked.offset)
    (rows,) = tx.fetch_and_commit((f"{kind}.{statement}", window), replan=True)
    # Rows may have gone between the two statements: none left, none follow.
    more = behind > 0 and bool(rows)
    return _page(kind, asked, rows[::-1] if near_the_end else rows, total, more=more)


def _count(kind: str, listing: Listing, asked: ListQuery) -> Statement:
    """Without a filter the total is a kept one, whatever the order."""
    return f"{kind}.{'count_chosen' if asked.filters else 'count'}", _window(listing, asked)


def _window(listing: Listing, asked: ListQuery, **bounds: int) -> Row:
    """A value for every filter of the list and every key of the order, None for what was not given."""
    absent = dict.fromkeys(filter.parameter for filter in listing.filters)
    absent |= dict.fromkeys(key.parameter for key in asked.sort.keys)
    return absent | {"q": asked.q, "found": None} | bounds | dict(asked.filters) | dict(asked.after or {})
