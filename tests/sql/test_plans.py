"""Plans of the statements of sales among many invoices: none reads a whole table."""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import psycopg
import pytest
from psycopg import sql

from app.postgres.queries import load
from app.postgres.statements import Call, SqlText, message, sendable
from tests.conftest import fresh_database
from tests.reliability.sizes import FULL, PLANNED_INVOICES
from tests.service import FIXTURES
from tests.sql.plans import nodes

pytestmark = pytest.mark.slow

FAMILIES = (
    "invoices",
    "payments_received",
    "stock",
    "numbering",
    "idempotency",
    "printing",
    "share_links",
    "mails",
)
STATEMENTS = [
    name
    for name, text in load().items()
    if name.split(".")[0] in FAMILIES and not name.endswith("make_series")
]
BIG = {
    "invoices",
    "invoice_lines",
    "payments_received",
    "payment_allocations",
    "inventory_movements",
    "stock_positions",
    "idempotency_keys",
    "customers",
    "items",
    "item_variants",
    "share_links",
    "invoice_views",
    "mails",
}
ORGANIZATIONS = 100 if FULL else 20

INVOICE, LINE, PAYMENT = "inv_7_3", "inl_7_3_0", "pmt_7_3"
ONE: dict[str, Any] = {
    "id": INVOICE,
    "customer_id": "cus_7_3",
    "payment_id": PAYMENT,
    "price_list_id": None,
    "record_id": INVOICE,
    "token_hash": hashlib.sha256(INVOICE.encode()).hexdigest(),
    "kind": "invoice",
    "now": "2026-05-01T12:00:00Z",
    "recipients": ["a@example.com"],
    "copies": [],
    "seller_registration_id": None,
    "salesperson_id": "usr_7",
    "warehouse_id": "whs_7",
    "day": "2026-05-01",
    "invoice_date": "2026-05-01",
    "due_date": "2026-05-31",
    "payment_date": "2026-05-01",
    "limit": 50,
    "most": 1001,
    "from_day": "2026-04-01",
    "to_day": "2026-06-30",
    "offset": 0,
    "q": "%77%",
    "found": [PAYMENT],
    "doc_type": "INVOICE",
    "currency_code": "INR",
    "operation": "/api/v1/invoices",
    "key": "key-7-3",
    "request_hash": "x",
    "reply": "{}",
    "status": "SENT",
    "mode": "CASH",
    "fiscal_year": 2026,
    "item_ids": ["itm_7_3"],
    "item_variant_ids": ["var_7_3"],
    "warehouse_ids": ["whs_7"],
    "ids": ["new_1"],
    "invoice_ids": [INVOICE],
    "payment_ids": [PAYMENT],
    "amounts": [Decimal("1.00")],
    "amount": Decimal("1.00"),
    "buyer": "{}",
    "scheme_ids": "[]",
    "lines": json.dumps([{"id": "new_1", "item_id": "itm_7_3", "quantity": "1", "rate": "1"}]),
    "movements": json.dumps([{"id": "new_1", "item_variant_id": "var_7_3", "warehouse_id": "whs_7"}]),
    "positions": json.dumps([{"item_variant_id": "var_7_3", "warehouse_id": "whs_7"}]),
}
# The `id` of a statement of another family than its records'.
PAYMENTS_OWN = {"get", "allocations", "owner", "lock", "settled_by", "delete"}


@pytest.fixture(scope="module")
def loaded(server_url: str, worker_id: str) -> Iterator[psycopg.Connection]:
    """A database with many invoices; a connection of the service's role, in one of its organizations."""
    for url in fresh_database(server_url, f"plans_{worker_id}_{os.getpid()}"):
        with psycopg.connect(url, autocommit=True) as owner:
            fill(owner, PLANNED_INVOICES)
        with psycopg.connect(url) as connection:
            connection.execute("SET LOCAL ROLE invoicing_app")
            connection.execute("SELECT set_config('app.organization_id', 'org_7', true)")
            yield connection
            connection.rollback()


def fill(owner: psycopg.Connection, invoices: int) -> None:
    """ORGANIZATIONS with `invoices` between them, 2 lines and 2 movements each, and a payment for three in ten."""
    rows = load(FIXTURES)
    size = {"organizations": ORGANIZATIONS, "each": invoices // ORGANIZATIONS}
    with owner.transaction():
        tables = owner.execute("SELECT table_name FROM trail_tables").fetchall()
        names = [sql.Identifier(table) for (table,) in tables]
        # Neither a trail nor foreign keys: the rows are only there to be many.
        for name in names:
            owner.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(name))
        for query, text in rows.items():
            if query.startswith("many."):
                owner.execute(text.encode(), size)
        for name in names:
            owner.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER ALL").format(name))
    owner.execute("VACUUM ANALYZE")


def parameters(name: str) -> dict[str, Any]:
    family, statement = name.split(".")
    own: dict[str, Any] = {"status": 201} if family == "idempotency" else {}
    if family == "payments_received" and statement in PAYMENTS_OWN:
        own = {"id": PAYMENT}
    named = set(re.findall(r"%\((\w+)\)s", load()[name]))
    return {"organization_id": "org_7", "user_id": "usr_7"} | {
        field: (ONE | own).get(field) for field in named - {"organization_id", "user_id"}
    }


def plan_of(connection: psycopg.Connection, name: str, **other: Any) -> list[dict[str, Any]]:
    statement = f"EXPLAIN (FORMAT JSON) {load()[name]}".encode()
    with connection.transaction():
        row = connection.execute(statement, parameters(name) | other).fetchone()
    assert row
    return list(nodes(row[0][0]["Plan"]))


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_statement_reads_no_big_table_as_a_whole(name: str, loaded: psycopg.Connection) -> None:
    read_whole = {n["Relation Name"] for n in plan_of(loaded, name) if n["Node Type"] == "Seq Scan"}
    assert read_whole & BIG == set()


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_statement_finds_its_rows_by_its_organization(name: str, loaded: psycopg.Connection) -> None:
    for node in plan_of(loaded, name):
        if (
            node["Node Type"] in ("Index Scan", "Index Only Scan", "Bitmap Index Scan")
            and "Index Cond" in node
        ):
            table = node.get("Relation Name")
            if table in BIG:
                assert "organization_id" in node["Index Cond"] or "current_setting" in node["Index Cond"], (
                    node
                )


@pytest.mark.parametrize("name", ["invoices.list", "payments_received.list"])
def test_a_page_of_a_list_is_read_in_its_order_and_not_sorted(name: str, loaded: psycopg.Connection) -> None:
    assert not [n for n in plan_of(loaded, name, q=None) if n["Node Type"] in ("Sort", "Incremental Sort")]


# Where an index leads to what is chosen from a list, and in which order it comes.
PLACE = {"after_day": "2024-06-01", "after_created_at": "2026-01-01Z", "after_id": "inv_7_3"}
CHANGE = {"after_updated_at": "2026-01-01Z", "after_id": "inv_7_3"}
# A month of a registration, of which a return is made.
MONTH = {"first": "2024-05-01", "last": "2024-05-31", "gstin": "27AAPFU0939F1ZV", "most": 1000}
DAYS = {"from_day": "2024-05-01", "to_day": "2024-05-31"}
CHOSEN: list[tuple[str, dict[str, Any], str]] = [
    ("gst_returns.invoices", MONTH | PLACE | {"after_day": "2024-05-15"}, "invoices_by_date"),
    ("gst_returns.books_of_invoices", MONTH, "invoices_by_date"),
    ("gst_returns.invoice_lines", {"ids": [INVOICE]}, "invoice_lines_in_order"),
    ("gst_returns.advances_used", MONTH, "payments_received_advances"),
    ("gst_returns.of_no_registration", MONTH, "invoices_by_date"),
    ("gst_returns.bills", MONTH, "bills_by_date"),
    *((f"reports.sales_by_{by}", DAYS, "invoices_by_date") for by in ("customer", "item", "day", "month")),
    ("reports.hsn", DAYS, "invoices_by_date"),
    ("reports.tds", DAYS, "payments_received_by_date"),
    ("reports.msme_dues", {"as_of": "2024-05-31"}, "bills_unpaid"),
    # Seven in ten are open here. Where few are, invoices_by_status leads to them.
    ("reports.receivables", {}, "invoices_by_customer"),
    ("invoices.latest", {}, "invoices_by_date"),
    ("invoices.latest", PLACE, "invoices_by_date"),
    ("invoices.earliest", PLACE, "invoices_by_date"),
    ("invoices.latest", {"from_day": "2024-05-01", "to_day": "2024-05-31"}, "invoices_by_date"),
    ("invoices.by_update", {}, "invoices_by_update"),
    ("invoices.by_update", CHANGE, "invoices_by_update"),
    ("invoices.by_update", {"updated_since": "2026-01-01Z"}, "invoices_by_update"),
    ("invoices.latest", {"status": "DRAFT"}, "invoices_by_status"),
    ("invoices.latest", {"status": "OVERDUE"}, "invoices_by_status"),
    ("invoices.latest", {"status": "VOID"} | PLACE, "invoices_by_status"),
    ("invoices.count_chosen", {"status": "DRAFT"}, "invoices_by_status"),
    ("invoices.latest", {"customer_id": "cus_7_3"}, "invoices_by_customer"),
    ("invoices.latest", {"found": [INVOICE], "q": "%3%"}, "invoices_pkey"),
    ("invoices.count_chosen", {"found": [INVOICE], "q": "%3%"}, "invoices_pkey"),
    ("payments_received.latest", PLACE, "payments_received_by_date"),
    ("payments_received.by_update", CHANGE, "payments_received_by_update"),
    ("payments_received.latest", {"customer_id": "cus_7_3"}, "payments_received_by_customer"),
    ("payments_received.latest", {"found": [PAYMENT], "q": "%3%"}, "payments_received_pkey"),
    ("payments_received.count_chosen", {"found": [PAYMENT], "q": "%3%"}, "payments_received_pkey"),
]


@pytest.mark.parametrize(("name", "given", "index"), CHOSEN)
def test_what_is_chosen_from_a_list_is_found_by_an_index(
    name: str, given: dict[str, Any], index: str, loaded: psycopg.Connection
) -> None:
    nothing = dict.fromkeys(parameters(name).keys() - {"organization_id", "limit", "offset"})
    scans = {node["Index Name"] for node in plan_of(loaded, name, **nothing | given) if "Index Name" in node}
    # Of a customer's invoices the ledger's index may serve as well.
    assert index in scans or (index == "invoices_by_customer" and "invoices_in_ledger" in scans)


def test_a_whole_table_that_is_read_would_be_seen(loaded: psycopg.Connection) -> None:
    row = loaded.execute(
        "EXPLAIN (FORMAT JSON) SELECT * FROM invoices WHERE notes = 'x' OR total > 0"
    ).fetchone()
    assert row
    assert {n.get("Relation Name") for n in nodes(row[0][0]["Plan"])} >= {"invoices"}


# Where documents of each kind have their numbers.
NUMBERED = {
    "QUOTE": "quotes",
    "SALES_ORDER": "sales_orders",
    "INVOICE": "invoices",
    "PAYMENT_RECEIVED": "payments_received",
    "PURCHASE_ORDER": "purchase_orders",
    "BILL": "bills",
    "PAYMENT_MADE": "payments_made",
    "EXPENSE": "expenses",
    "CREDIT_NOTE": "credit_notes",
    "DEBIT_NOTE": "debit_notes",
    "DEBIT_ADJUSTMENT": None,
    "CREDIT_ADJUSTMENT": None,
}


@pytest.mark.parametrize("doc_type", NUMBERED)
def test_years_with_numbers_are_looked_for_in_the_table_of_their_kind_only(
    doc_type: str, loaded: psycopg.Connection
) -> None:
    plan = counting_each_year(loaded, doc_type)
    tables = set(NUMBERED.values()) - {None}
    numbered = {node["Relation Name"]: node for node in plan if node.get("Relation Name") in tables}
    assert numbered.keys() == tables
    run = {table for table, node in numbered.items() if node["Actual Loops"]}
    assert run == {NUMBERED[doc_type]} - {None}
    assert not [table for table in run & BIG if numbered[table]["Node Type"] == "Seq Scan"]


def counting_each_year(connection: psycopg.Connection, doc_type: str) -> list[dict[str, Any]]:
    """The plan of the statement as a request has it, planned once for every kind, and what was run of it."""
    ways = sendable("number_series.count_each_year", load()["number_series.count_each_year"])
    values = {"organization_id": "org_7", "doc_type": doc_type, "kind": doc_type, "running_year": 2026}
    explained = SqlText(b"EXPLAIN (ANALYZE, FORMAT JSON) " + ways.execute.text, ways.execute.names)
    asked, given = message([Call(explained, values)])
    with connection.transaction(force_rollback=True):
        # Without a counter of all years nothing would be looked for.
        connection.execute("INSERT INTO number_counters VALUES ('org_7', %s, 0, 5, 4)", [doc_type])
        connection.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        connection.execute(ways.prepare)
        row = psycopg.ClientCursor(connection).execute(asked, given).fetchone()
        connection.execute("DEALLOCATE ALL")
    assert row
    return list(nodes(row[0][0]["Plan"]))
