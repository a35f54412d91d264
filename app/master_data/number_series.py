"""Number series: what numbers look like, and where their counters stand."""

from app.errors import Invalid
from app.ids import new_id
from app.master_data.records import Records
from app.postgres.database import Row, Transaction


class NumberSeries(Records):
    """One live series for each kind of document.

    `nextNumber` is the counter of the fiscal year that runs today; a series that never resets has one counter
    for all years. Counters outlive their series and never go back over a number that was taken.
    """

    def __init__(self) -> None:
        super().__init__("number_series", "ser")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a series. It counts from `next_number`, else after the last number taken.

        The unique index answers when there is a series for the docType already: a Conflict.
        """
        series_id = new_id(self.prefix)
        tx.execute("number_series.insert", **body, id=series_id)
        if not body["reset_yearly"]:
            self._take_over(tx, body)
        self._set_next(tx, body)
        return series_id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a series. When `reset_yearly` changes, the numbers go on: other counters take over."""
        if body.get("doc_type", current["doc_type"]) != current["doc_type"]:
            raise Invalid([("docType", "Cannot be changed; delete this series and create another.")])
        series = current | body
        if series["reset_yearly"] != current["reset_yearly"]:
            self._take_over(tx, series)
        if "next_number" in body:
            self._set_next(tx, series)
        super().change(tx, current, body)

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark the series deleted; raises NotFound. The next one, which may reset, counts on."""
        current = self.lock(tx, id)
        super().delete(tx, id)
        if not current["reset_yearly"]:
            self._take_over(tx, current | {"reset_yearly": True})

    def _take_over(self, tx: Transaction, series: Row) -> None:
        statement = "count_each_year" if series["reset_yearly"] else "count_all_years"
        running = self._running_year(tx)
        tx.execute(f"number_series.{statement}", doc_type=series["doc_type"], running_year=running)

    def _set_next(self, tx: Transaction, series: Row) -> None:
        set_to = {
            "doc_type": series["doc_type"],
            "fiscal_year": self._running_year(tx) if series["reset_yearly"] else 0,
            "next_number": series["next_number"],
        }
        if tx.execute("number_series.set_next", **set_to) == 0:
            raise Invalid([("nextNumber", "Must be above the last number that was taken.")])

    def _running_year(self, tx: Transaction) -> int:
        row = tx.one("number_series.running_year")
        assert row is not None, "the tenant is an organization"  # noqa: S101 - true by the token's foreign key
        return int(row["fiscal_year"])
