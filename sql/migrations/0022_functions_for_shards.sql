-- Functions that write, in a form that a distributed table accepts as well: plpgsql, one table with the organization in
-- each statement, no chain of WITH that writes, no rows inserted from a query, and no clock within an UPDATE. What they
-- do stays the same, so programs of before and after this file may run at the same time.

CREATE OR REPLACE FUNCTION add_login_tokens(organization text, member text, client text, family text, issued jsonb)
    RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    token record;
BEGIN
    FOR token IN
        SELECT *
        FROM jsonb_to_recordset(issued) AS i (id text, kind text, token_hash text, scopes text[], seconds integer)
    LOOP
        INSERT INTO tokens (organization_id, id, kind, token_hash, user_id, scopes, client_id, family_id, expires_at)
        VALUES (
            organization, token.id, token.kind, token.token_hash, member, token.scopes, client, family,
            clock_timestamp() + make_interval(secs => token.seconds));
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION end_family(family text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    moment timestamptz;
BEGIN
    PERFORM lock_family(family);
    moment := clock_timestamp();
    UPDATE tokens t
    SET revoked_at = moment
    WHERE t.family_id = family
      AND t.revoked_at IS NULL;
END $$;

CREATE OR REPLACE FUNCTION exchange_refresh_token(organization text, token text, issued jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    old tokens;
    moment timestamptz;
BEGIN
    PERFORM lock_family(t.family_id) FROM tokens t WHERE t.organization_id = organization AND t.id = token;
    SELECT t.* INTO old
    FROM tokens t
    WHERE t.organization_id = organization
      AND t.id = token
      AND t.used_at IS NULL
      AND t.revoked_at IS NULL
    FOR UPDATE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    -- After every wait: rivals that came meanwhile would look like second uses.
    moment := clock_timestamp();
    UPDATE tokens t
    SET used_at = moment
    WHERE t.organization_id = organization
      AND t.id = token;
    PERFORM add_login_tokens(organization, old.user_id, old.client_id, old.family_id, issued);
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION revoke_token(hash text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    moment timestamptz;
BEGIN
    PERFORM end_family(t.family_id) FROM tokens t WHERE t.token_hash = hash AND t.kind = 'refresh';
    moment := clock_timestamp();
    UPDATE tokens t
    SET revoked_at = moment
    WHERE t.token_hash = hash
      AND t.revoked_at IS NULL;
END $$;

-- As in 0014. The rows are held before they are added up, so what is added up is what is deleted.
CREATE OR REPLACE FUNCTION keep_count(tenant text, counted text, many bigint) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    fresh bigint;
    settled bigint[];
    total bigint;
BEGIN
    INSERT INTO record_counts (organization_id, table_name, change) VALUES (tenant, counted, many) RETURNING id INTO fresh;
    IF fresh % 50 = 0 THEN
        SELECT array_agg(held.id), sum(held.change) INTO settled, total
        FROM (
            SELECT id, change
            FROM record_counts
            WHERE organization_id = tenant AND table_name = counted
            FOR UPDATE SKIP LOCKED
        ) held;
        DELETE FROM record_counts WHERE organization_id = tenant AND table_name = counted AND id = ANY (settled);
        INSERT INTO record_counts (organization_id, table_name, change) VALUES (tenant, counted, total);
    END IF;
END $$;

-- As in 0018: what is fresh goes into the days that were folded before. The rows are held before they are added up, so
-- what is added up is what is deleted.
CREATE OR REPLACE FUNCTION fold_receivables(tenant text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    done bigint := coalesce(nullif(current_setting('app.receivables_folded', true), ''), '0');
    fresh_days date[];
    fresh_ids bigint[];
    folded_days date[];
    folded_ids bigint[];
    changes numeric[];
    more numeric[];
    day date;
    amount numeric;
BEGIN
    SELECT array_agg(held.due_date), array_agg(held.id), array_agg(held.change)
    INTO fresh_days, fresh_ids, changes
    FROM (
        SELECT due_date, id, change
        FROM receivables_by_day
        WHERE organization_id = tenant AND NOT folded AND id > done
        FOR UPDATE SKIP LOCKED
    ) held;
    SELECT array_agg(held.due_date), array_agg(held.id), array_agg(held.change)
    INTO folded_days, folded_ids, more
    FROM (
        SELECT due_date, id, change
        FROM receivables_by_day
        WHERE organization_id = tenant AND folded AND due_date = ANY (fresh_days)
        FOR UPDATE SKIP LOCKED
    ) held;
    DELETE FROM receivables_by_day r
    USING unnest(fresh_days, fresh_ids) AS held (due_date, id)
    WHERE r.organization_id = tenant AND NOT r.folded AND r.due_date = held.due_date AND r.id = held.id;
    DELETE FROM receivables_by_day r
    USING unnest(folded_days, folded_ids) AS held (due_date, id)
    WHERE r.organization_id = tenant AND r.folded AND r.due_date = held.due_date AND r.id = held.id;
    FOR day, amount IN
        SELECT held.due_date, sum(held.change)
        FROM unnest(fresh_days || folded_days, changes || more) AS held (due_date, change)
        GROUP BY held.due_date
        HAVING sum(held.change) <> 0
    LOOP
        INSERT INTO receivables_by_day (organization_id, due_date, change, folded) VALUES (tenant, day, amount, true);
    END LOOP;
    SELECT coalesce(max(held.id), done) INTO done FROM unnest(fresh_ids) AS held (id);
    PERFORM set_config('app.receivables_folded', done::text, true);
END $$;
