"""The books as plain figures: what documents and stock must come to, worked out without the service."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol, TypeVar

from tests.reliability.model_documents import Refused
from tests.reliability.model_purchases import Purchases
from tests.reliability.model_sales import Sales
from tests.reliability.model_stock import Count, Pile


class Identified(Protocol):
    """A dated record that has an id once the service has stored it."""

    id: str
    day: str


D = TypeVar("D", bound=Identified)


@dataclass
class Ledger:
    """The model of all books: sales, purchases and stock."""

    sales: Sales
    purchases: Purchases
    piles: dict[str, Pile]

    def count(self, count: Count) -> None:
        """Apply a count of the stock."""
        count.change(self.piles[count.item])

    def refusal(self, documents: Sequence[D], enter: Callable[["Ledger", D], None]) -> tuple[int, str] | None:
        """Return the first document of a file to be refused (from 1) and its field; None where all are good.

        Nothing is changed.
        """
        trial, tried = copy.deepcopy((self, documents))
        for place, document in enumerate(tried, 1):
            document.id = f"new {place}"
            try:
                enter(trial, document)
            except Refused as refused:
                return place, refused.field
        return None


def ledger_of(customers: dict[str, Decimal], vendors: dict[str, Decimal], items: Sequence[str]) -> Ledger:
    """The books of a beginning: customers and vendors with what they come with, and items without goods."""
    piles = {item: Pile() for item in items}
    sales = Sales(owed=dict(customers), opening=dict(customers), piles=piles)
    return Ledger(sales, Purchases(owed=dict(vendors), piles=piles), piles)
