"""GET of a collection: one page of its list as JSON, or all of it as CSV."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import falcon
from falcon import mediatypes

from app.lists.catalogue import LISTINGS
from app.lists.csv_text import csv_header, csv_lines
from app.lists.listing import ListQuery, Page
from app.lists.paging import read_page, read_whole
from app.postgres.database import Row, Stream, Transaction
from resources.serving.answers import answer, answer_list
from resources.serving.query_params import parse_list_query, parse_search
from resources.serving.requests import Requests

CSV = "text/csv"


def serve_list(
    requests: Requests,
    kind: str,
    req: falcon.Request,
    resp: falcon.Response,
    show: Callable[[Row], Row] | None = None,
) -> None:
    """Answer the page of the kind's list that the query parameters ask for, or all pages where CSV is asked for.

    `show` gives rows the form that they are answered in, where it is not the one that they are read in.
    """
    if prefers_csv(req):
        _answer_csv(resp, kind, requests.stream(req, lambda tx: _lines(tx, kind, req, show)))
        return

    def work(tx: Transaction) -> tuple[ListQuery, Page]:
        query = parse_list_query(req, kind, LISTINGS[kind])
        page = read_page(tx, kind, query)
        return query, replace(page, rows=_shown(page.rows, show))

    answer_list(resp, *requests.read(req, work))


def serve_unpaged(requests: Requests, kind: str, req: falcon.Request, resp: falcon.Response) -> None:
    """Answer all of a list that is short, as JSON or as CSV; `q` narrows the kind's statement `list`."""
    if prefers_csv(req):
        _answer_csv(resp, kind, requests.stream(req, lambda tx: _few_lines(tx, kind, req)))
        return
    answer(resp, requests.read(req, lambda tx: tx.fetch_and_commit((f"{kind}.list", _searched(req)))[0]))


def _few_lines(tx: Transaction, kind: str, req: falcon.Request) -> Iterator[bytes]:
    names, rows = tx.table(f"{kind}.list", _searched(req))
    yield csv_header(names) + csv_lines(names, rows)


def _searched(req: falcon.Request) -> Row:
    return {"q": parse_search(req)}


def prefers_csv(req: falcon.Request) -> bool:
    """Return whether the caller prefers CSV to JSON. A header that cannot be read asks for nothing."""
    # Nearly all callers say nothing of text: they are spared the rules of the header.
    accept = req.accept.lower()
    if "text/" not in accept:
        return False
    try:
        return mediatypes.quality(CSV, accept) > mediatypes.quality(falcon.MEDIA_JSON, accept)
    except ValueError:
        return False


def _lines(
    tx: Transaction, kind: str, req: falcon.Request, show: Callable[[Row], Row] | None
) -> Iterator[bytes]:
    """Yield the list as CSV, piece by piece; a piece may end anywhere in a page."""
    query = replace(parse_list_query(req, kind, LISTINGS[kind]), after=None)
    header = True
    for names, rows in read_whole(tx, kind, query):
        yield (csv_header(names) if header else b"") + csv_lines(names, _shown(rows, show))
        header = False


def _shown(rows: list[Row], show: Callable[[Row], Row] | None) -> list[Row]:
    return [show(row) for row in rows] if show else rows


def _answer_csv(resp: falcon.Response, kind: str, stream: Stream[bytes]) -> None:
    resp.content_type = f"{CSV}; charset=utf-8; header=present"
    resp.downloadable_as = f"{kind.replace('_', '-')}.csv"
    resp.stream = stream
