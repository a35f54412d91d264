-- What the trail tells, worked out from its entries and the rows as they are: what `audit` prints, and whether a row is
-- still what its last entry says.

-- What the trail held before: whole copies of rows, told until they are turned into entries. Some stay (0027).
ALTER TABLE audit_log RENAME TO audit_copies;
ALTER TABLE audit_copies ALTER COLUMN id DROP IDENTITY;
ALTER TABLE audit_copies ADD COLUMN stays boolean NOT NULL DEFAULT false;
DROP FUNCTION audit_row;

-- What every kind of row has to be told without.
CREATE FUNCTION without_secrets(shown jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN shown - '{token_hash,password_hash,secret_hash,made_in}'::text[];

-- The column that has the organization of a table's rows, and the expression that names a record: in the words of SQL.
CREATE FUNCTION trail_organization(target text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE target WHEN 'organizations' THEN 't.id' ELSE 't.organization_id' END;

CREATE FUNCTION trail_record(target text) RETURNS text
    LANGUAGE sql STABLE
AS $$
    SELECT CASE cardinality(k.record_columns)
        WHEN 1 THEN format('t.%I', k.record_columns[1])
        ELSE (SELECT format('concat_ws('' '', %s)', string_agg(format('t.%I', c), ', ' ORDER BY place))
              FROM unnest(k.record_columns) WITH ORDINALITY AS u (c, place))
    END
    FROM trail_tables k
    WHERE k.table_name = target
$$;

-- The text of row t whose hash entry e has: it lacks the columns that are younger than the entry.
CREATE FUNCTION trail_text(target text) RETURNS text
    LANGUAGE sql STABLE
AS $$
    SELECT coalesce('CASE ' || string_agg(format('WHEN e.id < %s THEN %s', younger.since, older.columns), ' ' ORDER BY younger.since)
                    || ' ELSE t::text END', 't::text')
    FROM (SELECT DISTINCT since FROM trail_columns WHERE table_name = target AND since > 0) younger
    CROSS JOIN LATERAL (
        SELECT 'ROW(' || string_agg(format('t.%I', c.column_name), ', ' ORDER BY a.attnum) || ')::text' AS columns
        FROM trail_columns c
        JOIN pg_attribute a ON a.attrelid = target::regclass AND a.attname = c.column_name
        WHERE c.table_name = target AND c.since < younger.since
    ) older
$$;

-- A row as it is. Of several under one name that with the hash.
CREATE FUNCTION live_row(organization text, target text, record text, hash bytea) RETURNS jsonb
    LANGUAGE plpgsql STABLE SET timezone = 'UTC' SET datestyle = 'ISO'
AS $$
DECLARE
    found jsonb;
BEGIN
    EXECUTE format(
        'SELECT to_jsonb(t) FROM %I t WHERE %s = $1 AND %s = $2 ORDER BY text_hash(t::text) = $3 DESC LIMIT 1',
        target, trail_organization(target), trail_record(target))
    INTO found
    USING organization, record, hash;
    RETURN found;
END $$;

-- What a row was after an entry: what it is, or what a later entry has whole, taken back change by change. A bitmap scan
-- would read all later entries, an index scan ends at the first that is whole.
CREATE FUNCTION trail_after(organization text, target text, record text, entry bigint, hash bytea) RETURNS jsonb
    LANGUAGE plpgsql STABLE SET timezone = 'UTC' SET datestyle = 'ISO' SET enable_bitmapscan = off
AS $$
DECLARE
    state jsonb;
    later record;
    copy record;
BEGIN
    SELECT e.id, e.before INTO later
    FROM trail e
    WHERE e.organization_id = organization
      AND hashtextextended(e.record_id, 0) = hashtextextended(record, 0)
      AND e.record_id = record
      AND e.table_name = target
      AND e.id > entry
      AND e.before IS NOT NULL
      AND whole_row(e.id, e.row_hash)
    ORDER BY hashtextextended(e.record_id, 0), e.id
    LIMIT 1;
    SELECT c.id, c.before INTO copy
    FROM audit_copies c
    WHERE c.organization_id = organization
      AND c.record_id = record
      AND c.table_name = target
      AND c.stays
      AND c.id > entry
      AND c.before IS NOT NULL
    ORDER BY c.id
    LIMIT 1;
    IF copy.id < coalesce(later.id, 9223372036854775807) THEN
        later := copy;
    END IF;
    state := CASE WHEN later.id IS NOT NULL THEN later.before ELSE live_row(organization, target, record, hash) END;
    SELECT state || coalesce(jsonb_object_agg(b.key, b.value ORDER BY e.id DESC), '{}') INTO state
    FROM trail e
    CROSS JOIN LATERAL jsonb_each(e.before) b
    WHERE e.organization_id = organization
      AND hashtextextended(e.record_id, 0) = hashtextextended(record, 0)
      AND e.record_id = record
      AND e.table_name = target
      AND e.id > entry
      AND e.id < coalesce(later.id, 9223372036854775807)
      AND e.before IS NOT NULL;
    RETURN without_secrets(state);
END $$;

-- The rows that an entry for several added, also those that were removed since.
CREATE FUNCTION added_rows(organization text, target text, entry bigint)
    RETURNS TABLE (record_id text, added jsonb)
    LANGUAGE plpgsql STABLE SET timezone = 'UTC' SET datestyle = 'ISO'
AS $$
BEGIN
    RETURN QUERY EXECUTE format(
        'SELECT t.id, without_secrets(to_jsonb(t)) FROM %I t WHERE t.organization_id = $1 AND t.made_in = $2', target)
        USING organization, entry;
    RETURN QUERY
        SELECT e.record_id, without_secrets(e.before)
        FROM trail e
        WHERE e.organization_id = organization
          AND e.table_name = target
          AND e.before ? 'made_in'
          AND (e.before ->> 'made_in')::bigint = entry;
END $$;

-- The entry that tells of the insertion of a row that is never changed, by the row's id; null where there is none.
CREATE FUNCTION entry_of_addition(organization text, record text) RETURNS bigint
    LANGUAGE plpgsql STABLE
AS $$
DECLARE
    target text;
    found bigint;
BEGIN
    FOR target IN SELECT k.table_name FROM trail_tables k WHERE k.added_to LOOP
        EXECUTE format('SELECT t.made_in FROM %I t WHERE t.organization_id = $1 AND t.id = $2', target)
        INTO found
        USING organization, record;
        IF found IS NOT NULL THEN
            RETURN found;
        END IF;
    END LOOP;
    RETURN (
        SELECT (e.before ->> 'made_in')::bigint
        FROM trail e
        WHERE e.organization_id = organization
          AND hashtextextended(e.record_id, 0) = hashtextextended(record, 0)
          AND e.record_id = record
          AND e.before ? 'made_in');
END $$;

-- The trail as it is told: a row for each row that was touched, with all of its columns before and after. It costs a look
-- at each row and its later entries: ask for few `id`s at a time.
CREATE VIEW audit_log WITH (security_invoker) AS
SELECT e.organization_id, e.id, t.at, t.user_id, t.token_id, t.request_id, e.table_name, e.record_id,
       CASE WHEN e.row_hash IS NULL THEN 'DELETE' WHEN e.before IS NULL THEN 'INSERT' ELSE 'UPDATE' END AS operation,
       CASE WHEN e.row_hash IS NULL THEN without_secrets(e.before) ELSE s.after || without_secrets(e.before) END AS before,
       s.after
FROM trail e
JOIN trail_transactions t ON t.organization_id = e.organization_id AND t.id = e.transaction_id
CROSS JOIN LATERAL (
    SELECT CASE WHEN e.row_hash IS NOT NULL
        THEN trail_after(e.organization_id, e.table_name, e.record_id, e.id, e.row_hash) END AS after
) s
WHERE e.record_id IS NOT NULL
UNION ALL
SELECT e.organization_id, e.id, t.at, t.user_id, t.token_id, t.request_id, e.table_name, coalesce(r.record_id, ''), 'INSERT', NULL, r.added
FROM trail e
JOIN trail_transactions t ON t.organization_id = e.organization_id AND t.id = e.transaction_id
LEFT JOIN LATERAL added_rows(e.organization_id, e.table_name, e.id) r ON true
WHERE e.record_id IS NULL
UNION ALL
SELECT c.organization_id, c.id, c.at, c.user_id, c.token_id, c.request_id, c.table_name, c.record_id, c.operation, c.before, c.after
FROM audit_copies c;

-- Rows that are not what the trail says: changed, made or removed past it. Not asked of idempotency keys, which are no part
-- of the books. For operators, once no copy is left to be turned.
CREATE FUNCTION past_the_trail(organization text) RETURNS TABLE (table_name text, record_id text, difference text)
    LANGUAGE plpgsql STABLE SET timezone = 'UTC' SET datestyle = 'ISO'
AS $$
DECLARE
    kept trail_tables;
BEGIN
    FOR kept IN SELECT k.* FROM trail_tables k WHERE k.table_name <> 'idempotency_keys' ORDER BY k.table_name LOOP
        -- Rows with an entry each: the last one has the hash of the row as it is.
        RETURN QUERY EXECUTE format($query$
            SELECT %1$L, coalesce(e.name, %2$s),
                   CASE WHEN e.name IS NULL THEN 'was made past the trail'
                        WHEN %3$s IS NULL THEN 'was removed past the trail'
                        ELSE 'was changed past the trail' END
            FROM (SELECT * FROM %1$I t WHERE %3$s = $1 %4$s) t
            FULL JOIN (
                SELECT DISTINCT ON (l.record_id) l.record_id AS name, l.id, l.row_hash
                FROM trail l
                WHERE l.organization_id = $1 AND l.table_name = %1$L AND l.record_id IS NOT NULL
                ORDER BY l.record_id, l.id DESC
            ) e ON e.name = %2$s
            WHERE CASE WHEN %3$s IS NULL THEN e.row_hash IS NOT NULL
                       ELSE e.row_hash IS DISTINCT FROM text_hash(%5$s) END
        $query$, kept.table_name, trail_record(kept.table_name), trail_organization(kept.table_name),
            CASE WHEN kept.added_to THEN 'AND t.made_in IS NULL' ELSE '' END, trail_text(kept.table_name))
        USING organization;
        CONTINUE WHEN NOT kept.added_to;
        -- Rows with one entry for all that a statement added, together with those that were removed since.
        RETURN QUERY EXECUTE format($query$
            SELECT %1$L, coalesce(r.first_name, 'entry ' || e.id),
                   CASE WHEN e.id IS NULL THEN 'was made past the trail'
                        WHEN r.id IS NULL THEN 'was removed past the trail'
                        ELSE 'was changed past the trail, or one of those added with it: ' || r.rows || ' to ' || r.last_name END
            FROM (
                SELECT a.id, min(a.name) AS first_name, max(a.name) AS last_name, count(*) AS rows,
                       text_hash(string_agg(a.row_text, E'\n' ORDER BY a.row_text COLLATE "C")) AS hash
                FROM (
                    SELECT e.id, t.id AS name, %2$s AS row_text
                    FROM %1$I t
                    CROSS JOIN LATERAL (SELECT t.made_in AS id) e
                    WHERE t.organization_id = $1 AND t.made_in IS NOT NULL
                    UNION ALL
                    SELECT e.id, t.id, %2$s
                    FROM trail r
                    CROSS JOIN LATERAL (SELECT (r.before ->> 'made_in')::bigint AS id) e
                    CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$I, r.before) t
                    WHERE r.organization_id = $1 AND r.table_name = %1$L AND r.before ? 'made_in' AND e.id IS NOT NULL
                ) a
                GROUP BY a.id
            ) r
            FULL JOIN (
                SELECT l.id, l.row_hash
                FROM trail l
                WHERE l.organization_id = $1 AND l.table_name = %1$L AND l.record_id IS NULL
            ) e ON e.id = r.id
            WHERE r.hash IS DISTINCT FROM e.row_hash
        $query$, kept.table_name, trail_text(kept.table_name))
        USING organization;
    END LOOP;
END $$;
