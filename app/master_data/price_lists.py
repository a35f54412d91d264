"""Price lists and their entries: one rate for each item, or for each of its variants."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from app.errors import Invalid, names_no
from app.ids import new_id
from app.lists.building import ACTIVE, by_creation
from app.master_data.declaration import KEEPS, MasterDataKind
from app.master_data.defaults import RecordsWithDefault
from app.postgres.database import Row, Transaction
from app.schemas.answers import fields as answers
from app.schemas.answers.derived import answer_of, row_of
from app.schemas.answers.record_base import Dated
from app.schemas.body import BodySchema
from app.schemas.compound import Object, Rows
from app.schemas.fields import AnyLongText, Choice, RelatedId, StrictBoolean, StrictDate, Text
from app.schemas.numbers import Price

PRICE_LIST_TYPES = ("SELLING", "PURCHASE")


class PriceListEntryBody(BodySchema):
    """An element of `entries`."""

    item_id = Text(min=1, required=True)
    item_variant_id = RelatedId()
    rate = Price(required=True)


class PriceListBody(BodySchema):
    """Prices of items, for customers or from vendors."""

    name = Text(min=1, max=150, required=True)
    type = Choice(*PRICE_LIST_TYPES, required=True)
    description = AnyLongText()
    effective_from = StrictDate(load_default=None)
    effective_to = StrictDate(load_default=None)
    is_active = StrictBoolean(load_default=True)
    is_default = StrictBoolean(load_default=False)
    entries = Rows(Object(PriceListEntryBody), load_default=list)


class PriceListEntry(Dated):
    """The rate of an item, or of one of its variants, in a price list."""

    price_list_id = answers.Id()
    item_id = answers.Id()
    item_variant_id = answers.Id(null=True)
    rate = answers.Figure(min=0)


class PriceLists(RecordsWithDefault):
    """The price lists of an organization, one of each type the default; single reads have `entries`."""

    parts = MappingProxyType({"entries": "entries"})

    def __init__(self) -> None:
        super().__init__("price_lists", "prl")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a list and its entries; raises Invalid for dates or entries that cannot be."""
        _check(tx, None, body, body["entries"])
        id = super().create(tx, body)
        _put(tx, id, body["entries"])
        return id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a list; `entries`, where sent, replace the whole set. Raises Invalid as `create` does, but not for
        entries that the list has: these may stay, whatever was deleted since."""
        entries = body.get("entries")
        _check(tx, current["id"], current | body, entries or ())
        if entries is not None:
            tx.execute("price_lists.drop_entries", price_list_id=current["id"], **_columns(entries))
            _put(tx, current["id"], entries)
        super().change(tx, current, body)


def _check(tx: Transaction, price_list_id: str | None, record: Row, entries: Sequence[Row]) -> None:
    details = [*_backward(record), *_repeated(entries), *_dangling(tx, price_list_id, entries)]
    if details:
        raise Invalid(details)


def _backward(record: Row) -> Iterator[tuple[str, str]]:
    begin, end = record["effective_from"], record["effective_to"]
    if begin and end and end < begin:
        yield "effectiveTo", "Must not be before effectiveFrom."


def _repeated(entries: Sequence[Row]) -> Iterator[tuple[str, str]]:
    seen: set[tuple[str, str | None]] = set()
    for index, entry in enumerate(entries):
        priced = (entry["item_id"], entry["item_variant_id"])
        if priced in seen:
            yield f"entries.{index}.itemId", "Has an entry further up."
        seen.add(priced)


def _dangling(
    tx: Transaction, price_list_id: str | None, entries: Sequence[Row]
) -> Iterator[tuple[str, str]]:
    if not entries:
        return
    for row in tx.all("price_lists.dangling_entries", price_list_id=price_list_id, **_columns(entries)):
        yield row["field"], names_no("item" if row["field"].endswith("itemId") else "variant of the item")


def _put(tx: Transaction, price_list_id: str, entries: Sequence[Row]) -> None:
    if not entries:
        return
    tx.execute(
        "price_lists.put_entries",
        price_list_id=price_list_id,
        ids=[new_id("ple") for _ in entries],
        rates=[entry["rate"] for entry in entries],
        **_columns(entries),
    )


def _columns(entries: Sequence[Row]) -> Row:
    return {
        "item_ids": [entry["item_id"] for entry in entries],
        "item_variant_ids": [entry["item_variant_id"] for entry in entries],
    }


KIND = MasterDataKind(
    one="price list",
    module="priceLists",
    records=PriceLists(),
    body=PriceListBody(),
    record=answer_of(PriceListBody, entries=answers.Many(PriceListEntry)),
    row=row_of(PriceListBody, Dated, "entries"),
    listing=by_creation("name", ACTIVE, searched={"name": "the name"}),
    about="Prices that a customer gets instead of the items' own.",
    says={
        "list": "Without entries.",
        "update": KEEPS + "`entries`, where sent, replace the whole set.",
        "delete": "It prices nothing any more.",
    },
    words={
        "effectiveFrom": "The first day on which the list is in force.",
        "effectiveTo": "The last day on which the list is in force.",
    },
    example={"name": "Wholesale", "type": "SELLING", "effectiveFrom": "2026-04-01"},
)
