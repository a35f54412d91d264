"""Every statement of the registry, and every function, is written so that Citus accepts it (docs/scaling.md)."""

import re
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from app.config import ROOT
from app.postgres.queries import load
from tests.sql.citus_rules import Schema, complaints, complaints_of_function, complaints_of_view

# Of all organizations: each shard is asked.
OF_ALL = ("pruning", "operators.due_recurring_invoices", "operators.due_mails", "delivering")
FUNCTIONS_OF_ALL = {"webhook_lag"}
# Of operators, and what is asked before the organization is known: tables that lie on every node may be read across
# organizations.
ACROSS = ("operators", "backups", "oauth")
DISTRIBUTED = set(
    re.findall(r"create_distributed_table\('(\w+)'", Path(ROOT, "sql", "citus", "distribute.sql").read_text())
)


def names(catalogue: psycopg.Connection, query: str) -> set[str]:
    return {row[0] for row in catalogue.execute(query.encode())}


@pytest.fixture(scope="module")
def schema(catalogue: psycopg.Connection) -> Schema:
    """The service's tables with an organization, also those that lie on every node, and its functions."""
    having = names(
        catalogue,
        """SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
           WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')""",
    )
    functions = "SELECT proname FROM pg_proc WHERE provolatile "
    of_rows = """SELECT p.proname FROM pg_proc p JOIN pg_class c ON c.reltype = ANY (p.proargtypes)
        WHERE p.pronamespace = 'public'::regnamespace"""
    return Schema(
        keys=dict.fromkeys(having, "organization_id") | {"organizations": "id"},
        mutable=frozenset(names(catalogue, functions + "<> 'i'")),
        volatile=frozenset(names(catalogue, functions + "= 'v'")),
        of_rows=frozenset(names(catalogue, of_rows)),
    )


@pytest.fixture(scope="module")
def distributed(schema: Schema, catalogue: psycopg.Connection) -> Schema:
    """The same schema with distributed tables and views alone."""
    views = names(catalogue, "SELECT viewname FROM pg_views WHERE schemaname = 'public'")
    keys = {name: key for name, key in schema.keys.items() if name in DISTRIBUTED | views}
    return replace(schema, keys=keys)


def test_every_statement_is_one_that_citus_accepts(schema: Schema, distributed: Schema) -> None:
    told = [
        f"{name}: {complaint}"
        for name, text in load().items()
        if not name.startswith(OF_ALL)
        for complaint in complaints(text, distributed if name.startswith(ACROSS) else schema)
    ]
    assert not told, "\n".join(told)


def test_every_function_is_one_that_citus_accepts(catalogue: psycopg.Connection, distributed: Schema) -> None:
    functions = catalogue.execute(
        """SELECT p.proname, l.lanname, p.prosrc FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
           WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND l.lanname IN ('sql', 'plpgsql')"""
    ).fetchall()
    told = [
        f"{name}: {complaint}"
        for name, language, body in functions
        if name not in FUNCTIONS_OF_ALL
        for complaint in complaints_of_function(language, body, distributed)
    ]
    assert not told, "\n".join(told)
    assert {"keep_count", "fold_receivables", "add_login_tokens"} <= {name for name, *_ in functions}


def test_every_view_is_one_that_citus_sends_to_one_shard(
    catalogue: psycopg.Connection, distributed: Schema
) -> None:
    views = catalogue.execute(
        "SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'"
    ).fetchall()
    told = [
        f"{name}: {complaint}" for name, text in views for complaint in complaints_of_view(text, distributed)
    ]
    assert not told, "\n".join(told)
