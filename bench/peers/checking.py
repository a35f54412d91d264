"""Checks that a peer does the same as the service, made before anything is measured."""

import secrets
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import psycopg
from psycopg.rows import dict_row

from app.config import ROOT
from app.postgres.queries import load
from app.wire import Json
from bench.shop import LINES, Shop
from bench.sides import MeasuredSide

_QUERIES = ROOT / "bench" / "peers" / "sql"
_COMPARED = 5
_REFUSED = 400
# The rows that a creation writes: for each line itself, its movement and its position; the invoice; the number's
# counter; the key, which is taken first and given its reply at the end.
TRAIL_ROWS = 3 * LINES + 1 + 1 + 2

Changes = dict[str, Decimal]


class UnlikeError(Exception):
    """The peer does something else; the sentence says what."""


def check(url: str, service: MeasuredSide, peer: MeasuredSide, shops: Sequence[Shop]) -> None:
    """Raise UnlikeError unless the peer answers and writes what the service does."""
    reader, seller, *_ = shops
    for id in reader.invoice_ids[:_COMPARED]:
        _same("an invoice", *(_invoice(side, reader, id) for side in (service, peer)))
    for size in (50, 200):
        _same(f"a list of {size}", *(_page(side, reader, size) for side in (service, peer)))
    foreign = peer.invoice(peer.ask(peer.read(seller, reader.invoice_ids[0])))
    if foreign is not None:
        raise UnlikeError("it shows another organization's invoice.")
    mine, its = (_creation(url, side, seller) for side in (service, peer))
    trail = its.pop("trail")
    if trail != TRAIL_ROWS:
        raise UnlikeError(f"a creation leaves {trail} rows of the trail and not {TRAIL_ROWS}.")
    _same("a creation", mine, its)


def _same(what: str, mine: Any, its: Any) -> None:
    if mine != its:
        raise UnlikeError(f"it answers {what} with {its}, and the service with {mine}.")


def _invoice(side: MeasuredSide, shop: Shop, id: str) -> dict[str, Any]:
    found = side.invoice(side.ask(side.read(shop, id)))
    if found is None:
        raise UnlikeError(f"it has no invoice {id}.")
    return {
        "id": found["id"],
        "status": found["status"],
        "total": _number(found["total"]),
        "lines": [(line["id"], _number(line["total"])) for line in found["lines"]],
    }


def _page(side: MeasuredSide, shop: Shop, size: int) -> dict[str, Any]:
    rows, total = side.invoices(side.ask(side.page(shop, size)))
    return {"total": total, "rows": [(row["id"], _number(row["total"])) for row in rows]}


def _creation(url: str, side: MeasuredSide, shop: Shop) -> Changes:
    """Return the changes in rows by a creation and its retry with the same key, and the total that was answered."""
    key, request = secrets.token_hex(), side.creation(shop, shop.bodies()[0])
    before = _counts(url, side, shop)
    told = [side.ask(request, key) for _ in range(2)]
    if any(one.status >= _REFUSED for one in told):
        raise UnlikeError(f"it answers a creation with {told}.")
    first, second = map(side.created, told)
    if first != second:
        raise UnlikeError(f"it answers a retry with {second}, after {first}.")
    made = _invoice(side, shop, first["id"])
    if len(made["lines"]) != LINES or made["total"] != _number(first["total"]):
        raise UnlikeError(f"it made {made} and answered {first}.")
    after = _counts(url, side, shop)
    return {name: after[name] - before[name] for name in after} | {"total": made["total"]}


def _counts(url: str, side: MeasuredSide, shop: Shop) -> Changes:
    statement = load(_QUERIES)[side.counts].encode()
    with psycopg.connect(url, row_factory=dict_row, cursor_factory=psycopg.ClientCursor) as connection:
        row = connection.execute(statement, {"organization_id": shop.id}).fetchone()
    return {name: Decimal(value or 0) for name, value in (row or {}).items()}


def _number(value: Json | str | float) -> Decimal:
    """Return an amount as a number. Peers write amounts as numbers or texts, with or without trailing zeros."""
    return Decimal(str(value)).normalize()
