"""The fixed data set: organizations that sell goods, one of which has invoices to be read. Made through the import."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.identity import organizations, tokens
from app.identity.roles import BUILT_IN
from app.ids import new_id
from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import load
from app.operators.people import set_membership
from app.postgres.cluster import open_database
from app.postgres.database import Row, Transaction
from app.postgres.queries import load as load_queries
from app.wire import Json, to_json

QUERIES = Path(__file__).parent / "sql"
DAY = "2026-05-04"
LATER = "2999-12-31"
LINES = 5
# Groups of goods that are sold together: invoices of different groups do not wait for each other's stock.
GROUPS = 8


@dataclass(frozen=True)
class Shop:
    """An organization with a token and the facts that a floor needs. `positions` are LINES to a group."""

    id: str
    token: str
    customer_id: str
    positions: Sequence[Row]
    invoice_ids: Sequence[str]

    def group(self, number: int) -> Sequence[Row]:
        """Return the goods of a group: item, variant and warehouse of each."""
        return self.positions[number * LINES : (number + 1) * LINES]

    def bodies(self) -> list[Json]:
        """Return the body of an invoice for each group."""
        return [_invoice(self.customer_id, [row["item_id"] for row in self.group(n)]) for n in range(GROUPS)]


def open_shops(url: str, count: int, invoices: int, *, distributed: bool = False) -> list[Shop]:
    """Make so many organizations; each has one invoice, and the first so many more. distributed: on a cluster."""
    with closing(open_database(url, pooled=distributed, distributed=distributed, pool_size=1)) as database:
        database.queries |= load_queries(QUERIES)
        user_id = new_id("usr")
        database.run_as_owner(lambda tx: tx.execute("shop.insert_user", id=user_id))
        # The work begins again on the node that holds the organization: it is the same one then.
        return [
            database.run_as_owner(partial(_open, new_id("org"), user_id, n, 1 if n else invoices))
            for n in range(count)
        ]


def _open(id: str, user_id: str, number: int, invoices: int, tx: Transaction) -> Shop:
    tx.enter(id, user_id=user_id)
    organizations.create(tx, **_PROFILE, slug=f"bench-{number}")
    set_membership(tx, user_id, next(iter(BUILT_IN)))
    _, token = tokens.issue(tx, user_id, ["full"], expires_at=None)
    load_into(tx, "warehouses", [{"code": "MAIN", "name": "Main"}])
    (customer_id,) = load_into(
        tx, "customers", [{"displayName": "Acme Fittings", "gstin": "27AAPFU0939F1ZV"}]
    )
    items = load_into(tx, "items", [_item(n) for n in range(GROUPS * LINES)])
    load_into(tx, "stock", [{"itemId": item, "quantity": 1_000_000, "unitCost": 80} for item in items])
    positions = tx.all("shop.positions")
    shop = Shop(id, token, customer_id, positions, [])
    bodies = shop.bodies()
    made = load_into(tx, "invoices", (bodies[n % GROUPS] for n in range(invoices)))
    return Shop(id, token, customer_id, positions, made)


_PROFILE: Json = {
    "name": "Bench Hardware",
    "legal_name": "Bench Hardware",
    "gstin": "27AAPFU0939F1ZV",
    "state_code": "27",
    "currency": "INR",
    "time_zone": "Asia/Kolkata",
    "round_off": False,
    "prices_include_tax": False,
    "address": "12 Main Road\nPune 411001",
    "phone": None,
    "email": None,
    "upi_id": None,
    "logo": None,
    "bank": None,
}


def _item(number: int) -> Json:
    return {
        "name": f"Brass hinge {number} mm",
        "hsnOrSac": "8302",
        "sellingPrice": 120,
        "trackInventory": True,
    }


def _invoice(customer_id: str, item_ids: Sequence[str]) -> Json:
    lines = [{"itemId": id, "quantity": 2} for id in item_ids]
    return {"customerId": customer_id, "invoiceDate": DAY, "dueDate": LATER, "status": "SENT", "lines": lines}


def load_into(tx: Transaction, kind: str, bodies: Iterable[Json]) -> list[str]:
    """Import bodies of a kind into the transaction's organization; return the ids of the records."""
    ids: list[str] = []

    def tell(entry: Entry) -> None:
        if not entry.is_good:
            raise RuntimeError(f"{kind}: {entry.faults}")
        ids.append(entry.result["id"])

    load(tx, FILE_KINDS[kind], map(to_json, bodies), tell)
    return ids
