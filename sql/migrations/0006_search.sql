-- Free-text search. Behind row level security PostgreSQL uses no index for ILIKE, since the operator might tell
-- of rows that the policy hides. So the search itself runs with the owner's rights, in functions that look in the
-- tenant's live records alone and answer nothing but their ids.

-- Makes matching_<target>(pattern), all that match, and matching_<target>(pattern, most, skipped), one page of
-- them, the newest first. Null finds nothing. `live` is the condition of a record that is not deleted.
--
-- plpgsql and custom plans, because the best plan depends on the pattern: a rare word goes through the trigram
-- index, a common one is soon found among the newest, and a small organization is read as a whole.
CREATE PROCEDURE make_searchable(target text, searched text[], live text DEFAULT 'true')
    LANGUAGE plpgsql
AS $make$
DECLARE
    finder text := 'matching_' || target;
    matches text := (SELECT string_agg(format('%I ILIKE pattern', field), ' OR ') FROM unnest(searched) AS field);
    template constant text := $function$
        CREATE FUNCTION %I(%s) RETURNS SETOF text
            LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
            SET search_path = public, pg_temp
            SET plan_cache_mode = force_custom_plan
        AS $body$
        BEGIN
            RETURN QUERY
            SELECT id
            FROM %I
            WHERE organization_id = current_organization() AND %s AND (%s)
            %s;
        END $body$
    $function$;
BEGIN
    EXECUTE format(template, finder, 'pattern text', target, live, matches, '');
    EXECUTE format(
        template, finder, 'pattern text, most bigint, skipped bigint', target, live, matches,
        'ORDER BY created_at DESC, id DESC LIMIT most OFFSET skipped');
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %1$I(text), %1$I(text, bigint, bigint) FROM PUBLIC', finder);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %1$I(text), %1$I(text, bigint, bigint) TO invoicing_app', finder);
END $make$;

CALL make_searchable('customers', '{display_name,gstin,phone,email}', 'deleted_at IS NULL');
CALL make_searchable('customer_contacts', '{name,email,phone}');
CALL make_searchable('vendors', '{display_name,gstin,phone,email}', 'deleted_at IS NULL');
CALL make_searchable('items', '{name,sku,barcode,hsn_or_sac}', 'deleted_at IS NULL');
CALL make_searchable('price_lists', '{name}', 'deleted_at IS NULL');

CREATE PROCEDURE index_for_search(target text, searched text[], live text DEFAULT 'true')
    LANGUAGE plpgsql
AS $$
DECLARE
    home text := (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm');
    fields text := (SELECT string_agg(format('%I %s.gin_trgm_ops', field, home), ', ') FROM unnest(searched) AS field);
BEGIN
    EXECUTE format('CREATE INDEX %I ON %I USING gin (%s) WHERE %s', target || '_search', target, fields, live);
END $$;

-- The indexes need pg_trgm, which a distribution's PostgreSQL has and the embedded one lacks. Without it, or where
-- the owner may not add it, search gives the same answers, read from the organization's own rows.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
        RETURN;
    END IF;
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CALL index_for_search('customers', '{display_name,gstin,phone,email}', 'deleted_at IS NULL');
    CALL index_for_search('customer_contacts', '{name,email,phone}');
    CALL index_for_search('vendors', '{display_name,gstin,phone,email}', 'deleted_at IS NULL');
    CALL index_for_search('items', '{name,sku,barcode,hsn_or_sac}', 'deleted_at IS NULL');
    CALL index_for_search('price_lists', '{name}', 'deleted_at IS NULL');
EXCEPTION
    WHEN insufficient_privilege THEN RAISE NOTICE 'pg_trgm could not be added: search works without its indexes';
END $$;
