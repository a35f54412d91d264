"""The trail of what was written through the API: one row for each row touched, and who did it."""

from typing import Any

import psycopg
import pytest
from psycopg import sql

from app.ids import new_id
from tests.api import samples
from tests.routes import OPERATIONS
from tests.service import Client, Service

WRITES = [
    name
    for name in OPERATIONS
    if not name.startswith("GET") and name not in samples.FORMS | samples.WRITES_NOTHING | samples.UNTRAILED
]
PATHS = {path for path in samples.BODIES if "{id}" not in path}
# How a table is called in the path, where that is not its own name.
TABLES = {path: path[1:].replace("-", "_") for path in PATHS}


def write(org: Client, name: str) -> tuple[Any, str]:
    """Do what the route does with a valid body; the answer and the request's id."""
    method, path = name.split()
    if "{id}" in path:
        id = samples.ready_for(org, name)
        sent, path = samples.sent_with(org, name, id), path.replace("{id}", id)
    else:
        sent = samples.body_of(org, path)
    request_id = new_id("req")
    answer = org.request(method, path, sent, {"X-Request-Id": request_id})
    assert answer.status_int in (200, 201), answer.text
    return answer, request_id


def trail(service: Service, org: Client, request_id: str) -> list[dict[str, Any]]:
    return service.as_owner(org, lambda tx: tx.all("guards.audit_of_request", request_id=request_id))


def rows_written_by(service: Service, transaction: str) -> dict[str, int]:
    """For each table that keeps a trail, how many live rows were written last by a transaction."""
    one = sql.SQL("SELECT {name} AS name, count(*) AS n FROM {table} WHERE xmin = {transaction}::text::xid")
    with psycopg.connect(service.url) as connection:
        tables = connection.execute("SELECT table_name FROM trail_tables").fetchall()
        counts = [
            one.format(
                name=sql.Literal(name), table=sql.Identifier(name), transaction=sql.Literal(transaction)
            )
            for (name,) in tables
        ]
        found = connection.execute(sql.SQL(" UNION ALL ").join(counts)).fetchall()
    return {table: count for table, count in found if count}


@pytest.mark.parametrize("name", WRITES)
def test_a_write_leaves_one_row_of_the_trail_for_each_row_it_touches(
    name: str, org: Client, service: Service
) -> None:
    _, request_id = write(org, name)
    entries = trail(service, org, request_id)
    assert entries
    for entry in entries:
        assert (entry["organization_id"], entry["user_id"]) == (org.organization_id, org.user_id)
        assert entry["token_id"] == org.token_id
        assert (entry["before"] is None) == (entry["operation"] == "INSERT")
        assert (entry["after"] is None) == (entry["operation"] == "DELETE")
    (transaction,) = {entry["transaction"] for entry in entries}
    # A stock position is opened empty before goods move, which is two steps of one row.
    touched = [(e["table_name"], e["record_id"], e["operation"]) for e in entries]
    touched = [t for t in touched if t[::2] != ("stock_positions", "INSERT")]
    assert len({row[:2] for row in touched}) == len(touched)
    kept = [table for table, _, operation in touched if operation != "DELETE"]
    assert {table: kept.count(table) for table in kept} == rows_written_by(service, transaction)


@pytest.mark.parametrize("path", sorted(PATHS))
def test_the_trail_tells_what_a_record_was_and_became(path: str, org: Client, service: Service) -> None:
    answer, created = write(org, f"POST {path}")
    id = answer.json["data"]["id"]
    (entry,) = [entry for entry in trail(service, org, created) if entry["record_id"] == id]
    assert (entry["table_name"], entry["operation"]) == (TABLES[path], "INSERT")
    assert entry["after"]["id"] == id
    assert entry["after"]["organization_id"] == org.organization_id
    if f"PATCH {path}/{{id}}" not in OPERATIONS:
        return
    key = "notes" if "notes" in answer.json["data"] else "name"
    changed = new_id("req")
    body = org.read(f"{path}/{id}")
    new = {field: body[field] for field in samples.BODIES[path](org) if field in body}
    # As reads call the lines of a document.
    new |= {field: body[field] for field in ("items", "lineItems") if field in body}
    new |= dict.fromkeys(new.keys() & {"notes", "name"}, "x")
    sent = org.request("PATCH", f"{path}/{id}", new, {"X-Request-Id": changed})
    assert sent.status_int == 200, sent.text
    (entry,) = [entry for entry in trail(service, org, changed) if entry["record_id"] == id]
    assert entry["operation"] == "UPDATE"
    assert entry["before"]["id"] == entry["after"]["id"] == id
    if key in entry["after"]:
        assert (entry["before"][key] != "x", entry["after"][key]) == (True, "x")


@pytest.mark.parametrize("name", WRITES)
def test_a_refused_request_leaves_no_trail(name: str, org: Client, service: Service) -> None:
    method, path = name.split()
    body = {} if method in ("POST", "PATCH") else None
    before = total(service, org)
    for caller in (org, service.token(org.known, "read"), Client(service.app, "pat_x")):
        answer = caller.request(method, path.replace("{id}", new_id("x")), body)
        assert answer.status_int >= 400
    # The one row is that of the token that was issued meanwhile.
    assert total(service, org) == before + 1


def total(service: Service, org: Client) -> int:
    return int(service.as_owner(org, lambda tx: tx.one("guards.audit_count"))["total"])


def test_a_request_refused_at_its_end_leaves_no_trail(org: Client, service: Service) -> None:
    body = samples.invoice(org)
    before = total(service, org)
    assert org.post("/invoices", body | {"dueDate": "2020-01-01"}).status_int == 422
    assert org.post("/invoices", body | {"warehouseId": "whs_none"}).status_int == 422
    assert total(service, org) == before


def test_reading_leaves_no_trail(org: Client, service: Service) -> None:
    id = samples.record(org, "/items")["id"]
    before = total(service, org)
    for path in ("/items", f"/items/{id}", "/me", "/me/organization", "/items?q=x"):
        assert org.get(path).status_int == 200
    assert total(service, org) == before


def test_no_secret_is_in_the_trail(service: Service) -> None:
    org = service.organization()
    with psycopg.connect(service.url) as connection:
        rows = connection.execute(
            "SELECT count(*), count(*) FILTER (WHERE before ?| keys OR after ?| keys)"
            " FROM audit_log, (SELECT '{token_hash,password_hash,secret_hash}'::text[] AS keys) secrets"
            " WHERE organization_id = %s",
            [org.organization_id],
        ).fetchone()
        hashes = connection.execute(
            "SELECT count(*) FROM trail e, tokens t"
            " WHERE t.organization_id = %s AND e.before::text LIKE '%%' || t.token_hash || '%%'",
            [org.organization_id],
        ).fetchone()
    assert rows is not None
    assert rows[0] > 0
    assert rows[1] == 0
    assert hashes == (0,)


def test_operations_say_which_request_wrote_them_even_when_the_caller_names_it(
    org: Client, service: Service
) -> None:
    answer = org.post("/tax-rates", samples.tax_rate(org), **{"X-Request-Id": "order-17.retry_2"})
    (entry,) = [
        entry
        for entry in trail(service, org, "order-17.retry_2")
        if entry["record_id"] == answer.json["data"]["id"]
    ]
    assert entry["request_id"] == answer.headers["X-Request-Id"]
