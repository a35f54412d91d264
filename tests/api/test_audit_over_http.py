"""GET /audit: who changed what, newest first, in the words of the wire."""

from typing import Any

import psycopg
import pytest

from app.lists.catalogue import AUDITED
from app.trail.telling import told
from tests.operators.commands import Operator
from tests.refusals import refused
from tests.selling import Body, body, customer, invoice, line, sent
from tests.service import Client, Service

SECRETS = {"tokenHash", "passwordHash", "secretHash", "madeIn"}


def of(org: Client, record: str, **more: str) -> list[Body]:
    words = "".join(f"&{name}={value}" for name, value in more.items())
    rows: list[Body] = org.read(f"/audit?recordId={record}{words}")
    return rows


def test_a_record_is_told_from_its_end_to_its_beginning(org: Client) -> None:
    id = customer(org, displayName="Acme", notes="Pays late")
    record = org.read(f"/customers/{id}")
    changed = {"displayName": "Acme & Sons", "notes": "Pays late"}
    assert org.request("PATCH", f"/customers/{id}", changed, {"X-Request-Id": "req-1"}).status_int == 200
    assert org.delete(f"/customers/{id}").status_int == 200
    deleted, updated, made = of(org, id)
    assert [row["action"] for row in (deleted, updated, made)] == ["UPDATE", "UPDATE", "INSERT"]
    assert updated["before"] == {"displayName": "Acme", "updatedAt": record["updatedAt"]} | {
        name: value for name, value in updated["before"].items() if name == "updatedBy"
    }
    assert updated["after"]["displayName"] == "Acme & Sons"
    assert updated["before"].keys() == updated["after"].keys()
    assert (updated["table"], updated["recordId"]) == ("customers", id)
    assert (updated["userId"], updated["tokenId"], updated["requestId"]) == (
        org.user_id,
        org.token_id,
        "req-1",
    )
    assert made["before"] is None
    assert made["after"]["createdAt"] == record["createdAt"]
    assert deleted["before"]["deletedAt"] is None


def test_lines_are_told_one_by_one_and_found_by_their_ids(org: Client) -> None:
    made = invoice(org, customer(org), line(description="a"), line(description="b"))
    rows = org.read("/audit?table=invoice-lines")
    assert {row["recordId"] for row in rows} == {row["id"] for row in made["lines"]}
    assert all((row["action"], row["before"]) == ("INSERT", None) for row in rows)
    (first,) = of(org, made["lines"][0]["id"])
    assert first["after"]["description"] == "a"
    assert first["after"]["invoiceId"] == made["id"]
    (header,) = of(org, made["id"])
    assert header["after"]["invoiceDate"] == made["invoiceDate"]


def test_a_line_that_was_removed_is_told_with_what_it_was(org: Client) -> None:
    made = invoice(org, customer(org))
    assert org.delete(f"/invoices/{made['id']}").status_int == 200
    removed, added = of(org, made["lines"][0]["id"])
    assert (removed["action"], removed["after"], added["action"]) == ("DELETE", None, "INSERT")
    assert removed["before"] == added["after"]


def test_each_filter_narrows_alone_and_all_of_them_together(service: Service, org: Client) -> None:
    other = service.member(org.organization_id)
    mine = customer(org)
    theirs = other.request("POST", "/customers", {"displayName": "B"}, {"X-Request-Id": "theirs"}).json[
        "data"
    ]["id"]
    customers = org.read("/audit?table=customers")
    assert [row["recordId"] for row in customers] == [theirs, mine]
    assert {row["userId"] for row in org.read(f"/audit?userId={other.user_id}")} == {other.user_id}
    assert [row["recordId"] for row in org.read("/audit?requestId=theirs")] == [theirs]
    assert org.read(f"/audit?userId={org.user_id}&requestId=theirs") == []
    day = customers[0]["at"][:10]
    assert org.read("/audit?table=customers&from=2999-01-01") == []
    assert org.read("/audit?table=customers&to=2020-01-01") == []
    assert len(org.read(f"/audit?table=customers&from=2020-01-01&to=2999-12-31&recordId={mine}")) == 1
    assert day


@pytest.mark.parametrize(
    "asked",
    ["table=nothing", "from=soon", "to=2026-02-30", "from=2026-02-02&to=2026-02-01", "limit=201", "cursor=x"],
)
def test_a_parameter_that_means_nothing_is_refused_by_its_name(org: Client, asked: str) -> None:
    answer = org.get(f"/audit?{asked}")
    assert answer.status_int == 422
    assert answer.json["error"]["details"][0]["field"] in asked


def test_pages_and_cursors_tell_every_row_once_and_in_one_order(org: Client) -> None:
    who = customer(org)
    for _ in range(3):
        sent(org, who, line(), line(), line())
    whole = org.get("/audit?limit=200").json
    ids = [row["id"] for row in whole["data"]]
    assert whole["meta"]["total"] == len(ids)
    assert ids == sorted(ids, reverse=True)
    by_page = [row["id"] for page in range(1, 8) for row in org.read(f"/audit?limit=7&page={page}")]
    assert by_page == ids[:49]
    by_cursor, cursor = [], ""
    while cursor is not None:
        answer = org.get(f"/audit?limit=7&table=invoice-lines{cursor and '&cursor=' + cursor}").json
        by_cursor += [row["id"] for row in answer["data"]]
        cursor = answer["meta"]["nextCursor"]
    assert by_cursor == [row["id"] for row in whole["data"] if row["table"] == "invoice-lines"]


def test_only_who_may_read_reports_is_told_and_only_of_the_own_organization(
    service: Service, org: Client
) -> None:
    id = customer(org)
    assert service.token(org.known, "customers.read").get("/audit").status_int == 403
    stranger = service.organization()
    assert of(stranger, id) == []
    assert {row["recordId"] for row in stranger.read("/audit")} & {id} == set()
    seller = service.member(org.organization_id, "SALES")
    assert seller.get("/audit").status_int == 200


def test_no_row_of_any_table_has_a_secret(service: Service, org: Client) -> None:
    Operator(service.url, service.owner).make(
        "token", "create", "--org", org.slug, "--email", org.email, "--scopes", "full"
    )
    sent(org, customer(org))
    tables = set()
    for table in AUDITED:
        for row in org.read(f"/audit?table={table}&limit=200"):
            tables.add(row["table"])
            assert not SECRETS & {*(row["before"] or {}), *(row["after"] or {})}
    assert {"tokens", "invoices", "number-counters"} <= tables


def test_an_idempotency_key_is_not_told(org: Client) -> None:
    assert org.post("/invoices", body(customer(org)), **{"Idempotency-Key": "k"}).status_int == 201
    assert "idempotency-keys" not in {row["table"] for row in org.read("/audit?limit=200")}


def test_every_table_that_keeps_a_trail_can_be_asked_for(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        kept = {
            name.replace("_", "-") for (name,) in connection.execute("SELECT table_name FROM trail_tables")
        }
    assert kept - {"idempotency-keys"} == set(AUDITED), "app/lists/catalogue.py, AUDITED"


@pytest.mark.parametrize(
    ("type", "stored", "read"),
    [
        ("date", "2026-05-04", "2026-05-04T00:00:00Z"),
        ("timestamp with time zone", "2026-05-04T06:30:00.25+00:00", "2026-05-04T06:30:00.250000Z"),
    ],
)
def test_days_and_moments_have_the_form_that_reads_have(
    database_url: str, type: str, stored: str, read: Any
) -> None:
    with psycopg.connect(database_url) as connection:
        found = connection.execute(
            "SELECT DISTINCT c.column_name, c.data_type"
            " FROM information_schema.columns c JOIN trail_tables USING (table_name)"
        ).fetchall()
    # The lock of the books reads as it was sent.
    of_type = {name for name, kind in found if kind == type} - {"locked_through"}
    for name in {name for name, _ in found}:
        (value,) = (told({name: stored}) or {}).values()
        assert (value == read) == (name in of_type), f"app/trail/telling.py: {name} is of type {type}"


# Search


def test_a_search_tells_of_every_record_that_it_finds_by_number_or_name(org: Client) -> None:
    who = customer(org, displayName="Zafar & Co")
    customer(org, displayName="Somebody else")
    first, second = (sent(org, who, line(), line()) for _ in range(2))
    assert {row["recordId"] for row in org.read(f"/audit?q={second['invoiceNumber']}")} == {second["id"]}
    by_name = org.read("/audit?q=zafar")
    assert {row["recordId"] for row in by_name} == {who, first["id"], second["id"]}
    assert org.read("/audit?q=nothing+like+it") == []
    assert {row["table"] for row in org.read("/audit?q=zafar&table=customers")} == {"customers"}
    assert org.read(f"/audit?q=zafar&recordId={who}") == of(org, who)
    assert org.read(f"/audit?q={second['invoiceNumber']}&recordId={who}") == []


def test_what_a_search_finds_is_told_once_on_pages_and_by_cursors(org: Client) -> None:
    records = [{"displayName": f"Zafar {n}"} for n in range(9)]
    made = org.post("/customers/bulk", {"records": records}).json["data"]["results"]
    for n, result in enumerate(made):
        org.patch(f"/customers/{result['data']['id']}", {"displayName": f"Zafar {n}", "notes": "x"})
    whole = org.get("/audit?q=zafar&limit=200").json
    ids = [row["id"] for row in whole["data"]]
    assert len(ids) == whole["meta"]["total"] == 18
    assert ids == sorted(set(ids), reverse=True)
    assert [row["id"] for page in (1, 2, 3) for row in org.read(f"/audit?q=zafar&limit=7&page={page}")] == ids
    by_cursor, cursor = [], ""
    while cursor is not None:
        answer = org.get(f"/audit?limit=4&q=zafar{cursor and '&cursor=' + cursor}").json
        by_cursor += [row["id"] for row in answer["data"]]
        cursor = answer["meta"]["nextCursor"]
    assert by_cursor == ids


@pytest.mark.slow
def test_a_search_that_finds_too_many_records_is_refused(org: Client) -> None:
    for _ in range(6):
        org.post("/customers/bulk", {"records": [{"displayName": "Zafar"}] * 200})
    assert refused(org.get("/audit?q=zafar")) == {"q"}
    assert org.request("GET", "/audit?q=zafar", headers={"Accept": "text/csv"}).status_int == 422


def test_a_search_finds_nothing_of_another_organization(service: Service, org: Client) -> None:
    made = sent(org, customer(org, displayName="Zafar"))
    stranger = service.organization()
    for q in ("zafar", made["id"], made["invoiceNumber"]):
        assert {row["recordId"] for row in stranger.read(f"/audit?q={q}")} & {made["id"]} == set()
