"""Reading one page of a list."""

from app.cursors import cursor_after
from app.database import Row, Transaction
from app.listing import Asked, Listing, Page
from app.listings import LISTINGS


def read_page(tx: Transaction, kind: str, asked: Asked) -> Page:
    """The page of the kind's list that was asked for.

    One row more than the page holds is read: whether there is one tells whether there is a next page. The plain list
    has statements of its own, which stay prepared; those that filter are planned for the very values, or the plan
    would have to do for every filter at once.
    """
    listing = LISTINGS[kind]
    plain = asked.is_plain(listing)
    statement, count = ("list", "count") if plain else (asked.sort.statement, "count_chosen")
    params: Row = {"q": asked.q, "limit": asked.limit + 1, "offset": asked.offset}
    params |= {} if plain else _choice(listing, asked)
    rows, (counted,) = tx.records_together(
        (f"{kind}.{statement}", params), (f"{kind}.{count}", params), anew=not plain
    )
    more = len(rows) > asked.limit
    del rows[asked.limit :]
    cursor = cursor_after(kind, asked.sort, rows[-1]) if more else None
    return Page([_shown(row, listing) for row in rows], counted["total"], cursor)


def _choice(listing: Listing, asked: Asked) -> Row:
    """A value for every filter of the list and every key of the order, None for what was not given."""
    absent = dict.fromkeys(filter.parameter for filter in listing.filters)
    absent |= dict.fromkeys(key.parameter for key in asked.sort.keys)
    return absent | dict(asked.filters) | dict(asked.after or {})


def _shown(row: Row, listing: Listing) -> Row:
    for name in listing.unshown:
        del row[name]
    return row
