-- The trail over HTTP, and seals over it.

-- The service finds entries behind its wall. What they tell it is told by functions that look at the current organization
-- alone: among the tables of the trail are some that the service cannot read.
GRANT SELECT ON trail, trail_transactions TO invoicing_app;

-- What an entry of the current organization tells, row by row: one row of most, all rows that a statement added. Of a change
-- it tells what was changed. `place` is that of the row in its entry, and stays.
CREATE FUNCTION told_entry(entry bigint)
    RETURNS TABLE (place bigint, record_id text, action text, before jsonb, after jsonb)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    tenant constant text := current_organization();
BEGIN
    RETURN QUERY
    SELECT row_number() OVER (ORDER BY a.record_id), a.record_id, a.operation,
           CASE WHEN a.operation = 'UPDATE' THEN without_equals(a.before, a.after) ELSE a.before END,
           CASE WHEN a.operation = 'UPDATE' THEN without_equals(a.after, a.before) ELSE a.after END
    FROM audit_log a
    WHERE a.organization_id = tenant AND a.id = entry;
END $$;

-- What of an object another one has otherwise, or not at all.
CREATE FUNCTION without_equals(shown jsonb, other jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
    RETURN (
        SELECT coalesce(jsonb_object_agg(s.key, s.value), '{}')
        FROM jsonb_each(shown) s
        WHERE s.value IS DISTINCT FROM other -> s.key);
END $$;

-- How many rows an entry of the current organization tells of.
CREATE FUNCTION rows_of_entry(entry bigint, target text, record text) RETURNS bigint
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    tenant constant text := current_organization();
    kept bigint;
BEGIN
    IF record IS NOT NULL THEN
        RETURN 1;
    END IF;
    -- A name that is not in the catalogue of the trail names no table here.
    EXECUTE format(
        'SELECT count(*) FROM %I t WHERE t.organization_id = $1 AND t.made_in = $2',
        (SELECT k.table_name FROM trail_tables k WHERE k.table_name = target))
    INTO kept
    USING tenant, entry;
    RETURN kept + (
        SELECT count(*)
        FROM trail e
        WHERE e.organization_id = tenant
          AND e.table_name = target
          AND e.before ? 'made_in'
          AND (e.before ->> 'made_in')::bigint = entry);
END $$;

-- The entries of the current organization that tell of a record. PostgreSQL does not use the index by a hash behind row
-- level security.
CREATE FUNCTION entries_of_record(record text) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    tenant constant text := current_organization();
BEGIN
    RETURN QUERY
    SELECT e.id
    FROM trail e
    WHERE e.organization_id = tenant
      AND hashtextextended(e.record_id, 0) = hashtextextended(record, 0)
      AND e.record_id = record;
    RETURN NEXT entry_of_addition(tenant, record);
END $$;
REVOKE EXECUTE ON FUNCTION told_entry, rows_of_entry, entries_of_record FROM PUBLIC;
GRANT EXECUTE ON FUNCTION told_entry, rows_of_entry, entries_of_record TO invoicing_app;

-- A seal stands for all entries of an organization's trail from `first_entry` to `last_entry`, both numbers included,
-- whether there is an entry of that number or not. `root` is that of the Merkle tree over them, and `seal` the hash of
-- this row and of the seal before. Commands alone read and write them.
CREATE TABLE trail_seals (
    organization_id text        NOT NULL REFERENCES organizations,
    number          integer     NOT NULL CHECK (number > 0),
    sealed_at       timestamptz NOT NULL,
    first_entry     bigint      NOT NULL,
    last_entry      bigint      NOT NULL CHECK (last_entry >= first_entry),
    entries         bigint      NOT NULL CHECK (entries > 0),
    root            bytea       NOT NULL CHECK (length(root) = 32),
    seal            bytea       NOT NULL CHECK (length(seal) = 32),
    PRIMARY KEY (organization_id, number)
);
CALL wall_off('trail_seals');

-- The tree in parts of 256 entries each, by which `audit-verify` tells where it differs.
CREATE TABLE trail_seal_parts (
    organization_id text    NOT NULL,
    number          integer NOT NULL,
    part            integer NOT NULL,
    last_entry      bigint  NOT NULL,
    entries         integer NOT NULL CHECK (entries BETWEEN 1 AND 256),
    hash            bytea   NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (organization_id, number, part),
    FOREIGN KEY (organization_id, number) REFERENCES trail_seals DEFERRABLE INITIALLY DEFERRED
);
CALL wall_off('trail_seal_parts');

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON trail_seals
    FOR EACH ROW EXECUTE FUNCTION never_changed('trail_seals');
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON trail_seal_parts
    FOR EACH ROW EXECUTE FUNCTION never_changed('trail_seal_parts');

-- The text of an entry that is sealed: everything that the trail keeps of it, and who made it, when and by which request.
-- No setting of the session changes it: the moment is in microseconds since 1970.
CREATE FUNCTION sealed_text(entry trail, made trail_transactions) RETURNS text
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN jsonb_build_array(
        entry.organization_id, entry.id, entry.table_name, entry.record_id, encode(entry.row_hash, 'hex'), entry.before,
        entry.transaction_id, (extract(epoch FROM made.at) * 1000000)::bigint, made.user_id, made.token_id, made.request_id
    )::text;
END $$;
-- The same of a copy that stays (0027).
CREATE FUNCTION sealed_text(copy audit_copies) RETURNS text
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN jsonb_build_array(
        copy.organization_id, copy.id, copy.table_name, copy.record_id, copy.operation, copy.before, copy.after,
        (extract(epoch FROM copy.at) * 1000000)::bigint, copy.user_id, copy.token_id, copy.request_id
    )::text;
END $$;

-- As in 0026, in PL/pgSQL, which keeps its plan: requests call it now.
CREATE OR REPLACE FUNCTION trail_record(target text) RETURNS text
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (
        SELECT CASE cardinality(k.record_columns)
            WHEN 1 THEN format('t.%I', k.record_columns[1])
            ELSE (SELECT format('concat_ws('' '', %s)', string_agg(format('t.%I', c), ', ' ORDER BY place))
                  FROM unnest(k.record_columns) WITH ORDINALITY AS u (c, place))
        END
        FROM trail_tables k
        WHERE k.table_name = target);
END $$;
