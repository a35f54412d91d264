"""The two walls around a tenant, in the catalogue of the database."""

from typing import Any

import psycopg

from app.lists.catalogue import AUDITED, LISTINGS

# Not a tenant's: the program's own record of its migrations, who logs in with what, and what holds for all.
# What the database knows of its own tables.
OF_TABLES = {"schema_migrations", "trail_tables", "trail_columns", "event_kinds", "default_quotas"}
NO_TENANT = OF_TABLES | {
    "users",
    "oauth_clients",
    "login_throttle",
    "refresh_repeats",
    "token_uses",
}
# Says nothing that other tables do not say; those keep the trail. What becomes of messages is no record of the books,
# and secrets stand in no trail.
DERIVED = {
    *("record_counts", "receivables_by_day", "events"),
    *("webhook_deliveries", "webhook_failures", "webhook_secrets"),
}
# Written by looks of strangers, who change no record.
LOOKS = {"invoice_views"}


def names(catalogue: psycopg.Connection, query: str) -> set[Any]:
    return {row[0] for row in catalogue.execute(query)}


TRAIL = {"trail", "trail_transactions", "audit_copies", "trail_seals", "trail_seal_parts"}
OF_CHANGES = {"trail_made", "trail_changed", "trail_removed"}
OF_ADDITIONS = {"trail_number", "trail_mark", "trail_added", "trail_unchanged", "trail_removed"}
OF_KEYS = {"trail_made"}
TABLES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
TENANT_TABLES = """
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')"""


def test_every_table_has_its_organization_or_a_reason_not_to(catalogue: psycopg.Connection) -> None:
    without = names(catalogue, TABLES) - names(catalogue, TENANT_TABLES)
    assert without - NO_TENANT == {"organizations"}


def test_row_level_security_is_on_and_forced_for_every_table(catalogue: psycopg.Connection) -> None:
    open_tables = names(catalogue, TABLES + " AND NOT (relrowsecurity AND relforcerowsecurity)")
    assert open_tables == OF_TABLES


def test_every_policy_of_the_service_compares_the_tenant(catalogue: psycopg.Connection) -> None:
    rows = catalogue.execute(
        "SELECT tablename, qual FROM pg_policies WHERE 'invoicing_app' = ANY (roles)"
    ).fetchall()
    walled = {table for table, _ in rows}
    assert walled >= names(catalogue, TENANT_TABLES) - {"tokens"}
    for table, rule in rows:
        column = "id" if table == "organizations" else "organization_id"
        assert rule == f"({column} = current_setting('app.organization_id'::text, true))", table


def test_every_primary_key_of_a_tenant_table_begins_with_the_organization(
    catalogue: psycopg.Connection,
) -> None:
    keyed = names(
        catalogue,
        """SELECT c.conrelid::regclass::text FROM pg_constraint c
           JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
           WHERE c.contype = 'p' AND a.attname = 'organization_id'""",
    )
    assert names(catalogue, TENANT_TABLES) - keyed == set()


def test_no_index_asks_for_summaries_while_rows_are_written(catalogue: psycopg.Connection[Any]) -> None:
    asking = names(catalogue, "SELECT relname FROM pg_class WHERE 'autosummarize=on' = ANY (reloptions)")
    assert not asking, f"ALTER INDEX ... SET (autosummarize = off) {sorted(asking)}: see migration 0098"


def test_every_unique_index_of_a_tenant_table_begins_with_the_organization(
    catalogue: psycopg.Connection,
) -> None:
    strays = names(
        catalogue,
        f"""SELECT i.indexrelid::regclass::text FROM pg_index i
            JOIN pg_class c ON c.oid = i.indrelid
            LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
            WHERE i.indisunique AND c.relname IN ({TENANT_TABLES}) AND a.attname IS DISTINCT FROM 'organization_id'""",
    )
    assert strays == set()


def test_every_foreign_key_between_tenant_tables_carries_the_organization(
    catalogue: psycopg.Connection,
) -> None:
    strays = names(
        catalogue,
        f"""SELECT c.conname FROM pg_constraint c
            JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
            WHERE c.contype = 'f' AND t.relname IN ({TENANT_TABLES}) AND r.relname IN ({TENANT_TABLES})
            AND NOT EXISTS (
                SELECT FROM unnest(c.conkey, c.confkey) AS k (here, there)
                JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.here
                JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.there
                WHERE a.attname = 'organization_id' AND b.attname = 'organization_id')""",
    )
    assert strays == set()


def test_every_tenant_table_keeps_a_trail_that_no_setting_turns_off(catalogue: psycopg.Connection) -> None:
    kept = dict(catalogue.execute("SELECT table_name, added_to FROM trail_tables").fetchall())
    missing = names(catalogue, TENANT_TABLES) - TRAIL - DERIVED - LOOKS - kept.keys()
    assert not missing, f"CALL tenant_table, or keep_trail, for {missing} in their migration"
    assert "organizations" in kept
    for table, added_to in kept.items():
        triggers = names(
            catalogue,
            f"""SELECT tgname FROM pg_trigger
                WHERE tgrelid = '{table}'::regclass AND tgname LIKE 'trail\\_%' AND tgenabled = 'A'
                AND (tgargs = '' OR split_part(encode(tgargs, 'escape'), '\\000', 1) = '{table}')""",
        )
        wanted = OF_KEYS if table == "idempotency_keys" else OF_ADDITIONS if added_to else OF_CHANGES
        assert triggers == wanted, table


def test_the_trail_can_be_asked_for_every_table_that_keeps_one(catalogue: psycopg.Connection) -> None:
    kept = {table.replace("_", "-") for table in names(catalogue, "SELECT table_name FROM trail_tables")}
    missing = kept - {"idempotency-keys"} - set(AUDITED)
    assert not missing, (
        f"app/lists/catalogue.py does not name {missing} in _AUDITED_BESIDE; of kinds, kinds.py lists them"
    )
    strays = set(AUDITED) - kept
    assert not strays, f"app/lists/catalogue.py names {strays}, which keep no trail"


# A row or two for a series, a lock, a day of a schedule, an invoice, an endpoint; keys are pruned after a day.
UNCOUNTED = {
    *("books_locks", "idempotency_keys", "number_counters", "recurring_invoice_days"),
    *("invoice_views", "webhook_secrets"),
}


def test_every_table_that_callers_add_rows_to_is_counted_and_so_has_a_quota(
    catalogue: psycopg.Connection,
) -> None:
    missing = names(
        catalogue,
        f"""SELECT c.relname FROM pg_class c
            WHERE c.relname IN ({TENANT_TABLES}) AND has_table_privilege('invoicing_app', c.oid, 'INSERT')
            AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'counted_in')""",
    )
    assert missing == UNCOUNTED, f"CALL keep_count_of, or count_for_quotas, for {missing - UNCOUNTED}"


def test_rows_of_an_entry_are_found_by_a_small_index(catalogue: psycopg.Connection) -> None:
    missing = names(
        catalogue,
        """SELECT table_name FROM trail_tables k WHERE added_to AND NOT EXISTS (
               SELECT FROM pg_indexes i
               WHERE i.tablename = k.table_name AND i.indexdef LIKE '%USING brin (made_in)%')""",
    )
    assert not missing, f"CREATE INDEX … USING brin (made_in) for {missing}, as in migration 0028"


def test_the_hashes_of_the_trail_cover_every_column(catalogue: psycopg.Connection) -> None:
    missing = names(
        catalogue,
        """SELECT k.table_name || '.' || a.attname FROM trail_tables k
           JOIN pg_attribute a ON a.attrelid = k.table_name::regclass AND a.attnum > 0 AND NOT a.attisdropped
           LEFT JOIN trail_columns c ON c.table_name = k.table_name AND c.column_name = a.attname
           WHERE c.table_name IS NULL""",
    )
    assert not missing, f"CALL hash_columns of the table in the migration that adds {missing}"


def test_the_service_s_role_owns_nothing_and_cannot_pass_the_wall(catalogue: psycopg.Connection) -> None:
    assert names(
        catalogue, "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = 'invoicing_app'"
    ) == {False}
    assert names(catalogue, "SELECT relname FROM pg_class WHERE relowner = 'invoicing_app'::regrole") == set()


def test_every_view_works_with_the_rights_of_who_asks(catalogue: psycopg.Connection) -> None:
    strays = names(
        catalogue,
        """SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
           AND coalesce(reloptions, '{}') && '{security_invoker=true,security_invoker=on}' IS NOT TRUE""",
    )
    assert strays == set()


def test_functions_that_pass_the_wall_are_a_short_list_with_a_fixed_search_path(
    catalogue: psycopg.Connection,
) -> None:
    rows = catalogue.execute(
        """SELECT proname, 'search_path=public, pg_temp' = ANY (proconfig),
                  has_function_privilege('public', oid, 'EXECUTE')
           FROM pg_proc
           WHERE pronamespace = 'public'::regnamespace AND prosecdef"""
    ).fetchall()
    passers = {row[0] for row in rows}
    strays, missing = passers - WALL_PASSERS, WALL_PASSERS - passers
    assert not strays, (
        f"{strays} pass the wall: say in WALL_PASSERS why, or declare the list that searches by them"
    )
    assert not missing, f"there is no {missing}: name what a list searches in CALL kind_table (searched)"
    assert all(fixed and not public for _, fixed, public in rows)


# Ledgers and recurring invoices are searched by the functions of their parties, stock and endpoints by their own
# statements, the trail, events and deliveries by all of them.
SEARCHED_BY_OTHERS = {
    *("customer_ledger", "vendor_ledger", "inventory", "audit", "recurring_invoices", "events"),
    *("webhook_endpoints", "webhook_deliveries"),
}

# open_request and those of logging in are asked before the tenant is known (resolve_token is there for the release
# before); organizations_of_caller is /me/organizations; matching_… search, which no index can serve behind row level
# security, in the tenant alone; told_entry, rows_of_entry, entries_of_record and entries_of_records tell its trail, of
# tables too that the service does not read. The last eleven are triggers.
WALL_PASSERS = {
    "open_request",
    "resolve_token",
    "organizations_of_caller",
    "oauth_client",
    "oauth_client_found",
    "oauth_client_proven",
    "login_account",
    "login_failed",
    "login_succeeded",
    "login_begun",
    "login_ended",
    "login_given_up",
    "password_renewed",
    "tokens_used",
    "use_refresh_token",
    "exchange_refresh_token",
    "refresh_token_found",
    "refresh_token_exchanged",
    "revoke_token",
    "revoke_token_as",
    "told_entry",
    "rows_of_entry",
    "entries_of_record",
    "entries_of_records",
    *(f"matching_{kind}" for kind in LISTINGS if LISTINGS[kind].search and kind not in SEARCHED_BY_OTHERS),
    "matching_customer_names",
    "matching_vendor_names",
} | {
    "trail_made",
    "trail_changed",
    "trail_removed",
    "trail_added",
    "webhook_lag",  # a number about all organizations
    "test_webhook",  # of the organization that is set, which it compares
    "write_events",  # of the trail's own transaction, at its end
    "count_added",
    "count_removed",
    "count_restored",
    "count_taken",
    "receivables_added",
    "receivables_changed",
    "receivable_removed",
}
