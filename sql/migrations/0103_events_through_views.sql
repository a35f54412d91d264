-- `write_events_of` groups by all that it shows of a kind: where a table is seen through a view (sql/citus/shards.sql),
-- PostgreSQL does not know that its key tells the rest.
DO $$
BEGIN
    EXECUTE replace(
        pg_get_functiondef('write_events_of'::regproc),
        'GROUP BY k.table_name, e.record_id',
        'GROUP BY k.table_name, k.noun, k.issued, e.record_id');
END $$;
