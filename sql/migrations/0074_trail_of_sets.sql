-- The text of each row that is added is made once: to be hashed and to be sorted by is the same expression.
CREATE OR REPLACE FUNCTION trail_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO'
AS $$
DECLARE
    statement record;
BEGIN
    FOR statement IN
        SELECT a.organization_id, a.made_in,
               text_hash(string_agg(a::text COLLATE "C", E'\n' ORDER BY a::text COLLATE "C")) AS hash
        FROM added a
        GROUP BY a.organization_id, a.made_in
    LOOP
        INSERT INTO trail (id, transaction_id, organization_id, table_name, row_hash)
        VALUES (
            statement.made_in, trail_transaction(statement.organization_id, statement.made_in), statement.organization_id,
            TG_ARGV[0], statement.hash);
    END LOOP;
    RETURN NULL;
END $$;
