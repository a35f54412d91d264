"""Pages far in, where rows come and go between asking how many there are and reading them."""

from typing import Any, cast

from app.database import Row, Transaction
from app.listing import Asked
from app.listings import LISTINGS
from app.paging import read_page


class Vanishing:
    """A transaction in which a list is counted, and then has no rows left."""

    def records_together(self, *asked: Any, anew: bool = False) -> list[list[Row]]:
        return [[{"total": 5_000}] if query.endswith("count") else [] for query, _ in asked]

    records_at_the_end = records_together


def test_rows_that_went_meanwhile_leave_an_empty_last_page() -> None:
    asked = Asked(LISTINGS["customers"].sorts[0], page=20, limit=100)
    page = read_page(cast(Transaction, Vanishing()), "customers", asked)
    assert (page.rows, page.total, page.cursor) == ([], 5_000, None)
