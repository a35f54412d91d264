-- How many rows each table has, as its owner sees them: what a backup notes and a restored copy is compared with.
CREATE FUNCTION rows_of_tables() RETURNS TABLE (table_name text, rows bigint)
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
BEGIN
    FOR table_name IN
        SELECT c.relname
        FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    LOOP
        EXECUTE format('SELECT count(*) FROM %I', table_name) INTO rows;
        RETURN NEXT;
    END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION rows_of_tables FROM PUBLIC;
