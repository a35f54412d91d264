-- Logins and refreshes again, as in 0054 and 0055, but for what these functions say; and what quotas need, before 0080 has
-- them hold.

-- Who arrived before a use is its rival, however long it waited since: for locks as well, behind commits of others. So its
-- arrival is told by the moment at which the message of the statement came here, and not by one after the waits.
CREATE OR REPLACE FUNCTION refresh_verdict(token tokens, waited interval) RETURNS text
    LANGUAGE plpgsql
AS $$
DECLARE
    known refresh_repeats;
    moment constant timestamptz := clock_timestamp();
    arrived constant timestamptz := statement_timestamp() - waited;
BEGIN
    IF token.used_at IS NULL THEN
        RETURN CASE WHEN token.revoked_at IS NULL AND token.expires_at > moment THEN 'live' ELSE 'ended' END;
    END IF;
    SELECT r.* INTO known FROM refresh_repeats r WHERE r.family_id = token.family_id AND r.token_id = token.id;
    IF token.revoked_at IS NULL AND known.repeated_at IS NULL AND known.exchanged_at > moment - interval '30 seconds' THEN
        RETURN 'repeatable';
    END IF;
    RETURN CASE WHEN coalesce(known.repeated_at, token.used_at) < arrived THEN 'reused' ELSE 'ended' END;
END $$;

-- What the failures of a device are counted under.
CREATE FUNCTION device_key(family text) RETURNS text
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN encode(sha256('\x00'::bytea || convert_to('device ' || family, 'UTF8')), 'hex');
END $$;

CREATE OR REPLACE FUNCTION login_key(username text, refresh_hash text, client text) RETURNS text
    LANGUAGE plpgsql STABLE
AS $$
DECLARE
    family text;
BEGIN
    SELECT t.family_id INTO family
    FROM tokens t
    JOIN users u ON u.id = t.user_id
    WHERE t.token_hash = refresh_hash
      AND t.kind = 'refresh'
      AND t.client_id = client
      AND lower(u.email) = lower(username);
    RETURN coalesce(device_key(family), throttle_key(username));
END $$;

-- A right password counts as a failure of the address where the username was locked meanwhile: given back, it would tell
-- that it was right.
CREATE OR REPLACE FUNCTION login_ended(
    username text, refresh_hash text, client text, address text, begun timestamptz, proof text, family text, issued jsonb,
    OUT verdict text, OUT locked_for integer
)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    key constant text := login_key(username, refresh_hash, client);
    account users;
    proven boolean;
BEGIN
    PERFORM FROM login_throttle l WHERE l.username_hash = key FOR UPDATE;
    locked_for := login_key_locked_for(key);
    SELECT u.* INTO account FROM users u WHERE lower(u.email) = lower(username) AND u.default_organization_id IS NOT NULL;
    -- By their hashes, so that the time which it takes tells nothing.
    proven := coalesce(sha256(convert_to(account.password_hash, 'UTF8')) = sha256(convert_to(proof, 'UTF8')), false);
    IF locked_for > 0 THEN
        verdict := 'locked';
    ELSIF proven THEN
        verdict := accept_login(account, client, family, issued);
    ELSIF regexp_replace(account.password_hash, '[^$]*$', '') <> regexp_replace(proof, '[^$]*$', '') THEN
        -- Made with the settings of another hash: of one that was replaced meanwhile.
        verdict := 'changed';
    ELSE
        verdict := 'refused';
        locked_for := count_login_failure(key);
    END IF;
    IF verdict = 'accepted' THEN
        DELETE FROM login_throttle l WHERE l.username_hash = key;
    END IF;
    PERFORM decide_login_of_address(address, begun, verdict IN ('refused', 'locked'));
END $$;

-- Gives a login back to its address that was begun and is given up without a look at its password.
CREATE FUNCTION login_given_up(address text, begun timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM decide_login_of_address(address, begun, false);
END $$;

-- Whoever calls it says what is added. It is a login's tokens and nothing that would outlive a login: an access token of an
-- hour, a refresh token of 30 days.
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
        IF (token.seconds <= CASE token.kind WHEN 'access' THEN 3600 WHEN 'refresh' THEN 2592000 END) IS NOT TRUE THEN
            RAISE check_violation USING MESSAGE = 'not a token of a login';
        END IF;
        INSERT INTO tokens (organization_id, id, kind, token_hash, user_id, scopes, client_id, family_id, expires_at)
        VALUES (
            organization, token.id, token.kind, token.token_hash, member, token.scopes, client, family,
            clock_timestamp() + make_interval(secs => token.seconds));
    END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION device_key, login_given_up FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_given_up TO invoicing_app;

-- How many records an organization may have, and how many lines: what one organization stores is paid for by all.
--
-- Both are of each kind: so many customers and so many invoices, so many lines of invoices and so many movements. Then the
-- counts that lists already keep (0014) are the ones to compare, and what a creation adds up stays as small as theirs.
-- Null is any number. What holds for an organization stands with it, what holds for those of which nothing is said, here.
-- What is counted for quotas alone is counted from the first one on that an operator sets: `are_counted`. From when
-- `are_complete`, what was there before is counted too.
CREATE TABLE default_quotas (
    is_the_only_row boolean NOT NULL DEFAULT true PRIMARY KEY CHECK (is_the_only_row),
    are_counted     boolean NOT NULL DEFAULT false,
    are_complete    boolean NOT NULL DEFAULT false,
    most_records    bigint  CHECK (most_records >= 0),
    most_lines      bigint  CHECK (most_lines >= 0)
);
INSERT INTO default_quotas DEFAULT VALUES;
GRANT SELECT ON default_quotas TO invoicing_app;

CREATE FUNCTION quotas_are_counted() RETURNS boolean
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (SELECT are_counted FROM default_quotas);
END $$;

-- Lines leave many at a time, when a draft is written anew: one row for all of them.
CREATE FUNCTION count_taken() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    tenant text;
    many bigint;
BEGIN
    FOR tenant, many IN SELECT organization_id, count(*) FROM taken GROUP BY organization_id LOOP
        PERFORM keep_count(tenant, TG_ARGV[0], -many);
    END LOOP;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION count_taken FROM PUBLIC;

-- A variant without sizes comes back when its item has none again.
CREATE FUNCTION count_restored() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM keep_count(NEW.organization_id, TG_ARGV[0], 1);
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION count_restored FROM PUBLIC;

-- Counts for quotas what is added to a table and taken from it, which is no list whose total is kept (0014). Deleted records
-- of some stay, with their `deleted_at`; lines leave many at a time. It bears to be called again.
CREATE PROCEDURE count_for_quotas(target text, stays_deleted boolean)
    LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER counted_in AFTER INSERT ON %I REFERENCING NEW TABLE AS added
         FOR EACH STATEMENT WHEN (quotas_are_counted()) EXECUTE FUNCTION count_added(%L)', target, target);
    IF stays_deleted THEN
        EXECUTE format(
            'CREATE OR REPLACE TRIGGER counted_out AFTER DELETE ON %I FOR EACH ROW
             WHEN (OLD.deleted_at IS NULL AND quotas_are_counted()) EXECUTE FUNCTION count_removed(%L)', target, target);
        EXECUTE format(
            'CREATE OR REPLACE TRIGGER counted_off AFTER UPDATE OF deleted_at ON %I FOR EACH ROW
             WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND quotas_are_counted())
             EXECUTE FUNCTION count_removed(%L)',
            target, target);
        EXECUTE format(
            'CREATE OR REPLACE TRIGGER counted_back AFTER UPDATE OF deleted_at ON %I FOR EACH ROW
             WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL AND quotas_are_counted())
             EXECUTE FUNCTION count_restored(%L)',
            target, target);
    ELSE
        EXECUTE format(
            'CREATE OR REPLACE TRIGGER counted_out AFTER DELETE ON %I REFERENCING OLD TABLE AS taken
             FOR EACH STATEMENT WHEN (quotas_are_counted()) EXECUTE FUNCTION count_taken(%L)', target, target);
    END IF;
END $$;

-- Counts what was there before rows were counted for quotas. To be called once no transaction is left that did not count:
-- each statement sees one snapshot, in which what was counted since is counted once. So nobody is locked out meanwhile.
CREATE FUNCTION count_what_is_there() RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    target text;
    live text;
BEGIN
    UPDATE default_quotas SET are_complete = true WHERE NOT are_complete;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    FOR target, live IN
        SELECT c.relname, CASE WHEN a.attname IS NULL THEN 'true' ELSE 'deleted_at IS NULL' END
        FROM pg_trigger t
        JOIN pg_class c ON c.oid = t.tgrelid AND c.relnamespace = 'public'::regnamespace
        LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'deleted_at' AND NOT a.attisdropped
        WHERE t.tgname = 'counted_in'
    LOOP
        EXECUTE format(
            'INSERT INTO record_counts (organization_id, table_name, change, folded)
             SELECT organization_id, %L, sum(many), true
             FROM (
                 SELECT organization_id, count(*) AS many FROM %I WHERE %s GROUP BY organization_id
                 UNION ALL
                 SELECT organization_id, -sum(change) FROM record_counts WHERE table_name = %L GROUP BY organization_id
             ) t
             GROUP BY organization_id
             HAVING sum(many) <> 0',
            target, target, live, target);
    END LOOP;
END $$;
REVOKE EXECUTE ON PROCEDURE count_for_quotas FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION count_what_is_there FROM PUBLIC;

-- How many rows of a table an organization may have; null for any number.
CREATE FUNCTION quota_of(tenant text, counted text) RETURNS bigint
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (
        SELECT CASE WHEN counted ~ '_(lines|allocations|entries|movements|variants)$' THEN coalesce(o.most_lines, d.most_lines)
                    ELSE coalesce(o.most_records, d.most_records) END
        FROM organizations o, default_quotas d
        WHERE o.id = tenant);
END $$;

CREATE FUNCTION counted_rows(tenant text, counted text) RETURNS bigint
    LANGUAGE plpgsql
AS $$
BEGIN
    RETURN (SELECT sum(change) FROM record_counts WHERE organization_id = tenant AND table_name = counted);
END $$;

CREATE FUNCTION require_quota(tenant text, counted text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    most constant bigint := quota_of(tenant, counted);
BEGIN
    IF counted_rows(tenant, counted) > most THEN
        RAISE EXCEPTION 'The organization may have at most % %.', most, replace(counted, '_', ' ') USING ERRCODE = 'GS409';
    END IF;
END $$;

-- As in 0022, but that rows which were put into one are no addition, and that chance says who puts them into one: where
-- each transaction adds two rows, those of one list would all have odd numbers.
ALTER TABLE record_counts ADD COLUMN folded boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION keep_count(tenant text, counted text, many bigint) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    settled bigint[];
    total bigint;
BEGIN
    INSERT INTO record_counts (organization_id, table_name, change) VALUES (tenant, counted, many);
    IF random() < 0.02 THEN
        SELECT array_agg(held.id), sum(held.change) INTO settled, total
        FROM (
            SELECT id, change
            FROM record_counts
            WHERE organization_id = tenant AND table_name = counted
            FOR UPDATE SKIP LOCKED
        ) held;
        DELETE FROM record_counts WHERE organization_id = tenant AND table_name = counted AND id = ANY (settled);
        INSERT INTO record_counts (organization_id, table_name, change, folded) VALUES (tenant, counted, total, true);
    END IF;
END $$;

-- Refuses what was added beyond a quota, when the transaction commits. Where an organization has one, its additions commit
-- one after the other: each counts all that were before it. The wait comes after every other lock, and takes no longer than
-- a commit does.
CREATE FUNCTION keep_within_quotas() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    IF quota_of(NEW.organization_id, NEW.table_name) IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('quotas ' || NEW.organization_id, 0));
        PERFORM require_quota(NEW.organization_id, NEW.table_name);
    END IF;
    RETURN NULL;
END $$;
