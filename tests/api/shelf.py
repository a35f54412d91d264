"""An organization with seven records in every list, of which several share a name, a date or a moment."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from psycopg import sql

from app.importing import file_kinds as imported
from app.importing.entries import Entry
from app.importing.loading import act_for_the_organization, load
from app.lists.listing import Sort
from app.master_data.declaration import MasterDataKind
from app.master_data.kinds import KINDS
from app.postgres.database import Transaction
from app.wire import to_json
from tests.api import samples
from tests.api.kinds import LISTS
from tests.api.recurring import FAR
from tests.selling import LATER, PAST, VENDOR
from tests.service import Client, Service

Body = dict[str, Any]

MANY = 7
LEDGERS = {"customer_ledger": "customers", "vendor_ledger": "vendors"}
TABLES = [kind for kind in LISTS if kind not in {*LEDGERS, "inventory"}]

WORK = {"description": "Work", "quantity": 1, "rate": 100}
SERIES = ("QUOTE", "SALES_ORDER", "BILL", "CREDIT_NOTE", "DEBIT_NOTE", "PURCHASE_ORDER", "PAYMENT_MADE")


def path_of(kind: str) -> str:
    """`tax_rates` -> `/tax-rates`."""
    return "/" + kind.replace("_", "-")


def sorted_list(kind: str, sort: Sort) -> str:
    """The path and query of a list in an order: `/tax-rates?sort=updatedAt`."""
    return f"{path_of(kind)}?sort={sort.word}"


def key(row: Body) -> str:
    """Return the key of a row: its id, or the vendor's id in a vendor's ledger."""
    return str(row.get("id") or row["vendorId"])


def moment(text: str) -> datetime:
    """A moment as the wire has it."""
    return datetime.fromisoformat(text)


class Shelf:
    """The organization and what it has: the rows of every list in the order that the list comes in."""

    def __init__(self, service: Service, **settings: Any) -> None:
        self.service = service
        self.org: Client = service.organization(**settings)
        self.made: set[str] = set()
        self.customers = [self.make("customers", n, displayName=f"Name {n % 4}") for n in range(MANY)]
        self.vendors = [self.make("vendors", n, displayName=f"Name {n % 4}", **VENDOR) for n in range(MANY)]
        for n in range(MANY):
            self._settings(n)
            self._goods(n)
        for n in range(MANY):
            self._documents(n)
        for kind in KINDS:
            if kind.name not in self.made:
                self._of_samples(kind)
        share_times(service, self.org)

    def make(self, kind: str, n: int, **body: Any) -> str:
        """A record's id; every third is not active, of a kind that can be, and every second is called something."""
        self.made.add(kind)
        filters = {filter.name for filter in LISTS[kind].filters}
        facts = {"isActive": n % 3 != 2} if "isActive" in filters else {}
        facts |= called(n) if "externalReference" in filters else {}
        record = self.org.make(path_of(kind), facts | body)
        return str(record["id"])

    def rows(self, kind: str, query: str = "") -> list[Body]:
        """All rows that a query finds, on one page."""
        answer = self.org.get(f"{path_of(kind)}?limit=200&{query}")
        assert answer.status_int == 200, answer.text
        assert answer.json["meta"]["total"] == len(answer.json["data"])
        assert answer.json["meta"]["nextCursor"] is None
        return list(answer.json["data"])

    def _settings(self, n: int) -> None:
        name = f"Name {n % 4}"
        self.make("item_groups", n, name=name, sortOrder=n % 3)
        self.make("tax_rates", n, name=name, ratePercent=n)
        self.make("currencies", n, code=f"AA{'ABCDEFG'[n]}", name=name, symbol="$", exchangeRate=1)
        self.make("payment_terms", n, name=name, days=n)
        bank = {"bankName": "", "accountNumber": "", "ifscCode": ""}
        self.make("accounts", n, accountName=name, accountType="CASH", **bank)
        self.make("price_lists", n, name=name, type="SELLING")
        self.make("number_series", n, docType=SERIES[n])

    def _of_samples(self, kind: MasterDataKind) -> None:
        by_name = next(sort.word for sort in kind.listing.sorts if sort.statement == "by_name")
        own = {constraint.field for constraint in kind.constraints}
        for n in range(MANY):
            name = {} if by_name in own else {by_name: f"Name {n % 4}"}
            body = samples.body_of(self.org, kind.path) | name
            body.pop("isActive", None)
            self.make(kind.name, n, **body)

    def _goods(self, n: int) -> None:
        item = self.make("items", n, name=f"Name {n % 4}", trackInventory=True)
        owner = self.customers[n % 2]
        contact = self.make(
            "customer_contacts",
            n,
            customerId=owner,
            name=f"Name {n % 4}",
            email=None,
            phone=None,
            roleLabel=None,
        )
        if n % 3 == 2:
            self.org.delete(f"/customer-contacts/{contact}")
        sold = [{"itemId": item, "quantity": 1, "rate": 1}]
        self.invoice(n, lines=sold, status="SENT")

    def invoice(self, n: int, **body: Any) -> str:
        """An invoice of one of two customers, on one of three days."""
        facts = {
            "customerId": self.customers[n % 2],
            "invoiceDate": day(n),
            "dueDate": LATER,
            "lines": [WORK],
        } | body
        return str(self.org.make("/invoices", facts)["id"])

    def _documents(self, n: int) -> None:
        customer, vendor = self.customers[n % 2], self.vendors[n % 2]
        self.make("expenses", n, vendorId=vendor, category="Travel", expenseDate=day(n), amount=1)
        self.invoice(n, status="SENT" if n % 2 else "DRAFT", dueDate=PAST if n % 3 else LATER, **called(n))
        self._settled(n)
        again = {"frequency": "MONTHLY", "startDate": FAR, "isPaused": n % 3 == 2, "lines": [WORK]}
        self.make("recurring_invoices", n, customerId=self.customers[n % 5], **again)
        written = {"lines": [WORK]} | called(n)
        sold, bought = {"customerId": customer} | written, {"vendorId": vendor} | written
        quoted = ("DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED")[n % 5]
        self.load("quotes", sold | {"quoteDate": day(n), "status": quoted})
        ordered = ("DRAFT", "CONFIRMED", "CLOSED", "VOID")[n % 4]
        self.load("sales-orders", sold | {"orderDate": day(n), "status": ordered})
        wanted = ("DRAFT", "ISSUED", "CLOSED", "VOID")[n % 4]
        self.load("purchase-orders", bought | {"orderDate": day(n), "status": wanted})
        noted = ("DRAFT", "OPEN", "VOID")[n % 3]
        self.load("credit-notes", sold | {"creditNoteDate": day(n), "status": noted})
        self.load("debit-notes", bought | {"debitNoteDate": day(n), "status": noted})
        billed = ("DRAFT", "OPEN", "VOID")[n % 3]
        due = PAST if n % 2 else LATER
        self.load("bills", bought | {"billDate": day(n), "status": billed, "dueDate": due})

    def _settled(self, n: int) -> None:
        """An invoice that is paid, in part or whole, or void, and the payment."""
        invoice = self.invoice(n, status="SENT")
        if n % 3 == 2:
            self.org.post(f"/invoices/{invoice}/void")
        owed = [] if n % 3 == 2 else [{"invoiceId": invoice, "amount": 100 if n % 3 else 40}]
        paid = {"customerId": self.customers[n % 2], "paymentDate": day(n), "amount": 100}
        self.org.make("/payments-received", paid | {"allocations": owed} | called(n))
        spent = {"vendorId": self.vendors[n % 2], "paymentDate": day(n), "amount": n + 1}
        self.org.make("/payments-made", spent | called(n))

    def load(self, kind: str, document: Body) -> None:
        """Import a document."""

        def work(tx: Transaction) -> None:
            tx.enter(self.org.organization_id)
            act_for_the_organization(tx)
            load(tx, imported.FILE_KINDS[kind], [to_json(document)], told)

        def told(entry: Entry) -> None:
            assert entry.is_good, entry.faults

        self.service.owner.run_as_owner(work)


def called(n: int) -> Body:
    """Return the external reference of a record; every second record has one."""
    return {"externalReference": f"WEB/{n}"} if n % 2 else {}


def day(n: int) -> str:
    """Return one of three days."""
    return f"2026-05-0{2 + n % 3}"


def share_times(service: Service, org: Client) -> None:
    """Give records the same times by threes, the next three a millionth of a second later."""
    with psycopg.connect(service.url) as connection:
        connection.execute("SELECT set_config('app.organization_id', %s, true)", [org.organization_id])
        for kind in [*TABLES, "stock_positions"]:
            table = sql.Identifier(kind)
            found = connection.execute(sql.SQL(_IDS).format(table), [org.organization_id]).fetchall()
            ranks = range(1, len(found) + 1)
            times = {
                "ids": [id for (id,) in found],
                "made": [_TIME + timedelta(microseconds=rank // 3) for rank in ranks],
                "updated": [_TIME + timedelta(microseconds=rank * 5 % 7 // 3) for rank in ranks],
            }
            statement = _UPDATED if kind == "stock_positions" else _MADE_AND_UPDATED
            connection.execute(sql.SQL(statement).format(table), times | {"org": org.organization_id})


_TIME = datetime(2026, 5, 4, 10, 0, 0, 999998, UTC)
_IDS = "SELECT id FROM {} WHERE organization_id = %s ORDER BY id"
# The times are worked out before: Citus asks no function for each row that is changed.
_UPDATED = (
    "UPDATE {} t SET updated_at = r.updated "
    "FROM unnest(%(ids)s::text[], %(made)s::timestamptz[], %(updated)s::timestamptz[]) AS r (id, made, updated) "
    "WHERE t.organization_id = %(org)s AND t.id = r.id"
)
_MADE_AND_UPDATED = _UPDATED.replace("SET ", "SET created_at = r.made, ")
