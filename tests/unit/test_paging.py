"""Pages far in, where rows come and go between asking how many there are and reading them."""

from typing import Any, cast

from app.lists.catalogue import LISTINGS
from app.lists.listing import ListQuery
from app.lists.paging import read_page
from app.postgres.database import Row, Transaction


class Vanishing:
    """A transaction in which a list is counted, and then has no rows left."""

    def records_of_all(self, *asked: Any, replan: bool = False) -> list[list[Row]]:
        return [[{"total": 5_000}] if query.endswith("count") else [] for query, _ in asked]

    fetch_and_commit = records_of_all


def test_rows_that_went_meanwhile_leave_an_empty_last_page() -> None:
    asked = ListQuery(LISTINGS["customers"].sorts[0], page=20, limit=100)
    page = read_page(cast(Transaction, Vanishing()), "customers", asked)
    assert (page.rows, page.total, page.cursor) == ([], 5_000, None)
