"""A demonstration with two trails: triggers keep whole copies of rows beside it, as before migration 0024."""

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
from psycopg import sql

from app.config import ROOT, Settings
from resources.api import create_app
from tests.operators.commands import Operator
from tests.service import Client, Service

SLUG = "demo"
COPYING = (ROOT / "sql" / "migrations" / "0001_tenancy_and_audit.sql").read_text(encoding="utf-8")
AUDIT_ROW = re.search(r"CREATE FUNCTION audit_row\(\).*?END \$\$;", COPYING, re.DOTALL)
TOLD = ("tableName", "recordId", "operation", "userId", "tokenId", "requestId", "before", "after")


def demonstrate(url: str) -> Operator:
    """Make a year of books in an empty database, with a draft that is edited and sent, one that is deleted, and an
    organization that is changed twice."""
    with psycopg.connect(url, autocommit=True) as connection:
        keep_copies(connection)
    operator = Operator(url)
    token = operator.make("demo", "--org", SLUG)["token"]
    with_a_draft(url, token)
    operator.make("org", "update", "--slug", SLUG, "--phone", "1")
    operator.make("org", "update", "--slug", SLUG, "--phone", "2")
    return operator


def with_a_draft(url: str, token: str) -> None:
    """Edit a draft, so that its lines are replaced, and send it; delete another one."""
    service = Service(create_app(Settings(url)), url)
    caller = Client(service.app, token)
    line = {"description": "Glass", "quantity": 1, "rate": 40}
    customer = caller.read("/customers")[0]["id"]
    # The demonstration refuses a date before that of the last number.
    today = str(datetime.now(ZoneInfo("Asia/Kolkata")).date())
    body = {"customerId": customer, "invoiceDate": today, "status": "DRAFT", "lines": [line, line]}
    kept, gone = caller.make("/invoices", body), caller.make("/invoices", body)
    assert caller.patch(f"/invoices/{kept['id']}", body | {"lines": [line]}).status_int == 200
    assert caller.post(f"/invoices/{kept['id']}/send", **{"Idempotency-Key": "draft"}).status_int == 200
    assert caller.delete(f"/invoices/{gone['id']}").status_int == 200
    service.close()


def keep_copies(connection: psycopg.Connection) -> None:
    assert AUDIT_ROW
    connection.execute("CREATE TABLE copies (LIKE audit_copies INCLUDING ALL)")
    connection.execute("ALTER TABLE copies ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY")
    connection.execute(AUDIT_ROW[0].replace("INSERT INTO audit_log", "INSERT INTO copies").encode())
    tables = connection.execute("SELECT table_name, record_columns[1] FROM trail_tables").fetchall()
    make = (
        "CREATE TRIGGER copied AFTER INSERT OR UPDATE OR DELETE ON {}"
        " FOR EACH ROW EXECUTE FUNCTION audit_row({}, {})"
    )
    for table, column in tables:
        names = sql.Identifier(table), sql.Literal(table), sql.Literal(column)
        connection.execute(sql.SQL(make).format(*names))


def what_is_told(row: dict[str, Any]) -> str:
    """Return a change as text, without its number and moment."""
    told = [row[name] for name in TOLD]
    if row["tableName"] == "number_counters":
        told[1] = row["recordId"].split()[0]
    for copy in told[-2:]:
        (copy or {}).pop("made_in", None)
    return repr([sorted(part.items()) if isinstance(part, dict) else part for part in told])


def without_keys(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the trail but those of idempotency keys."""
    # A key is claimed without a reply and gets it in the same transaction: that is its beginning.
    return [row for row in rows if row["tableName"] != "idempotency_keys"]


def copies(url: str) -> list[dict[str, Any]]:
    query = """SELECT table_name AS "tableName", record_id AS "recordId", operation, user_id AS "userId",
                      token_id AS "tokenId", request_id AS "requestId", before, after
               FROM copies WHERE organization_id = (SELECT id FROM organizations WHERE slug = %s) ORDER BY id"""
    with psycopg.connect(url, row_factory=psycopg.rows.dict_row) as connection:
        return connection.execute(query.encode(), [SLUG]).fetchall()
