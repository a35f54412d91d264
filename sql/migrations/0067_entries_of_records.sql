-- The entries of the current organization that tell of some records, once for each: of such as are changed, not of what is
-- only added. PostgreSQL does not use the index by a hash behind row level security.
CREATE FUNCTION entries_of_records(records text[]) RETURNS TABLE (id bigint, record_id text)
    LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    tenant constant text := current_organization();
BEGIN
    RETURN QUERY
    SELECT e.id, e.record_id
    FROM unnest(records) AS s (record)
    JOIN trail e
        ON e.organization_id = tenant
        AND hashtextextended(e.record_id, 0) = hashtextextended(s.record, 0)
        AND e.record_id = s.record;
END $$;
REVOKE EXECUTE ON FUNCTION entries_of_records FROM PUBLIC;
GRANT EXECUTE ON FUNCTION entries_of_records TO invoicing_app;
