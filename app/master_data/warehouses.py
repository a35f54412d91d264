"""Warehouses, the places of stock."""

from app.errors import Conflict, Invalid
from app.ids import new_id
from app.lists.building import by_creation
from app.master_data.declaration import MasterDataKind
from app.master_data.defaults import RecordsWithDefault
from app.master_data.guarded_deletes import hold_to_delete, refuse_goods
from app.postgres.constraints import Constraint
from app.postgres.database import Row, Transaction, jsonb
from app.schemas.answers.derived import answer_of
from app.schemas.answers.fields import One
from app.schemas.answers.record_base import Address
from app.schemas.body import BodySchema
from app.schemas.compound import EXAMPLE_ADDRESS, AddressField
from app.schemas.fields import StrictBoolean, Text
from app.stock.stocked_lines import FIRST_MOVEMENTS


class WarehouseBody(BodySchema):
    """A place where goods lie."""

    code = Text(min=1, max=50, required=True)
    name = Text(min=1, max=191, required=True)
    is_default = StrictBoolean(load_default=False)
    address = AddressField()


class Warehouses(RecordsWithDefault):
    """The warehouses of an organization. Once there is any, one of them is the default."""

    def __init__(self) -> None:
        super().__init__("warehouses", "whs")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a warehouse, the default one where there is none. Raise Conflict where the code is taken."""
        self._queue(tx)
        is_default = body["is_default"] or not self._has_default(tx)
        if is_default:
            self._clear(tx, {"id": None})
        id = new_id(self.prefix)
        row = _columns(body) | {"id": id, "is_default": is_default}
        if not tx.execute("warehouses.insert", **row):
            raise Conflict(f"The organization has a warehouse {body['code']} already.")
        return id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a locked warehouse; the default one that it replaces loses the flag in the same transaction."""
        super().change(tx, current, _columns(current | body))

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark a warehouse deleted. Raise NotFound, and Conflict for the default or the only one, and while goods lie
        there."""
        self._queue(tx)
        hold_to_delete(tx, "warehouses", id)
        kept, goods = tx.run_all(("warehouses.kept", {"id": id}), ("warehouses.goods", {"id": id}))
        if kept[0]["is_default"]:
            raise Conflict("It is the default warehouse: make another one the default first.")
        if not kept[0]["others"]:
            raise Conflict("It is the only warehouse.")
        refuse_goods(goods)
        super().delete(tx, id)

    def _has_default(self, tx: Transaction) -> bool:
        if _finds_default(tx):
            return True
        # The first movement of goods may be making one.
        tx.execute("locks.take", subject=FIRST_MOVEMENTS)
        return _finds_default(tx)


def add(tx: Transaction, body: Row) -> str:
    """Make a warehouse that a file or a command describes. Raise Invalid where the code is taken."""
    try:
        return KIND.records.create(tx, body)
    except Conflict as taken:
        raise Invalid([("code", taken.message)]) from taken


def _finds_default(tx: Transaction) -> bool:
    found = tx.one("warehouses.has_default")
    return bool(found and found["has"])


def _columns(warehouse: Row) -> Row:
    address = warehouse["address"]
    return warehouse | {"address": None if address is None else jsonb(address)}


KIND = MasterDataKind(
    one="warehouse",
    module="settings",
    records=Warehouses(),
    body=WarehouseBody(),
    record=answer_of(WarehouseBody, address=One(Address, null=True)),
    listing=by_creation("name", searched={"code": "code", "name": "name"}),
    constraints=(Constraint("warehouses_one_per_code", "There is already a warehouse with this code."),),
    delete_errors=("conflict",),
    create_errors=("conflict",),
    about="Places of stock.",
    says={
        "create": "A code can stand once in an organization: 409. The first warehouse is the default one.",
        "delete": "Documents that name it stay as they are. The default or the only one, and one with goods on hand, "
        "is kept: 409.",
    },
    words={
        "isDefault": "True for the warehouse of documents that name none. Setting it clears it on the one that "
        "had it.",
    },
    example={"code": "PUNE", "name": "Pune godown", "address": EXAMPLE_ADDRESS},
)
