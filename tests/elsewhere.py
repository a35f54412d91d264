"""Documents that the API does not make: credit notes, bills, payments made and debit notes of one organization."""

import itertools
from typing import Any

from app.ids import new_id
from tests.selling import DAY, LATER
from tests.service import Client, Service

_numbers = itertools.count(1)


class Elsewhere:
    """Makes them as the owner of the tables (tests/queries/documents.sql): one line each, no tax."""

    def __init__(self, service: Service, org: Client) -> None:
        self.service = service
        self.org = org

    def credit_note(self, customer_id: str, total: float, **fields: Any) -> str:
        """An open credit note; its id."""
        return self._make("credit_note", "cn", customer_id, total, fields)

    def bill(self, vendor_id: str, total: float, **fields: Any) -> str:
        """An open bill; its id."""
        return self._make("bill", "bl", vendor_id, total, {"due_date": LATER} | fields)

    def payment_made(self, vendor_id: str, total: float, **fields: Any) -> str:
        """A payment to a vendor; its id."""
        return self._make("payment_made", "pm", vendor_id, total, {"mode": "UPI"} | fields)

    def debit_note(self, vendor_id: str, total: float, **fields: Any) -> str:
        """An open debit note; its id."""
        return self._make("debit_note", "dn", vendor_id, total, fields)

    def apply(self, kind: str, id: str, document_id: str, amount: float) -> None:
        """Settle an invoice or a bill with a document of that kind."""
        self.execute(f"apply_{kind}", id=new_id("all"), note_id=id, document_id=document_id, amount=amount)

    def _make(self, kind: str, prefix: str, party_id: str, total: float, fields: dict[str, Any]) -> str:
        id = new_id(prefix)
        facts = {
            "id": id,
            "party_id": party_id,
            "total": total,
            "number": f"{prefix.upper()}-{next(_numbers)}",
            "day": DAY,
            "status": "OPEN",
            "currency_code": "INR",
            "exchange_rate": 1,
        }
        self.execute(kind, **facts | fields)
        return id

    def execute(self, query: str, **params: Any) -> None:
        """Run a statement of tests/queries/documents.sql."""
        self.service.as_owner(self.org, lambda tx: tx.execute(f"documents.{query}", **params))
