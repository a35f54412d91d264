"""Limits of requests for each link, shared by all workers."""

from app.errors import RateLimited
from app.limits.rates import Rate
from app.limits.table import RateTable

# A minute. Each look is a write of one row, and each paper may have to be printed.
_PAGES = Rate("share-page", 60)
_PAPERS = Rate("share-paper", 20)
_MESSAGE = "This link was followed too often; try again in {} s."


class LinkLimits:
    """Counts the looks at the page of each link, and the papers that are fetched by it."""

    def __init__(self, table: RateTable) -> None:
        self._table = table

    def count_page(self, token_hash: str) -> None:
        """Count a look at the page. Raise RateLimited."""
        self._take(_PAGES, token_hash)

    def count_paper(self, token_hash: str) -> None:
        """Count a paper. Raise RateLimited."""
        self._take(_PAPERS, token_hash)

    def _take(self, rate: Rate, token_hash: str) -> None:
        refused, tat, now = self._table.take([(rate, f"{rate.name} {token_hash}".encode())])
        if refused:
            wait = rate.wait(tat, now)
            raise RateLimited(_MESSAGE.format(wait), retry_after=wait)
