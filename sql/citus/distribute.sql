-- Spreads the schema over a Citus cluster: each organization's rows lie together on one worker (docs/scaling.md).
--
-- Run on Citus 13.2.2 with PostgreSQL 15, a coordinator and two workers, 8 shards; docs/scaling.md tells what works there
-- and what it costs. tests/sql/test_citus.py runs it on PostgreSQL alone, with stand-ins for the functions of Citus.
--
-- Before, on every node: PostgreSQL 15 to 17 with Citus 13, and in postgresql.conf
--
--     shared_preload_libraries = 'citus'
--     citus.enable_unsafe_triggers = on         -- the trail and the sums are triggers; they write beside their own row
--     citus.allow_nested_distributed_execution = on
--     max_locks_per_transaction = 256           -- a node has thousands of tables
--
-- then on the coordinator: the roles, an empty database of the owner's, CREATE EXTENSION citus on every node,
-- citus_set_coordinator_host (reference and local tables need a place on the coordinator), citus_add_node for each
-- worker, and `make migrate` or `restore`. Citus goes to the workers as the role that asks, so that this one must be
-- able to log in there (citusdata/citus#7719); pg_hba.conf of every node is to take it from the other nodes alone:
--
--     ALTER ROLE invoicing_app LOGIN;
--
-- Then, as the owner, without a pooler:
--
--     psql -v ON_ERROR_STOP=1 -f sql/citus/distribute.sql -f sql/citus/shards.sql -f sql/citus/nodes.sql
--
-- Books that are there already are copied to the workers; the service stands still meanwhile. What fails halfway is begun
-- anew with a new database, so keep the dump that these books came from.
DO $$
DECLARE
    filled constant boolean :=
        pg_relation_size('organizations') + pg_relation_size('users') + pg_relation_size('oauth_clients') > 0;
BEGIN
    IF to_regproc('forget_deleted_invoice') IS NOT NULL THEN
        RAISE EXCEPTION 'this database is distributed, or was half distributed: begin with a new one';
    END IF;
    IF filled AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) THEN
        RAISE EXCEPTION 'row level security keeps % from copying the books: ALTER ROLE % BYPASSRLS until this is done',
            current_user, quote_ident(current_user);
    END IF;
    IF EXISTS (SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgenabled NOT IN ('O', 'A')) THEN
        RAISE EXCEPTION 'a trigger is disabled (pg_trigger.tgenabled), and would be enabled here: enable or drop it';
    END IF;
END $$;

-- Foreign keys to reference tables are made in the same session as the tables that they join.
SET citus.multi_shard_modify_mode = 'sequential';

-- 1. Foreign keys step aside: some go in a ring (users and memberships), and a table that is still local while its
--    neighbour is a reference table already would be taken along. They come back as they were, but for one thing:
--    Citus has no ON DELETE SET NULL where the key carries the organization (citusdata/citus#7132). Triggers do that.
CREATE TEMPORARY TABLE foreign_keys AS
SELECT c.relname AS target, k.conname AS name,
       regexp_replace(pg_get_constraintdef(k.oid), ' ON DELETE SET NULL \([^)]*\)', '') AS definition
FROM pg_constraint k
JOIN pg_class c ON c.oid = k.conrelid
WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace;

DO $$
DECLARE
    known record;
BEGIN
    FOR known IN SELECT target, name FROM foreign_keys ORDER BY target, name LOOP
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', known.target, known.name);
    END LOOP;
END $$;

CREATE FUNCTION forget_deleted_invoice() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE credit_notes
    SET invoice_id = NULL
    WHERE organization_id = OLD.organization_id AND invoice_id = OLD.id;
    RETURN OLD;
END $$;

CREATE FUNCTION forget_deleted_invoice_line() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE credit_note_lines
    SET original_invoice_item_id = NULL
    WHERE organization_id = OLD.organization_id AND original_invoice_item_id = OLD.id;
    RETURN OLD;
END $$;

CREATE TRIGGER forgotten BEFORE DELETE ON invoices
    FOR EACH ROW EXECUTE FUNCTION forget_deleted_invoice();
CREATE TRIGGER forgotten BEFORE DELETE ON invoice_lines
    FOR EACH ROW EXECUTE FUNCTION forget_deleted_invoice_line();

-- 2. The trail of tables that are not distributed. A reference table has a copy on every node, and its triggers fire for
--    each. The entry is written where the organization lies, by the copy that is there: so an organization has one trail,
--    with the numbers of one node.
CREATE FUNCTION is_here(organization text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN shard_is_here(get_shard_id_for_distribution_column('public.trail', organization));  -- shards.sql
END $$;

DO $$
DECLARE
    writer regprocedure;
    kept trail_tables;
    event text;
BEGIN
    -- The functions of the trail once more, for copies.
    FOR writer IN
        SELECT oid
        FROM pg_proc
        WHERE proname IN ('trail_made', 'trail_changed', 'trail_removed')
    LOOP
        EXECUTE regexp_replace(
            regexp_replace(pg_get_functiondef(writer), '\mtrail_(made|changed|removed)\M', 'copy_\1'),
            '(organization := [^;]*;)', '\1 CONTINUE WHEN NOT is_here(organization);');
    END LOOP;
    FOR kept IN SELECT * FROM trail_tables WHERE table_name IN ('organizations', 'memberships', 'roles', 'tokens') LOOP
        FOREACH event IN ARRAY '{made,changed,removed}'::text[] LOOP
            EXECUTE format('DROP TRIGGER %I ON %I', 'trail_' || event, kept.table_name);
            CALL trail_trigger(
                kept.table_name, event, CASE event
                    WHEN 'made' THEN 'AFTER INSERT ON %I REFERENCING NEW TABLE AS added'
                    WHEN 'changed' THEN 'AFTER UPDATE ON %I REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to'
                    ELSE 'AFTER DELETE ON %I REFERENCING OLD TABLE AS removed'
                END || ' FOR EACH STATEMENT EXECUTE FUNCTION copy_' || event,
                format('%L, %L', kept.table_name, kept.record_columns[1]));
        END LOOP;
    END LOOP;
END $$;

--    Triggers step aside too: Citus copies the rows that are there to the shards, which is no change of theirs.
CREATE TEMPORARY TABLE triggers AS
SELECT c.relname AS target, t.tgname AS name, pg_get_triggerdef(t.oid) AS definition, t.tgenabled = 'A' AS always
FROM pg_trigger t
JOIN pg_class c ON c.oid = t.tgrelid
WHERE NOT t.tgisinternal AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace;

DO $$
DECLARE
    known record;
BEGIN
    FOR known IN SELECT target, name FROM triggers ORDER BY target, name LOOP
        EXECUTE format('DROP TRIGGER %I ON %I', known.name, known.target);
    END LOOP;
END $$;

-- 3. Search. Citus does not work out a stable function before it chooses the shard (citusdata/citus#8427): a comparison
--    with current_organization() would ask all of them. A variable of plpgsql is a constant by then.
DO $$
DECLARE
    finder regprocedure;
BEGIN
    FOR finder IN
        SELECT oid
        FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
          AND proname LIKE 'matching\_%' AND prosrc LIKE '%organization_id = current_organization()%'
    LOOP
        EXECUTE regexp_replace(
            replace(pg_get_functiondef(finder), 'organization_id = current_organization()', 'organization_id = tenant'),
            'BEGIN', E'DECLARE\n    tenant constant text := current_organization();\nBEGIN');
    END LOOP;
END $$;

-- 4. Reference tables, on every node: asked before the organization is known, unique across organizations (the slug, the
--    address of a user), and what distributed tables refer to. Operators alone write them.
SELECT create_reference_table('organizations');
SELECT create_reference_table('users');
SELECT create_reference_table('memberships');
SELECT create_reference_table('roles');
--    What the trail knows of its tables:
SELECT create_reference_table('trail_tables');
SELECT create_reference_table('trail_columns');
--    What each organization may have, unless it is said with it:
SELECT create_reference_table('default_quotas');
--    And events of the kinds that have some:
SELECT create_reference_table('event_kinds');

--    Whoever a request comes from is asked on the node that holds the organization. A login writes to every node:
SELECT create_reference_table('oauth_clients');
SELECT create_reference_table('tokens');

-- 5. Local tables, on the coordinator alone, which logins, the days of use and operators alone ask for. Citus need not know
--    them:
-- local: login_throttle
-- local: refresh_repeats
-- local: token_uses
-- local: schema_migrations

-- 6. Distributed tables, all by the organization and side by side. 256 shards: more than there will be workers, so that one
--    can be moved at a time; the number stays for good. PGOPTIONS="-c app.shards=16" gives another.
SELECT create_distributed_table('trail', 'organization_id', shard_count => coalesce(current_setting('app.shards', true), '256')::integer);
SELECT create_distributed_table('trail_transactions', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('events', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('webhook_secrets', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('webhook_failures', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('webhook_deliveries', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('audit_copies', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('books_locks', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('trail_seals', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('trail_seal_parts', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('record_counts', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('receivables_by_day', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('idempotency_keys', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('registrations', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('warehouses', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('document_templates', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('payment_terms', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('tax_rates', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('currencies', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('accounts', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('number_series', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('number_counters', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('item_groups', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('vendors', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('items', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('item_variants', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('price_lists', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('price_list_entries', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('customers', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('customer_contacts', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('expenses', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('quotes', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('quote_lines', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('sales_orders', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('sales_order_lines', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('invoices', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('invoice_lines', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('share_links', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('invoice_views', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('mails', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('recurring_invoices', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('recurring_invoice_days', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('payments_received', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('payment_allocations', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('credit_notes', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('credit_note_lines', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('credit_note_allocations', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('purchase_orders', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('purchase_order_lines', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('bills', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('bill_lines', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('payments_made', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('bill_allocations', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('debit_notes', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('debit_note_lines', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('debit_note_allocations', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('stock_positions', 'organization_id', colocate_with => 'trail');
SELECT create_distributed_table('inventory_movements', 'organization_id', colocate_with => 'trail');
--    Kinds of master data that came later (kind_table) say so in their comment.
DO $$
DECLARE
    later regclass;
BEGIN
    FOR later IN SELECT oid FROM pg_class WHERE obj_description(oid, 'pg_class') = 'kind of master data' LOOP
        PERFORM create_distributed_table(later, 'organization_id', colocate_with => 'trail');
    END LOOP;
END $$;

-- 7. Functions that run beside the rows. Citus finds those of triggers by itself, but not what their bodies call, nor what
--    statements of the service name.
SELECT create_distributed_function('keep_count(text, text, bigint)');
SELECT create_distributed_function('fold_receivables(text)');
SELECT create_distributed_function('write_events_of(text, bigint, bigint, bigint)');
SELECT create_distributed_function('open_in_base(text, numeric, numeric, numeric)');
SELECT create_distributed_function('fiscal_year(date, integer)');
SELECT create_distributed_function('in_party_currency(numeric, text, text, numeric)');

--    As everywhere, what runs with the owner's rights is not for everybody.
DO $$
DECLARE
    made regprocedure;
BEGIN
    FOR made IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', made);
    END LOOP;
END $$;

-- 8. Triggers and foreign keys again: the latter between tables that lie side by side, or to reference tables.
DO $$
DECLARE
    known record;
BEGIN
    FOR known IN SELECT target, name, definition, always FROM triggers ORDER BY target, name LOOP
        EXECUTE known.definition;
        IF known.always THEN
            EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', known.target, known.name);
        END IF;
    END LOOP;
END $$;
DROP TABLE triggers;

DO $$
DECLARE
    known record;
BEGIN
    FOR known IN SELECT target, name, definition FROM foreign_keys ORDER BY target, name LOOP
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', known.target, known.name, known.definition);
    END LOOP;
END $$;
DROP TABLE foreign_keys;

-- 9. For migrations that come later (docs/scaling.md). A table of organizations is distributed as it gets its wall, before
--    foreign keys to tables that are.
ALTER PROCEDURE wall_off RENAME TO wall_off_alone;
CREATE PROCEDURE wall_off(target text, tenant text DEFAULT 'organization_id')
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM create_distributed_table(target, tenant, colocate_with => 'trail');
    CALL wall_off_alone(target, tenant);
END $$;

--    A column is in the hashes of the trail from a number on that is above all that the nodes have given, and below all that
--    they will give. Nobody writes to its table until the migration has committed.
CREATE OR REPLACE PROCEDURE hash_columns(target text)
    LANGUAGE plpgsql
AS $$
DECLARE
    first bigint;
    worker record;
BEGIN
    -- No hash of a new table lacks a column.
    SELECT CASE WHEN EXISTS (SELECT FROM trail_columns c WHERE c.table_name = target) THEN max(n.result::bigint) + 1 ELSE 0 END
    INTO first
    FROM run_command_on_all_nodes('SELECT last_value FROM trail_ids') n;
    FOR worker IN SELECT n.nodename, n.nodeport FROM pg_dist_node n WHERE n.groupid <> 0 AND n.noderole = 'primary' LOOP
        PERFORM raise_numbers(worker.nodename, worker.nodeport);
    END LOOP;
    INSERT INTO trail_columns (table_name, column_name, since)
    SELECT target, a.attname, first
    FROM pg_attribute a
    WHERE a.attrelid = target::regclass AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum
    ON CONFLICT DO NOTHING;
END $$;

-- 10. The coordinator's own rows, of which the shards have copies now.
DO $$
DECLARE
    spread regclass;
BEGIN
    FOR spread IN SELECT logicalrelid FROM pg_dist_partition ORDER BY logicalrelid::text LOOP
        PERFORM truncate_local_data_after_distributing_table(spread);
    END LOOP;
END $$;
