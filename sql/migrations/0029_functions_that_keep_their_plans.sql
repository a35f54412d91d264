-- Functions in SQL that PostgreSQL does not put into the statement that calls them, in PL/pgSQL: it keeps the plans of
-- its queries. Before PostgreSQL 18 a function in SQL is parsed and planned at every call. What they answer stays the
-- same, so programs of before and after this file may run at the same time.

CREATE OR REPLACE FUNCTION organizations_of_caller()
    RETURNS TABLE (id text, name text, slug text, role_key text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT o.id, o.name, o.slug, m.role_key
    FROM memberships m
    JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = nullif(current_setting('app.user_id', true), '')
    ORDER BY o.name, o.id;
END $$;

CREATE OR REPLACE FUNCTION login_locked_for(username text) RETURNS integer
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (
        SELECT coalesce(max(greatest(0, ceil(extract(epoch FROM l.locked_until - clock_timestamp())))), 0)
        FROM login_throttle l
        WHERE l.username_hash = throttle_key(username));
END $$;

CREATE OR REPLACE FUNCTION login_account(username text)
    RETURNS TABLE (user_id text, organization_id text, password_hash text, locked_for integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT u.id, u.default_organization_id, u.password_hash, login_locked_for(username)
    FROM (VALUES (true)) AS always (present)
    LEFT JOIN users u ON lower(u.email) = lower(username) AND u.default_organization_id IS NOT NULL;
END $$;

CREATE OR REPLACE FUNCTION oauth_client(client text) RETURNS TABLE (id text, secret_hash text, scopes text[])
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT c.id, c.secret_hash, c.scopes
    FROM oauth_clients c
    WHERE c.id = client;
END $$;

-- Not put into statements either: it is immutable, `convert_to` only stable.
CREATE OR REPLACE FUNCTION throttle_key(username text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
BEGIN
    RETURN encode(sha256(convert_to(lower(username), 'UTF8')), 'hex');
END $$;
