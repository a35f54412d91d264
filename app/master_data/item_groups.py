"""Item groups: a tree."""

from app.errors import Invalid
from app.lists.building import BY_UPDATE, ID_KEY, UPDATED_SINCE, by_name
from app.lists.listing import Listing, Sort, SortKey
from app.master_data.declaration import MasterDataKind
from app.master_data.records import Records, refuse_dangling
from app.postgres.database import Row, Transaction
from app.schemas.answers.derived import answer_of
from app.schemas.answers.record_base import Signed
from app.schemas.body import BodySchema
from app.schemas.fields import AnyLongText, RelatedId, Text
from app.schemas.numbers import StrictInteger


class ItemGroupBody(BodySchema):
    """A group of items, in a tree."""

    name = Text(min=1, max=191, required=True)
    parent_group_id = RelatedId()
    sort_order = StrictInteger(load_default=0)
    description = AnyLongText()


class ItemGroups(Records):
    """Groups that may stand below one another, never in a circle.

    The tree changes in one transaction at a time: of two moves that would close a circle together, each
    alone is right.
    """

    def __init__(self) -> None:
        super().__init__("item_groups", "grp")

    def lock(self, tx: Transaction, id: str) -> Row:
        """Lock the tree, then the group; return its columns. Every transaction locks in this order."""
        self._lock_tree(tx)
        return super().lock(tx, id)

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a group, at the top or below a live one."""
        if body["parent_group_id"]:
            self._lock_tree(tx)
            refuse_dangling(tx, self.kind, body, ["parent_group_id"])
        return super().create(tx, body)

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a group; it cannot go below itself or a group below it."""
        parent = body.get("parent_group_id")
        if parent:
            refuse_dangling(tx, self.kind, body, ["parent_group_id"])
            if current["id"] in {row["id"] for row in tx.all("item_groups.line_above", id=parent)}:
                raise Invalid([("parentGroupId", "A group cannot stand below itself.")])
        super().change(tx, current, body)

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark the group deleted; the groups below it move up one step. Raises NotFound."""
        self._lock_tree(tx)
        super().delete(tx, id)
        tx.execute("item_groups.move_children_up", id=id)

    def _lock_tree(self, tx: Transaction) -> None:
        tx.execute("locks.take", subject=self.kind)


_IN_ORDER = Sort(
    "sortOrder",
    "in_order",
    (SortKey("sortOrder", "after_sort_order", "whole"), SortKey("name", "after_name", "text"), ID_KEY),
    "By `sortOrder`, then `name`.",
)

KIND = MasterDataKind(
    one="item group",
    module="items",
    records=ItemGroups(),
    body=ItemGroupBody(),
    record=answer_of(ItemGroupBody, Signed),
    listing=Listing((UPDATED_SINCE,), (_IN_ORDER, by_name("name"), BY_UPDATE), {"name": "the name"}),
    about="A tree of groups for items.",
    says={"delete": "Groups below it move up one step; its items are in no group."},
    words={"parentGroupId": "The group above; null at the top."},
    example={"name": "Shirts", "description": "All of them"},
)
