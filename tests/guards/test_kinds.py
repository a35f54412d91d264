"""Declarations of master data: the database and the query files have what each kind declares."""

import importlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from marshmallow import Schema

from app.config import ROOT
from app.constraint_messages import CONSTRAINTS
from app.events.types import EVENT_TYPES, NOUNS
from app.identity.scopes import GRANULAR, MODULES
from app.lists.catalogue import LISTINGS
from app.master_data.declaration import MasterDataKind
from app.master_data.defaults import RecordsWithDefault
from app.master_data.kinds import KINDS
from app.postgres.queries import load
from app.postgres.statements import sendable
from app.wire import camel

QUERIES = load()
ROOM = Path(ROOT, "app", "master_data")
# What a body has and the statements of its kind's row do not write: rows of other tables, and what never changes.
WRITTEN_ELSEWHERE = {
    "items.insert": {"variants"},
    "items.update": {"variants"},
    "price_lists.insert": {"entries"},
    "price_lists.update": {"entries"},
    "number_series.insert": {"next_number"},
    "number_series.update": {"next_number", "doc_type", "registration_id"},
}
# Kept by locks, so that nobody breaks it: a customer's contacts are made one after another.
NEVER_BROKEN = {"customer_contacts_one_primary"}
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@pytest.fixture
def database(session: psycopg.Connection) -> Iterator[psycopg.Connection]:
    yield session
    session.rollback()


def names(database: psycopg.Connection, query: str, *parameters: object) -> set[str]:
    return {row[0] for row in database.execute(query.encode(), parameters)}


def file_of(kind: MasterDataKind) -> str:
    return f"app/master_data/{type(kind.body).__module__.rpartition('.')[2]}.py"


def test_every_kind_that_is_declared_is_listed() -> None:
    for file in sorted(ROOM.glob("*.py")):
        if re.search(r"^KIND = ", file.read_text(), re.M):
            declared = importlib.import_module(f"app.master_data.{file.stem}").KIND
            assert declared in KINDS, f"app/master_data/kinds.py does not list {file.stem}.KIND: add it there"


def test_every_kind_has_a_prefix_of_its_own() -> None:
    used = Counter(kind.records.prefix for kind in KINDS)
    shared = {kind.name: kind.records.prefix for kind in KINDS if used[kind.records.prefix] > 1}
    assert not shared, f"these kinds give their ids the same prefix: {shared}"


@kinds
def test_a_kind_asks_for_permissions_that_there_are(kind: MasterDataKind) -> None:
    place = f"app/identity/scopes.py has no module {kind.module}, which {file_of(kind)} names"
    assert kind.module in MODULES, place
    assert set(kind.asks.values()) - set(GRANULAR) == set(), f"{file_of(kind)} asks for what is no permission"


@kinds
def test_a_kind_has_its_statements(kind: MasterDataKind) -> None:
    needed = {"get", "lock", "insert", "update", "delete", *kind.records.parts.values()}
    needed |= {"list", "count", "count_chosen", *(sort.statement for sort in kind.listing.sorts)}
    needed |= {"clear_default"} if isinstance(kind.records, RecordsWithDefault) else set()
    missing = needed - {name.split(".")[1] for name in QUERIES if name.split(".")[0] == kind.name}
    assert not missing, f"sql/queries/{kind.name}.sql has no statement {missing}: write it, or use its group"


@pytest.mark.parametrize("statement", ["insert", "update"])
@kinds
def test_every_field_of_a_body_is_written(kind: MasterDataKind, statement: str) -> None:
    name = f"{kind.name}.{statement}"
    form: Schema = kind.body if statement == "insert" else kind.body.change_form
    written = set(re.findall(r"%\((\w+)\)s", QUERIES.get(name, "")))
    missing = form.fields.keys() - written - WRITTEN_ELSEWHERE.get(name, set())
    assert not missing, f"{name} does not write {missing}: name it in sql/queries/{kind.name}.sql"


def columns_written(text: str) -> list[tuple[str, str]]:
    """Each column with the parameter that it takes, "" for now(): of a row, and of a column a line."""
    value = r"(?:%\((\w+)\)s|now\(\))"
    row = re.search(r"\(([\w\s,]+)\)\s+(?:=|VALUES) \((.*)", text, re.DOTALL)
    if row is None:
        return re.findall(rf"(\w+) = {value}", text)
    return list(zip(re.findall(r"\w+", row[1]), re.findall(value, row[2]), strict=False))


@pytest.mark.parametrize("statement", ["insert", "update"])
@kinds
def test_each_column_takes_the_field_of_its_name(kind: MasterDataKind, statement: str) -> None:
    name = f"{kind.name}.{statement}"
    pairs = columns_written(QUERIES.get(name, ""))
    crossed = [pair for pair in pairs if pair[1] not in ("", "user_id", pair[0])]
    assert not crossed, f"sql/queries/{kind.name}.sql, {statement}: not in one order are {crossed}"
    told = f"sql/queries/{kind.name}.sql, update: set updated_at to now()"
    assert statement == "insert" or ("updated_at", "") in pairs, told


@kinds
def test_a_kind_has_a_table_that_the_service_may_write(
    kind: MasterDataKind, database: psycopg.Connection
) -> None:
    told = f"there is no table {kind.name}: add a migration that makes it and calls kind_table"
    assert names(database, "SELECT to_regclass(%s)::text", kind.name) == {kind.name}, told
    for right in ("SELECT", "INSERT", "UPDATE"):
        may = names(database, "SELECT has_table_privilege('invoicing_app', %s, %s)", kind.name, right)
        assert may == {True}, f"invoicing_app may not {right} {kind.name}: CALL kind_table in its migration"


@kinds
def test_what_happens_to_a_kind_is_told(kind: MasterDataKind, database: psycopg.Connection) -> None:
    nouns = names(database, "SELECT noun FROM event_kinds WHERE table_name = %s", kind.name)
    assert nouns, f"nobody is told what happens to {kind.name}: CALL kind_table in its migration"
    told = f"the events of {kind.name} are called {nouns} by its migration, {kind.one!r} in {file_of(kind)}"
    assert nouns <= set(NOUNS), told


@kinds
def test_a_read_shows_the_fields_of_the_answer(kind: MasterDataKind, database: psycopg.Connection) -> None:
    name = f"{kind.name}.get"
    assert name in QUERIES, f"sql/queries/{kind.name}.sql has no statement get: use the group record"
    database.execute(sendable(name, QUERIES[name]).prepare)
    told = database.pgconn.describe_prepared(name.encode())
    shown = {camel((told.fname(n) or b"").decode()) for n in range(told.nfields)}
    answered = {str(field.data_key) for field in kind.record().fields.values()} - kind.records.parts.keys()
    missing = f"{name} does not show {answered - shown}: add it to the view in a migration (docs/changing.md)"
    assert not answered - shown, missing
    assert not shown - answered, f"{name} shows {shown - answered}, which the answer in {file_of(kind)} lacks"


@kinds
def test_the_order_of_a_list_has_an_index(kind: MasterDataKind, database: psycopg.Connection) -> None:
    keys = [key.field for key in kind.listing.sorts[0].keys]
    indexed = names(database, "SELECT indexdef FROM pg_indexes WHERE tablename = %s", kind.name)
    columns = [re.findall(r"[a-z_]+", index.partition(" btree ")[2].partition(")")[0]) for index in indexed]
    orders = [[camel(name) for name in index][1 : len(keys) + 1] for index in columns]
    told = f"{kind.name} has no index for the order {keys} of its list: CALL kind_table, or make one"
    assert keys in orders, told


# The trail is searched by the searches of others.
SEARCHED = [kind for kind, listing in LISTINGS.items() if listing.search and not listing.few_found]


@pytest.mark.parametrize("kind", SEARCHED)
def test_a_search_looks_where_the_list_says(kind: str, database: psycopg.Connection) -> None:
    of_others = {
        "customer_ledger": "customers",
        "vendor_ledger": "vendors",
        "recurring_invoices": "customer_names",
    }
    table = of_others.get(kind, kind)
    sources = names(database, "SELECT prosrc FROM pg_proc WHERE proname = %s", f"matching_{table}")
    # Stock and endpoints are searched by their own statements.
    sources |= {QUERIES[f"{kind}.list"]} if kind in ("inventory", "webhook_endpoints") else set()
    assert sources, f"there is no function matching_{table}: name its columns in CALL kind_table (searched)"
    for source in sources:
        looks, told = set(re.findall(r"(\w+) ILIKE", source)), set(LISTINGS[kind].searched)
        # Rows that are not the customer's own call its name so.
        told = {"display_name" if name == "customer_name" else name for name in told}
        assert not told - looks, (
            f"matching_{table} does not look in {told - looks}, which the list of {kind} names"
        )
        assert not looks - told, (
            f"matching_{table} looks in {looks - told}, which the list of {kind} does not name"
        )


@kinds
def test_every_unique_index_has_a_sentence(kind: MasterDataKind, database: psycopg.Connection) -> None:
    # One that keeps a default apart is never broken: the flag is cleared on the record that had it.
    flag = kind.records.flag if isinstance(kind.records, RecordsWithDefault) else "no flag"
    unique = names(
        database,
        """SELECT indexrelid::regclass::text FROM pg_index
           WHERE indrelid = to_regclass(%s) AND indisunique AND NOT indisprimary
           AND coalesce(pg_get_expr(indpred, indrelid), '') NOT LIKE '%%' || %s || '%%'""",
        kind.name,
        flag,
    )
    missing = unique - {constraint.name for constraint in kind.constraints} - NEVER_BROKEN
    default = f"{kind.name}_one_default" in missing
    add = "make its records RecordsWithDefault" if default else "add its column to `unique`"
    assert not missing, f"nobody is told who breaks {missing}: in {file_of(kind)}, {add}"


def test_every_constraint_with_a_sentence_is_there(database: psycopg.Connection) -> None:
    there = names(database, "SELECT conname::text FROM pg_constraint")
    there |= names(database, "SELECT relname::text FROM pg_class WHERE relkind = 'i'")
    missing = CONSTRAINTS.keys() - there
    assert not missing, (
        f"{missing} have a sentence, and the database has no such constraint: see kind_table (one_per)"
    )


@kinds
def test_a_kind_with_a_default_has_one_at_most(kind: MasterDataKind, database: psycopg.Connection) -> None:
    if isinstance(kind.records, RecordsWithDefault):
        defined = names(database, "SELECT indexdef FROM pg_indexes WHERE tablename = %s", kind.name)
        kept = [
            index
            for index in defined
            if "UNIQUE" in index and kind.records.flag in index.partition("WHERE")[2]
        ]
        assert kept, (
            f"{kind.name} may have two defaults: give kind_table one_default => '{kind.records.flag}'"
        )


DEMONSTRATION = "\n".join(file.read_text() for file in Path(ROOT, "app", "demonstration").glob("*.py"))


@kinds
def test_the_demonstration_has_a_record_of_the_kind_to_try_its_operations_on(kind: MasterDataKind) -> None:
    made = kind.demonstrated or re.search(rf"\b({kind.name}|{kind.path[1:]}|{kind.one})\b", DEMONSTRATION)
    assert made, f"no record of {kind.name} to try its operations on: add `demonstrated` in {file_of(kind)}"


EVENTS = Path(ROOT, "docs", "events.md").read_text(encoding="utf-8")


@kinds
def test_the_document_of_events_shows_one_of_the_kind(kind: MasterDataKind) -> None:
    shown = re.search(rf'```json\n(.*"{kind.one.replace(" ", "_")}\.created".*)\n```', EVENTS)
    told = json.loads(shown[1])["data"].keys() if shown else set()
    answered = {str(field.data_key) for field in kind.listed().fields.values()}
    assert not told ^ answered, f"docs/events.md shows no event of {kind.name} as it is: run `make examples`"


def test_the_document_of_events_tells_of_every_type() -> None:
    told = set()
    for row in EVENTS.splitlines():
        if row.startswith("| `"):
            nouns, words = (re.findall(r"`(\w+)`", cell) for cell in row.split("|")[1:3])
            told |= {f"{noun}.{word}" for noun in nouns for word in words}
    missing, gone = set(EVENT_TYPES) - told, told - set(EVENT_TYPES)
    assert not missing, f"docs/events.md has no row for {sorted(missing)}: add it to the first table"
    assert not gone, f"docs/events.md tells of {sorted(gone)}, which are no events"
