"""Sales that ledgers show, and the entries of a ledger."""

from typing import Any

from tests.selling import Body, line, sent
from tests.service import Client


def owed(org: Client, customer_id: str, total: float, **fields: Any) -> Body:
    """A sent invoice of one line without tax."""
    return sent(org, customer_id, line(rate=total), **fields)


def figures(read: Body) -> list[tuple[Any, ...]]:
    """Each entry's type, debit, credit and balance."""
    return [(e["type"], e["debit"], e["credit"], e["balance"]) for e in read["entries"]]


def ledger(org: Client, customer_id: str, window: str = "") -> Body:
    """The ledger of a customer; `window` is a query of the days that it shows."""
    read: Body = org.read(f"/customer-ledger/{customer_id}{window}")
    return read
