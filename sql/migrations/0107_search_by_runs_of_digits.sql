-- A document is looked for by the runs of five digits in what is searched (0106), and what has them all is compared with the
-- whole. Where there are none it is looked for as before, by the trigrams of the digits at the end or of the whole.
--
-- The parties whose names match are found first, all of them: the planner then knows how few there are, and that mostly there
-- is none. Where 100,000 match, that costs 45 ms more than to look them up one by one.

CREATE OR REPLACE PROCEDURE make_documents_searchable(target text, searched text[], live text DEFAULT 'true')
    LANGUAGE plpgsql
AS $make$
DECLARE
    finder text := 'matching_' || target;
    fields text[] := array_append(searched, 'external_reference');
    digits text := (SELECT string_agg(quote_ident(field), ', ') FROM unnest(fields) AS field);
    may_match text := (SELECT string_agg(format('%I ILIKE rare', field), ' OR ') FROM unnest(fields) AS field);
    matches text := (SELECT string_agg(format('%I || '''' ILIKE pattern', field), ' OR ') FROM unnest(fields) AS field);
    party text := (
        SELECT min(attname::text) FROM pg_attribute
        WHERE attrelid = to_regclass(quote_ident(target)) AND attname IN ('customer_id', 'vendor_id'));
    template constant text := $function$
        CREATE OR REPLACE FUNCTION %1$I(pattern text, most bigint) RETURNS SETOF text
            LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
            SET search_path = public, pg_temp
            SET plan_cache_mode = force_custom_plan
        AS $body$
        DECLARE
            organization constant text := current_organization();
            runs constant bigint[] := digit_runs(organization, pattern);
            rare constant text := coalesce('%%' || substring(pattern FROM '[0-9]{3,}%%$'), pattern);
            parties text[];
        BEGIN
            SELECT array_agg(p.id)
            INTO parties
            FROM %6$I p
            WHERE p.organization_id = organization AND p.display_name ILIKE pattern;
            RETURN QUERY
            WITH found AS MATERIALIZED (
                SELECT id
                FROM %2$I
                WHERE organization_id = organization AND %3$s AND (%4$s)
                  -- One of the two is true for all, and left out by the planner, who knows the runs.
                  AND (runs = '{}' OR digit_runs(organization_id, %8$s) @> runs)
                  AND (runs <> '{}' OR %7$s)
                UNION ALL
                SELECT id
                FROM %2$I
                WHERE organization_id = organization AND %3$s AND %5$I = ANY (parties)
            )
            SELECT f.id
            FROM found f
            LIMIT most;
        END $body$
    $function$;
BEGIN
    EXECUTE format(
        template, finder, target, live, matches, party, replace(party, '_id', 's'), may_match, digits);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I(text, bigint) FROM PUBLIC', finder);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I(text, bigint) TO invoicing_app', finder);
END $make$;

CALL make_documents_searchable('invoices', '{invoice_number}');
CALL make_documents_searchable('payments_received', '{payment_number,reference_number}', 'deleted_at IS NULL');
CALL make_documents_searchable('payments_made', '{payment_number,reference_number}', 'deleted_at IS NULL');
CALL make_documents_searchable('expenses', '{expense_number,category}', 'deleted_at IS NULL');
CALL make_documents_searchable('bills', '{bill_number,vendor_bill_number}');
CALL make_documents_searchable('credit_notes', '{credit_note_number,reason}');
CALL make_documents_searchable('debit_notes', '{debit_note_number,reason}');
CALL make_documents_searchable('quotes', '{quote_number}');
CALL make_documents_searchable('sales_orders', '{sales_order_number}');
CALL make_documents_searchable('purchase_orders', '{purchase_order_number}');
