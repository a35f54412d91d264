-- How many records an organization may have, and how many lines: what one organization stores is paid for by all.
--
-- Both are of each kind: so many customers and so many invoices, so many lines of invoices and so many movements. Then the
-- counts that lists already keep (0014) are the ones to compare, and what a creation adds up stays as small as theirs.
-- Null is any number. What holds for an organization stands with it, what holds for those of which nothing is said, here.
CREATE TABLE default_quotas (
    is_the_only_row boolean NOT NULL DEFAULT true PRIMARY KEY CHECK (is_the_only_row),
    most_records    bigint  CHECK (most_records >= 0),
    most_lines      bigint  CHECK (most_lines >= 0)
);
INSERT INTO default_quotas DEFAULT VALUES;
CALL identity_table('default_quotas');
REVOKE SELECT ON default_quotas FROM invoicing_app;

ALTER TABLE organizations
    ADD COLUMN most_records bigint CHECK (most_records >= 0),
    ADD COLUMN most_lines   bigint CHECK (most_lines >= 0);
CALL hash_columns('organizations');

-- Lines leave many at a time, when a draft is written anew: one row for all of them.
CREATE FUNCTION count_taken() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    tenant text;
    many bigint;
BEGIN
    FOR tenant, many IN SELECT organization_id, count(*) FROM taken GROUP BY organization_id LOOP
        PERFORM keep_count(tenant, TG_ARGV[0], -many);
    END LOOP;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION count_taken FROM PUBLIC;

-- As keep_count_of (0014), for rows that belong to a record.
CREATE PROCEDURE keep_count_of_lines(target text)
    LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format(
        'CREATE TRIGGER counted_in AFTER INSERT ON %I REFERENCING NEW TABLE AS added
         FOR EACH STATEMENT EXECUTE FUNCTION count_added(%L)', target, target);
    EXECUTE format(
        'CREATE TRIGGER counted_out AFTER DELETE ON %I REFERENCING OLD TABLE AS taken
         FOR EACH STATEMENT EXECUTE FUNCTION count_taken(%L)', target, target);
    EXECUTE format(
        'INSERT INTO record_counts (organization_id, table_name, change)
         SELECT organization_id, %L, count(*) FROM %I GROUP BY organization_id', target, target);
END $$;
REVOKE EXECUTE ON PROCEDURE keep_count_of_lines FROM PUBLIC;

-- Every table that callers add rows to. Lists that are a handful still count themselves; but a handful is what their
-- callers make of them.
CALL keep_count_of('accounts', true);
CALL keep_count_of('currencies', true);
CALL keep_count_of('item_groups', true);
CALL keep_count_of('number_series', true);
CALL keep_count_of('payment_terms', true);
CALL keep_count_of('price_lists', true);
CALL keep_count_of('recurring_invoices', true);
CALL keep_count_of('tax_rates', true);
CALL keep_count_of('warehouses', true);
CALL keep_count_of('item_variants', true);
CALL keep_count_of_lines('price_list_entries');
CALL keep_count_of_lines('invoice_lines');
CALL keep_count_of_lines('quote_lines');
CALL keep_count_of_lines('sales_order_lines');
CALL keep_count_of_lines('purchase_order_lines');
CALL keep_count_of_lines('bill_lines');
CALL keep_count_of_lines('credit_note_lines');
CALL keep_count_of_lines('debit_note_lines');
CALL keep_count_of_lines('inventory_movements');
CALL keep_count_of_lines('payment_allocations');
CALL keep_count_of_lines('bill_allocations');
CALL keep_count_of_lines('credit_note_allocations');
CALL keep_count_of_lines('debit_note_allocations');

-- How many rows of a table an organization may have; null for any number.
CREATE FUNCTION quota_of(tenant text, counted text) RETURNS bigint
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (
        SELECT CASE WHEN counted ~ '_(lines|allocations|entries|movements|variants)$' THEN coalesce(o.most_lines, d.most_lines)
                    ELSE coalesce(o.most_records, d.most_records) END
        FROM organizations o, default_quotas d
        WHERE o.id = tenant);
END $$;

CREATE FUNCTION counted_rows(tenant text, counted text) RETURNS bigint
    LANGUAGE plpgsql
AS $$
BEGIN
    RETURN (SELECT sum(change) FROM record_counts WHERE organization_id = tenant AND table_name = counted);
END $$;

CREATE FUNCTION require_quota(tenant text, counted text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    most constant bigint := quota_of(tenant, counted);
BEGIN
    IF counted_rows(tenant, counted) > most THEN
        RAISE EXCEPTION 'The organization may have at most % %.', most, replace(counted, '_', ' ') USING ERRCODE = 'GS409';
    END IF;
END $$;

-- As in 0022, but that rows which were put into one are no addition, and that chance says who puts them into one: where
-- each transaction adds two rows, those of one list would all have odd numbers.
ALTER TABLE record_counts ADD COLUMN folded boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION keep_count(tenant text, counted text, many bigint) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    settled bigint[];
    total bigint;
BEGIN
    INSERT INTO record_counts (organization_id, table_name, change) VALUES (tenant, counted, many);
    IF random() < 0.02 THEN
        SELECT array_agg(held.id), sum(held.change) INTO settled, total
        FROM (
            SELECT id, change
            FROM record_counts
            WHERE organization_id = tenant AND table_name = counted
            FOR UPDATE SKIP LOCKED
        ) held;
        DELETE FROM record_counts WHERE organization_id = tenant AND table_name = counted AND id = ANY (settled);
        INSERT INTO record_counts (organization_id, table_name, change, folded) VALUES (tenant, counted, total, true);
    END IF;
END $$;

-- Refuses what was added beyond a limit, when the transaction commits: so whoever adds near it waits for no more than the
-- commits of others, and the wait comes after every other lock.
--
-- Near a limit the organization's additions commit one after the other: each counts all that were before it. Far from it
-- they share the lock, so that one that comes near waits for them. Far are nine tenths of it, and additions so small that
-- a thousand at once are within the last tenth.
CREATE FUNCTION keep_within_quotas() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    lock constant bigint := hashtextextended('quota ' || NEW.organization_id, 0);
    most constant bigint := quota_of(NEW.organization_id, NEW.table_name);
    far bigint;
BEGIN
    IF most IS NULL THEN
        RETURN NULL;
    END IF;
    far := CASE WHEN NEW.change * 10000 <= most THEN most - most / 10 ELSE -1 END;
    IF counted_rows(NEW.organization_id, NEW.table_name) <= far THEN
        PERFORM pg_advisory_xact_lock_shared(lock);
        IF counted_rows(NEW.organization_id, NEW.table_name) > far THEN
            RAISE EXCEPTION 'the limit has come near meanwhile' USING ERRCODE = 'serialization_failure';
        END IF;
        RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock(lock);
    PERFORM require_quota(NEW.organization_id, NEW.table_name);
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION quota_of, counted_rows, require_quota, keep_within_quotas FROM PUBLIC;

CREATE CONSTRAINT TRIGGER within_quotas AFTER INSERT ON record_counts
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.change > 0 AND NOT NEW.folded) EXECUTE FUNCTION keep_within_quotas();
