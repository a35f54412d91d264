"""Reconciliation of the books: recomputes every stored balance from its history and yields the differences.

Differences are rows of (record, id, figure, stored, recomputed). What adds up in SQL is compared in SQL
(`sql/queries/check_*.sql`); stock is valued again movement by movement, since an average depends on the order.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from typing import Any

from app.postgres.database import Row, Transaction
from app.stock.movements import Movement, StockLocation
from app.stock.moving_average import Position

_SUMS = (
    "check_documents.invoices",
    "check_documents.bills",
    "check_documents.credit_notes",
    "check_documents.debit_notes",
    "check_documents.allocations",
    "check_documents.given_back",
    "check_taxes.taxes",
    "check_taxes.supply_types",
    "check_ledgers.customers",
    "check_ledgers.vendors",
    "check_numbers.counters",
    "check_numbers.fiscal_years",
    "check_numbers.registrations",
    "check_goods.reversals",
    "check_goods.returns",
    "check_goods.goods",
    "check_kept.lists",
    "check_kept.quotas",
    "check_kept.receivables",
    "check_kept.recurring_invoices",
    "check_books.closed",
)


Look = Callable[[Transaction], Iterator[Row]]


def _sums(statement: str, tx: Transaction) -> Iterator[Row]:
    yield from tx.all(statement)


def _stock(tx: Transaction) -> Iterator[Row]:
    recomputed: dict[StockLocation, Position] = {}
    for row in _movements(tx):
        place = (row["item_variant_id"], row["warehouse_id"])
        valued = _movement(row).applied_to(recomputed.get(place, Position()))
        recomputed[place] = valued.after
        yield from _compared("movement", row["id"], "unitCost", row["unit_cost"], valued.unit_cost)
        yield from _compared("movement", row["id"], "totalCost", row["total_cost"], valued.total_cost)
        yield from _compared(
            "movement", row["id"], "balanceAfter", row["balance_after"], valued.after.quantity
        )
        yield from _compared(
            "movement", row["id"], "avgCostAfter", row["avg_cost_after"], valued.after.average_cost
        )
    for row in tx.all("check_goods.positions"):
        position = recomputed.get((row["item_variant_id"], row["warehouse_id"]), Position())
        yield from _compared(
            "stock position", row["id"], "quantityOnHand", row["quantity_on_hand"], position.quantity
        )
        yield from _compared("stock position", row["id"], "value", row["value"], position.value)
        yield from _compared(
            "stock position", row["id"], "averageCost", row["average_cost"], position.average_cost
        )


def _movements(tx: Transaction) -> Iterator[Row]:
    after: dict[str, Any] = {"after_variant": "", "after_sequence": 0}
    while page := tx.all("check_goods.movements", **after):
        yield from page
        last = page[-1]
        after = {"after_variant": last["item_variant_id"], "after_sequence": last["sequence"]}


def _movement(row: Row) -> Movement:
    return Movement(
        place=(row["item_variant_id"], row["warehouse_id"]),
        movement_type=row["movement_type"],
        quantity=row["quantity"],
        unit_cost=row["unit_cost"],
        total_cost=row["brought"],
        reverses_id=row["reverses_id"],
    )


def _compared(record: str, id: str, figure: str, stored: Decimal, recomputed: Decimal) -> Iterator[Row]:
    if stored != recomputed:
        yield {"record": record, "id": id, "figure": figure, "stored": stored, "recomputed": recomputed}


# The checks, in order; each yields its own differences.
LOOKS: tuple[Look, ...] = (*(partial(_sums, statement) for statement in _SUMS), _stock)


def differences(tx: Transaction) -> Iterator[Row]:
    """Yield every difference in the transaction's organization; none if the books tie."""
    for look in LOOKS:
        yield from look(tx)
