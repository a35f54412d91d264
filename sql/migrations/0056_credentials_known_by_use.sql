-- Replaces the hash of a password, which was made with former settings, by another hash of it. `proof` is the hash that is
-- stored: whoever has it knows the password.
CREATE FUNCTION password_renewed(username text, proof text, renewed text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE users u
    SET password_hash = renewed
    WHERE lower(u.email) = lower(username)
      AND sha256(convert_to(u.password_hash, 'UTF8')) = sha256(convert_to(proof, 'UTF8'));
END $$;

REVOKE EXECUTE ON FUNCTION password_renewed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION password_renewed TO invoicing_app;

-- The last day on which a personal access token was used, in UTC. The service writes it a while after the request, for
-- many tokens at once: what reads does not write, and no request waits for another one's row. A table of its own, because
-- changes of tokens leave a trail.
CREATE TABLE token_uses (
    token_id text PRIMARY KEY,
    used_on  date NOT NULL
);
CALL identity_table('token_uses');

CREATE FUNCTION tokens_used(organizations text[], ids text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    today constant date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
    known text;
BEGIN
    -- In one order, so that two workers do not wait for each other in a ring.
    FOR known IN
        SELECT t.id
        FROM unnest(organizations, ids) AS given (organization_id, id)
        JOIN tokens t ON t.organization_id = given.organization_id AND t.id = given.id
        WHERE t.kind = 'pat'
        ORDER BY t.id
    LOOP
        INSERT INTO token_uses AS u (token_id, used_on)
        VALUES (known, today)
        ON CONFLICT (token_id) DO UPDATE
        SET used_on = excluded.used_on
        WHERE u.used_on < excluded.used_on;
    END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION tokens_used FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tokens_used TO invoicing_app;

-- A client without its secret's hash, which is compared here.
CREATE FUNCTION oauth_client_found(client text) RETURNS TABLE (id text, is_confidential boolean, scopes text[])
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT c.id, c.secret_hash IS NOT NULL, c.scopes
    FROM oauth_clients c
    WHERE c.id = client;
END $$;

CREATE FUNCTION oauth_client_proven(client text, secret_hash text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM oauth_clients c WHERE c.id = client AND c.secret_hash = oauth_client_proven.secret_hash);
END $$;

REVOKE EXECUTE ON FUNCTION oauth_client_found, oauth_client_proven FROM PUBLIC;
GRANT EXECUTE ON FUNCTION oauth_client_found, oauth_client_proven TO invoicing_app;

-- The service reads none of these tables itself. Their policies hid every row from it; now the tables do.
REVOKE SELECT ON users, oauth_clients, tokens, login_throttle, refresh_repeats, token_uses FROM invoicing_app;

-- Functions of the release before, which tell hashes or add tokens without a proof. While that release may still serve,
-- they stay. An operator calls this once it does not; a database without users never served it.
CREATE PROCEDURE end_former_logins()
    LANGUAGE plpgsql
AS $$
BEGIN
    REVOKE EXECUTE ON FUNCTION
        login_account, login_failed, login_succeeded, oauth_client, use_refresh_token, exchange_refresh_token
    FROM invoicing_app;
END $$;
REVOKE EXECUTE ON PROCEDURE end_former_logins FROM PUBLIC;

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM users) THEN
        CALL end_former_logins();
    END IF;
END $$;
