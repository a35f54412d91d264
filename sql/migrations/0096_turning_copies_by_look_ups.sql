-- As in 0040, but what a piece costs does not grow with what was turned before it.
CREATE OR REPLACE PROCEDURE turn_copies(most integer, INOUT turned integer DEFAULT NULL)
    LANGUAGE plpgsql SET timezone = 'UTC' SET datestyle = 'ISO' SET enable_bitmapscan = off
AS $$
DECLARE
    kept trail_tables;
BEGIN
    CREATE TEMPORARY TABLE copies ON COMMIT DROP AS
    -- One transaction for what a request wrote within a second: commands have no request of their own name.
    SELECT c.*, NULL::bytea AS hash,
           lead(c.id) OVER (PARTITION BY c.organization_id, c.table_name, c.name ORDER BY c.id) IS NULL AS is_last,
           min(c.id) OVER (PARTITION BY c.user_id, c.token_id, c.request_id, c.organization_id, date_trunc('second', c.at))
               AS transaction_id
    FROM (
        SELECT a.*, CASE cardinality(k.record_columns)
                   WHEN 1 THEN a.record_id
                   ELSE concat_ws(' ', coalesce(a.after, a.before) ->> k.record_columns[1],
                                  coalesce(a.after, a.before) ->> k.record_columns[2])
               END AS name
        FROM audit_copies a
        JOIN trail_tables k ON k.table_name = a.table_name
        WHERE NOT a.stays
        ORDER BY a.organization_id DESC, a.id DESC
        LIMIT most
    ) c;
    GET DIAGNOSTICS turned = ROW_COUNT;
    IF turned = 0 THEN
        -- Gives the room back.
        INSERT INTO copies SELECT * FROM audit_copies;
        TRUNCATE audit_copies;
        INSERT INTO audit_copies
        SELECT organization_id, id, at, user_id, token_id, request_id, table_name, record_id, operation, before, after, stays
        FROM copies;
        DROP TABLE copies;
        RETURN;
    END IF;
    ANALYZE copies;
    -- OFFSET keeps it a look-up for each copy, without a bitmap one that ends at the first entry found. As a join it may
    -- read all of the trail, for each piece of it.
    UPDATE copies c
    SET is_last = false
    WHERE c.is_last AND EXISTS (
        SELECT FROM trail l
        WHERE l.organization_id = c.organization_id
          AND hashtextextended(l.record_id, 0) = hashtextextended(c.name, 0)
          AND l.record_id = c.name AND l.table_name = c.table_name AND l.id > c.id
        OFFSET 0);

    -- What came before another change is only proved by its hash; the last state is that of the row as it is.
    FOR kept IN SELECT DISTINCT k.* FROM trail_tables k JOIN copies c ON c.table_name = k.table_name LOOP
        EXECUTE format($query$
            UPDATE copies e
            SET hash = CASE WHEN e.is_last THEN (
                    SELECT text_hash(%4$s)
                    FROM %1$I t
                    WHERE %2$s = e.organization_id AND %3$s = e.name AND jsonb_populate_record(t, e.after) IS NOT DISTINCT FROM t)
                ELSE (SELECT text_hash(%4$s) FROM jsonb_populate_record(NULL::%1$I, e.after) t) END
            WHERE e.table_name = %1$L AND e.after IS NOT NULL
        $query$, kept.table_name, trail_organization(kept.table_name), trail_record(kept.table_name),
            trail_text(kept.table_name));
    END LOOP;

    UPDATE audit_copies a
    SET stays = true, record_id = c.name
    FROM copies c
    WHERE a.organization_id = c.organization_id AND a.id = c.id
      AND (c.table_name = 'idempotency_keys' OR (c.after IS NOT NULL AND c.hash IS NULL));
    DELETE FROM copies c
    WHERE c.table_name = 'idempotency_keys' OR (c.after IS NOT NULL AND c.hash IS NULL);

    INSERT INTO trail_transactions (id, at, organization_id, user_id, token_id, request_id)
    SELECT transaction_id, min(at), organization_id, user_id, token_id, request_id
    FROM copies
    GROUP BY transaction_id, organization_id, user_id, token_id, request_id;
    INSERT INTO trail (id, transaction_id, organization_id, table_name, record_id, row_hash, before)
    SELECT c.id, c.transaction_id, c.organization_id, c.table_name, c.name, c.hash,
           CASE WHEN c.operation = 'UPDATE' AND NOT whole_row(c.id, c.hash) THEN coalesce(
               (SELECT jsonb_object_agg(b.key, b.value) FROM jsonb_each(c.before) b WHERE b.value IS DISTINCT FROM c.after -> b.key),
               '{}') ELSE c.before END
    FROM copies c;
    DELETE FROM audit_copies a
    USING copies c
    WHERE a.organization_id = c.organization_id AND a.id = c.id;
    DROP TABLE copies;
END $$;
