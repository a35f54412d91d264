-- Logins and refreshes again, as in 0054 and 0055, but for what these functions say.

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
