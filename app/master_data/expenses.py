"""Expenses: numbered from the organization's series as they are created."""

from app.master_data.records import Records, refuse_dangling
from app.numbering.series import stay_in_year, take_number
from app.postgres.database import Row, Transaction


class Expenses(Records):
    """Expenses. The number stays, and the date in its fiscal year."""

    def __init__(self) -> None:
        super().__init__("expenses", "exp")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert an expense under the next number of its date's fiscal year."""
        refuse_dangling(tx, self.kind, body, ["vendor_id"])
        number = take_number(tx, "EXPENSE", body["expense_date"])
        return super().create(tx, body | {"expense_number": number.text, "fiscal_year": number.fiscal_year})

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change an expense."""
        refuse_dangling(tx, self.kind, body, ["vendor_id"], current)
        stay_in_year(tx, current, body, "expense_date", "delete the expense and enter another")
        super().change(tx, current, body)
