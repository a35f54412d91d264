-- Logging in: what the service asks and tells the database before it knows a tenant. It calls the functions at
-- the end of this file by name and can do nothing else to users, clients and tokens.

-- Failed logins by username, known or not. The key is a hash, so that nothing a stranger typed is kept (people
-- type passwords into the wrong field).
CREATE TABLE login_throttle (
    username_hash text          PRIMARY KEY CHECK (username_hash ~ '^[0-9a-f]{64}$'),
    failed_at     timestamptz[] NOT NULL, -- of the last 15 minutes; fewer than ten, for the tenth locks
    locked_until  timestamptz,
    forget_at     timestamptz   NOT NULL
);
CREATE INDEX login_throttle_by_age ON login_throttle (forget_at);
CALL identity_table('login_throttle');

CREATE FUNCTION throttle_key(username text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT
    RETURN encode(sha256(convert_to(lower(username), 'UTF8')), 'hex');

-- Whole seconds until the username may log in again, 0 when it may now.
CREATE FUNCTION login_locked_for(username text) RETURNS integer
    LANGUAGE sql STABLE
AS $$
    SELECT coalesce(max(greatest(0, ceil(extract(epoch FROM l.locked_until - clock_timestamp())))), 0)::integer
    FROM login_throttle l
    WHERE l.username_hash = throttle_key(username)
$$;

-- Whom a username stands for: one row always. A user without a default organization has nowhere to work, so
-- they look like one who does not exist.
CREATE FUNCTION login_account(username text)
    RETURNS TABLE (user_id text, organization_id text, password_hash text, locked_for integer)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT u.id, u.default_organization_id, u.password_hash, login_locked_for(username)
    FROM (VALUES (true)) AS always (present)
    LEFT JOIN users u ON lower(u.email) = lower(username) AND u.default_organization_id IS NOT NULL
$$;

-- Counts a failed login; answers the seconds for which the username is locked by now. A failure while it is
-- locked (one that was being verified when the tenth was counted) does not lengthen the lock.
CREATE FUNCTION login_failed(username text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    moment constant timestamptz := clock_timestamp();
    span constant interval := '15 minutes';
    most constant integer := 10;
BEGIN
    INSERT INTO login_throttle AS l (username_hash, failed_at, forget_at)
    VALUES (throttle_key(username), ARRAY[moment], moment + span)
    ON CONFLICT (username_hash) DO UPDATE
    SET failed_at = ARRAY(SELECT f FROM unnest(l.failed_at) AS f WHERE f > moment - span) || moment,
        forget_at = moment + span
    WHERE l.locked_until IS NULL OR l.locked_until <= moment;

    UPDATE login_throttle l
    SET failed_at = '{}', locked_until = moment + span, forget_at = moment + span
    WHERE l.username_hash = throttle_key(username)
      AND cardinality(l.failed_at) >= most;

    -- Guesses at made-up names must not fill the table: each one that is added takes old ones along.
    DELETE FROM login_throttle l
    WHERE l.username_hash IN (
        SELECT o.username_hash
        FROM login_throttle o
        WHERE o.forget_at < moment
        ORDER BY o.forget_at
        LIMIT 100
        FOR UPDATE SKIP LOCKED
    );
    RETURN login_locked_for(username);
END $$;

-- Adds the tokens of one login or refresh. `issued` is an array of {id, kind, token_hash, scopes, seconds}.
CREATE FUNCTION add_login_tokens(organization text, member text, client text, family text, issued jsonb) RETURNS void
    LANGUAGE sql
AS $$
    INSERT INTO tokens (organization_id, id, kind, token_hash, user_id, scopes, client_id, family_id, expires_at)
    SELECT organization, i.id, i.kind, i.token_hash, member, i.scopes, client, family,
           clock_timestamp() + make_interval(secs => i.seconds)
    FROM jsonb_to_recordset(issued) AS i (id text, kind text, token_hash text, scopes text[], seconds integer)
$$;

-- Ends a login whose password was right: 0 when the tokens were issued and the count of failures cleared, the
-- seconds when the username was locked while the password was being verified, null when the user left the
-- organization meanwhile.
CREATE FUNCTION login_succeeded(username text, organization text, member text, client text, family text, issued jsonb)
    RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    seconds integer;
BEGIN
    PERFORM FROM login_throttle l WHERE l.username_hash = throttle_key(username) FOR UPDATE;
    seconds := login_locked_for(username);
    IF seconds > 0 THEN
        RETURN seconds;
    END IF;
    PERFORM FROM memberships m WHERE m.organization_id = organization AND m.user_id = member FOR KEY SHARE;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    DELETE FROM login_throttle l WHERE l.username_hash = throttle_key(username);
    PERFORM add_login_tokens(organization, member, client, family, issued);
    RETURN 0;
END $$;

CREATE FUNCTION oauth_client(client text) RETURNS TABLE (id text, secret_hash text, scopes text[])
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT c.id, c.secret_hash, c.scopes
    FROM oauth_clients c
    WHERE c.id = client
$$;

-- Whoever adds to a family or ends it holds its oldest token, so that no token is added unseen while the
-- family is being ended.
CREATE FUNCTION lock_family(family text) RETURNS void
    LANGUAGE plpgsql
AS $$
BEGIN
    -- By the database's clock: identifiers are made by the workers, whose clocks differ.
    PERFORM FROM tokens t WHERE t.family_id = family ORDER BY t.created_at, t.id LIMIT 1 FOR UPDATE;
END $$;

CREATE FUNCTION end_family(family text) RETURNS void
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM lock_family(family);
    UPDATE tokens t
    SET revoked_at = clock_timestamp()
    WHERE t.family_id = family
      AND t.revoked_at IS NULL;
END $$;

-- The refresh token if its client may exchange it, or no row. Using one that was exchanged before ends its
-- family. `waited` is how long ago the request arrived: one that was already here when the exchange was made is
-- its rival in a race, not a second use, and is refused without ending what the winner was given.
CREATE FUNCTION use_refresh_token(hash text, client text, waited interval)
    RETURNS TABLE (organization_id text, id text, user_id text, family_id text, scopes text[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    token tokens;
BEGIN
    SELECT t.* INTO token
    FROM tokens t
    WHERE t.token_hash = hash
      AND t.kind = 'refresh'
      AND t.client_id = client;
    IF token.used_at < clock_timestamp() - waited THEN
        PERFORM end_family(token.family_id);
    END IF;
    IF token.used_at IS NULL AND token.revoked_at IS NULL AND token.expires_at > clock_timestamp() THEN
        RETURN QUERY SELECT token.organization_id, token.id, token.user_id, token.family_id, token.scopes;
    END IF;
END $$;

-- Exchanges a refresh token for the issued ones. False when it was exchanged or revoked since it was looked at:
-- of two uses at once, one wins.
CREATE FUNCTION exchange_refresh_token(organization text, token text, issued jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    old tokens;
BEGIN
    PERFORM lock_family(t.family_id) FROM tokens t WHERE t.organization_id = organization AND t.id = token;
    -- A statement of its own, so that used_at is read off the clock after every wait: an UPDATE that waits for
    -- its row has worked out its values before, and rivals that came meanwhile would look like second uses.
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
    UPDATE tokens t
    SET used_at = clock_timestamp()
    WHERE t.organization_id = organization
      AND t.id = token;
    PERFORM add_login_tokens(organization, old.user_id, old.client_id, old.family_id, issued);
    RETURN true;
END $$;

-- Whoever holds a token may end it, of whatever kind; a refresh token takes its whole family along.
CREATE FUNCTION revoke_token(hash text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    PERFORM end_family(t.family_id) FROM tokens t WHERE t.token_hash = hash AND t.kind = 'refresh';
    UPDATE tokens t
    SET revoked_at = clock_timestamp()
    WHERE t.token_hash = hash
      AND t.revoked_at IS NULL;
END $$;

REVOKE EXECUTE ON FUNCTION
    throttle_key, login_locked_for, login_account, login_failed, login_succeeded, add_login_tokens,
    oauth_client, lock_family, end_family, use_refresh_token, exchange_refresh_token, revoke_token
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
    login_account, login_failed, login_succeeded, oauth_client, use_refresh_token, exchange_refresh_token, revoke_token
TO invoicing_app;
