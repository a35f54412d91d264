"""Guards of deletes: a record with balances, drafts or goods on hand is kept."""

from collections.abc import Sequence

from app.errors import Conflict
from app.lists.record_reading import find_to_change
from app.master_data.records import Records
from app.money import group_digits, group_quantity
from app.postgres.database import Row, Transaction


class TradePartners(Records):
    """Customers or vendors, who are kept while something is open with them.

    The kind's `open` statement answers the first thing that is.
    """

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark the party deleted. Raise NotFound, and Conflict while a balance, credit or a draft is open."""
        hold_to_delete(tx, self.kind, id)
        found = tx.one(f"{self.kind}.open", id=id)
        if found:
            raise Conflict(_told(_open(found), found["many"] - 1, "record"))
        super().delete(tx, id)


def hold_to_delete(tx: Transaction, kind: str, id: str) -> None:
    """Lock a live record exclusively, so that no document takes it up meanwhile. Raises NotFound."""
    find_to_change(tx, f"{kind}.hold_to_delete", id)


def refuse_goods(positions: Sequence[Row]) -> None:
    """Raise Conflict where goods lie at one of the stock positions of an item."""
    goods = [row for row in positions if row["quantity_on_hand"] > 0]
    if goods:
        first = goods[0]
        name = " ".join(part for part in (first["name"], first["size"].strip()) if part)
        quantity = f"{group_quantity(first['quantity_on_hand'])} {first['unit']}"
        raise Conflict(
            _told(f"{name} has {quantity} on hand in {first['warehouse']}.", len(goods) - 1, "position")
        )


def _open(found: Row) -> str:
    name = f"{found['word']} {found['number']}" if found["number"] else found["word"]
    if found["state"] == "draft":
        return f"{name} is a draft."
    return f"{name} has {group_digits(found['amount'], found['currency_code'])} {found['state']}."


def _told(sentence: str, more: int, noun: str) -> str:
    if not more:
        return sentence
    return f"{sentence} So have {more} more {noun}s." if more > 1 else f"{sentence} So has 1 more {noun}."
