"""Reading one page of a list, or all of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.errors import Invalid
from app.lists.catalogue import LISTINGS
from app.lists.cursors import cursor_after, place_of
from app.lists.listing import Listing, ListQuery, Page
from app.postgres.database import Row, Statement, Transaction

# Rows. To skip more of them costs more than to count all rows first.
_DEEP_OFFSET = 1_000
# Ids. A search that matches more is not read by the ids of its matches.
_FEW_MATCHES = 1_000
# Rows of a list that is read as a whole: few enough for a slow client to take before PostgreSQL ends the transaction.
_AT_ONCE = 500


def read_page(tx: Transaction, kind: str, query: ListQuery) -> Page:
    """Return a page of the kind's list and the total; the transaction ends.

    A list without filters, in its first order, has a prepared statement of its own. Any other one is planned for the
    given values, because one plan for all filters would be slow for most of them.
    """
    listing = LISTINGS[kind]
    if query.q is not None and listing.looked_up:
        query = _narrowed(listing, query, tx.all(f"{kind}.matching", q=query.q, most=_FEW_MATCHES + 1))
    if query.offset >= _DEEP_OFFSET and query.sort.mirror:
        return _deep_page(tx, kind, query)
    return _page_from_start(tx, kind, query)


def read_whole(tx: Transaction, kind: str, query: ListQuery) -> Iterator[tuple[tuple[str, ...], list[Row]]]:
    """Yield all rows of the kind's list, some at a time, with the names of their fields; at least once, without rows.

    They are read by the statement of a page, each time after the last row, so that nothing is sorted as a whole where
    an index has the order. The transaction must have one snapshot.
    """
    listing = LISTINGS[kind]
    if query.q is not None and listing.looked_up:
        # Not as a prepared statement: with one that a migration outdated nothing could be tried again.
        _, found = tx.table(f"{kind}.matching", {"q": query.q, "most": _FEW_MATCHES + 1})
        query = _narrowed(listing, query, found)
    statement, more = f"{kind}.{query.sort.statement}", True
    while more:
        names, rows = tx.table(statement, _parameters(listing, query, limit=_AT_ONCE, offset=0))
        yield tuple(name for name in names if name not in listing.hidden_fields), rows
        more = len(rows) == _AT_ONCE
        if more:
            query = replace(query, after=place_of(kind, query.sort, cursor_after(kind, query.sort, rows[-1])))


def _page_from_start(tx: Transaction, kind: str, query: ListQuery) -> Page:
    """Return a page near the beginning. One row more than its limit is read, to know if there is a next page."""
    listing = LISTINGS[kind]
    plain = query.is_plain(listing)
    parameters = _parameters(listing, query, limit=query.limit + 1, offset=query.offset)
    rows, (counted,) = tx.fetch_and_commit(
        (f"{kind}.{'list' if plain else query.sort.statement}", parameters),
        _count(kind, listing, query),
        replan=not plain,
    )
    has_next = len(rows) > query.limit
    return _page(kind, query, rows[: query.limit], counted["total"], has_next=has_next)


def _page(kind: str, query: ListQuery, rows: list[Row], total: int, *, has_next: bool) -> Page:
    cursor = cursor_after(kind, query.sort, rows[-1]) if has_next else None
    for name in LISTINGS[kind].hidden_fields:
        for row in rows:
            del row[name]
    return Page(rows, total, cursor)


def _narrowed(listing: Listing, query: ListQuery, matching: Sequence[Row]) -> ListQuery:
    """Return the query with the ids that its search finds, if there are few of them.

    That costs one round trip and saves a pass over all of the organization's rows. With many matches a page is
    soon full without it; a list that is read by what is found alone raises Invalid. The search stays in the query,
    because the rows may change before they are read.
    """
    ids = [row["id"] for row in matching]
    if listing.few_found and len(ids) > _FEW_MATCHES:
        raise Invalid([("q", f"Finds more than {_FEW_MATCHES:,} records: search for more of the text.")])
    return replace(query, filters={**query.filters, "found": ids if len(ids) <= _FEW_MATCHES else None})


def _deep_page(tx: Transaction, kind: str, query: ListQuery) -> Page:
    """Return a page far from the beginning, read from the nearer end of the list.

    That costs one round trip, for the total, and skips fewer rows.
    """
    listing = LISTINGS[kind]
    ((counted,),) = tx.records_of_all(_count(kind, listing, query), replan=bool(query.filters))
    total: int = counted["total"]
    limit = max(min(query.limit, total - query.offset), 0)
    rows_after = total - query.offset - limit
    from_end = rows_after < query.offset
    statement = query.sort.mirror if from_end else query.sort.statement
    offset = max(rows_after, 0) if from_end else query.offset
    parameters = _parameters(listing, query, limit=limit, offset=offset)
    (rows,) = tx.fetch_and_commit((f"{kind}.{statement}", parameters), replan=True)
    # `rows` may be empty: rows may have been deleted between the two statements.
    has_next = rows_after > 0 and bool(rows)
    return _page(kind, query, rows[::-1] if from_end else rows, total, has_next=has_next)


def _count(kind: str, listing: Listing, query: ListQuery) -> Statement:
    """Return the statement of the total. Without filters or a search the total is a stored one."""
    return f"{kind}.{'count_chosen' if query.filters else 'count'}", _parameters(listing, query)


def _parameters(listing: Listing, query: ListQuery, **bounds: int) -> Row:
    """Return a value for every filter of the list and every key of the order, None for those not in the query."""
    absent = dict.fromkeys(filter.parameter for filter in listing.filters)
    absent |= dict.fromkeys(key.parameter for key in query.sort.keys)
    return absent | {"q": query.q, "found": None} | bounds | dict(query.filters) | dict(query.after or {})
