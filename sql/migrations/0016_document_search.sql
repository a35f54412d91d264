-- Search among what grows with the books. Makes matching_<target>(pattern, most): the ids of at most so many of the
-- organization's live records that match, in no order. Null finds nothing. `live` is the condition of a record that is
-- not deleted. Who asks for one more than it can use learns by it that there are many.
--
-- As in 0006 it runs with the owner's rights, because no index serves ILIKE behind row level security, and is planned for
-- the pattern: as if all that match were wanted, and then read no further than `most`. A plan for the first of them would
-- often cost a little less, and now and then all: where PostgreSQL guesses that many match and there are few, or they lie
-- at the other end, it would go through everything.
CREATE PROCEDURE make_documents_searchable(target text, searched text[], live text DEFAULT 'true')
    LANGUAGE plpgsql
AS $make$
DECLARE
    finder text := 'matching_' || target;
    matches text := (SELECT string_agg(format('%I ILIKE pattern', field), ' OR ') FROM unnest(searched) AS field);
    template constant text := $function$
        CREATE FUNCTION %I(pattern text, most bigint) RETURNS SETOF text
            LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER
            SET search_path = public, pg_temp
            SET plan_cache_mode = force_custom_plan
        AS $body$
        BEGIN
            RETURN QUERY
            WITH found AS MATERIALIZED (
                SELECT id
                FROM %I
                WHERE organization_id = current_organization() AND %s AND (%s)
            )
            SELECT f.id
            FROM found f
            LIMIT most;
        END $body$
    $function$;
BEGIN
    EXECUTE format(template, finder, target, live, matches);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I(text, bigint) FROM PUBLIC', finder);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I(text, bigint) TO invoicing_app', finder);
END $make$;

CALL make_documents_searchable('payments_received', '{payment_number,reference_number}', 'deleted_at IS NULL');
CALL make_documents_searchable('bills', '{bill_number,vendor_bill_number}');
CALL make_documents_searchable('credit_notes', '{credit_note_number,reason}');
CALL make_documents_searchable('debit_notes', '{debit_note_number,reason}');
CALL make_documents_searchable('quotes', '{quote_number}');
CALL make_documents_searchable('sales_orders', '{sales_order_number}');
