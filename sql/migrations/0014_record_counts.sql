-- How many records a list has, kept instead of counted: what `total` costs no longer grows with the books.
--
-- A statement that adds records adds one row here, which says how many; a record that goes takes one off. Nothing is
-- updated, so nobody waits for anybody, and a rollback takes its rows along: the sum is exact in every snapshot. Now
-- and then a transaction puts the rows of a list that nobody holds into one.
CREATE TABLE record_counts (
    organization_id text   NOT NULL REFERENCES organizations (id),
    table_name      text   NOT NULL,
    id              bigint GENERATED ALWAYS AS IDENTITY,
    change          bigint NOT NULL,
    PRIMARY KEY (organization_id, table_name, id)
)
-- Rows live for some fifty inserts: what is left of them is to be cleared away by their number, not by their share.
WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0);

CALL wall_off('record_counts');
GRANT SELECT ON record_counts TO invoicing_app;

-- One insert in fifty folds: a list then has about fifty rows to add up, and folding costs little.
CREATE FUNCTION keep_count(tenant text, counted text, many bigint) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    fresh bigint;
BEGIN
    INSERT INTO record_counts (organization_id, table_name, change) VALUES (tenant, counted, many) RETURNING id INTO fresh;
    IF fresh % 50 = 0 THEN
        WITH settled AS (
            SELECT id
            FROM record_counts
            WHERE organization_id = tenant AND table_name = counted
            FOR UPDATE SKIP LOCKED
        ), folded AS (
            DELETE FROM record_counts c
            USING settled s
            WHERE c.organization_id = tenant AND c.table_name = counted AND c.id = s.id
            RETURNING c.change
        )
        INSERT INTO record_counts (organization_id, table_name, change)
        SELECT tenant, counted, sum(change) FROM folded;
    END IF;
END $$;
REVOKE EXECUTE ON FUNCTION keep_count FROM PUBLIC;

-- The table's name comes as an argument, as with audit_row. The rows are read into variables first: a distributed
-- table's trigger cannot insert from them.
CREATE FUNCTION count_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    tenant text;
    many bigint;
BEGIN
    FOR tenant, many IN SELECT organization_id, count(*) FROM added GROUP BY organization_id LOOP
        PERFORM keep_count(tenant, TG_ARGV[0], many);
    END LOOP;
    RETURN NULL;
END $$;

CREATE FUNCTION count_removed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM keep_count(OLD.organization_id, TG_ARGV[0], -1);
    RETURN NULL;
END $$;

-- Keeps the count of a table, beginning with what it has. Deleted records of most tables stay, with their `deleted_at`.
CREATE PROCEDURE keep_count_of(target text, stays_deleted boolean)
    LANGUAGE plpgsql
AS $$
DECLARE
    live text := CASE WHEN stays_deleted THEN 'deleted_at IS NULL' ELSE 'true' END;
    went text := CASE WHEN stays_deleted THEN 'WHEN (OLD.deleted_at IS NULL)' ELSE '' END;
BEGIN
    EXECUTE format(
        'CREATE TRIGGER counted_in AFTER INSERT ON %I REFERENCING NEW TABLE AS added
         FOR EACH STATEMENT EXECUTE FUNCTION count_added(%L)', target, target);
    EXECUTE format(
        'CREATE TRIGGER counted_out AFTER DELETE ON %I FOR EACH ROW %s EXECUTE FUNCTION count_removed(%L)',
        target, went, target);
    IF stays_deleted THEN
        EXECUTE format(
            'CREATE TRIGGER counted_off AFTER UPDATE OF deleted_at ON %I FOR EACH ROW
             WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION count_removed(%L)',
            target, target);
    END IF;
    EXECUTE format(
        'INSERT INTO record_counts (organization_id, table_name, change)
         SELECT organization_id, %L, count(*) FROM %I WHERE %s GROUP BY organization_id', target, target, live);
END $$;

-- Those that grow with the business. The others (currencies, terms, series, …) are a handful, quickly counted.
CALL keep_count_of('customers', true);
CALL keep_count_of('customer_contacts', false);
CALL keep_count_of('vendors', true);
CALL keep_count_of('items', true);
CALL keep_count_of('expenses', true);
CALL keep_count_of('invoices', false);
CALL keep_count_of('payments_received', true);
CALL keep_count_of('quotes', false);
CALL keep_count_of('sales_orders', false);
CALL keep_count_of('credit_notes', false);
CALL keep_count_of('debit_notes', false);
CALL keep_count_of('bills', false);
CALL keep_count_of('stock_positions', false);
