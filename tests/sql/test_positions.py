"""Positions are locked in one order, which holds for those too that are still to be made."""

from typing import Any

from app.postgres.database import Row, Transaction
from app.stock.movements import LockedPositions
from tests.selling import customer, goods, sent
from tests.service import Service


def test_none_is_locked_where_one_is_still_to_be_made(service: Service) -> None:
    org = service.organization()
    item = goods(org, variants=[{"size": "1"}, {"size": "2"}])
    there, missing = (variant["id"] for variant in org.read(f"/items/{item['id']}")["variants"])
    sent(org, customer(org), {"itemId": item["id"], "itemVariantId": there, "quantity": 1, "rate": 5})

    def lock(tx: Transaction, *variants: str) -> list[Row]:
        tx.enter(org.organization_id)
        warehouse = tx.one("stock.default_warehouse")
        assert warehouse
        asked: dict[str, Any] = {
            "item_variant_ids": list(variants),
            "warehouse_ids": [warehouse["id"] for _ in variants],
        }
        return tx.all("stock.lock_positions", **asked)

    def with_one_missing(tx: Transaction) -> None:
        assert lock(tx, *sorted((there, missing))) == []
        # Another transaction gets it at once, or would give up after five seconds.
        assert len(service.owner.run_as_owner(lambda other: lock(other, there))) == 1

    def make(tx: Transaction) -> None:
        (row,) = lock(tx, there)
        LockedPositions(tx).hold((variant, row["warehouse_id"]) for variant in (there, missing))

    service.owner.run_as_owner(with_one_missing)
    service.owner.run_as_owner(make)
    assert len(service.owner.run_as_owner(lambda tx: lock(tx, *sorted((there, missing))))) == 2
