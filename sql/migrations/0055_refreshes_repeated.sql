-- A refresh whose answer was lost may be repeated: the refresh token before the newest gives the same tokens once more
-- within 30 seconds. They are worked out anew from that token and the nonce that is kept here, so this table tells
-- nothing to whoever does not hold the token. A family has one row, and the next exchange takes its place.
CREATE TABLE refresh_repeats (
    family_id    text        PRIMARY KEY,
    token_id     text        NOT NULL,
    nonce        bytea       NOT NULL CHECK (length(nonce) = 32),
    scopes       text[]      NOT NULL, -- of the access token that was given
    exchanged_at timestamptz NOT NULL,
    repeated_at  timestamptz
);
CREATE INDEX refresh_repeats_by_age ON refresh_repeats (exchanged_at);
CALL identity_table('refresh_repeats');

-- What a refresh token may be used for: `live` for an exchange, `repeatable` for the same answer again. `reused` is one
-- that came after it had been used for all that it may; `ended` any other, also one that is a rival in a race: `waited`
-- is how long ago it arrived, and it was here before the use.
CREATE FUNCTION refresh_verdict(token tokens, waited interval) RETURNS text
    LANGUAGE plpgsql
AS $$
DECLARE
    known refresh_repeats;
    moment constant timestamptz := clock_timestamp();
BEGIN
    IF token.used_at IS NULL THEN
        RETURN CASE WHEN token.revoked_at IS NULL AND token.expires_at > moment THEN 'live' ELSE 'ended' END;
    END IF;
    SELECT r.* INTO known FROM refresh_repeats r WHERE r.family_id = token.family_id AND r.token_id = token.id;
    IF token.revoked_at IS NULL AND known.repeated_at IS NULL AND known.exchanged_at > moment - interval '30 seconds' THEN
        RETURN 'repeatable';
    END IF;
    RETURN CASE WHEN coalesce(known.repeated_at, token.used_at) < moment - waited THEN 'reused' ELSE 'ended' END;
END $$;

-- The user and the scopes of the refresh token if its client may exchange it or have its answer again, or no row. A reuse
-- ends its family.
CREATE FUNCTION refresh_token_found(hash text, client text, waited interval)
    RETURNS TABLE (user_id text, scopes text[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    token tokens;
    verdict text;
BEGIN
    SELECT t.* INTO token
    FROM tokens t
    WHERE t.token_hash = hash
      AND t.kind = 'refresh'
      AND t.client_id = client;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    verdict := refresh_verdict(token, waited);
    IF verdict = 'reused' THEN
        PERFORM end_family(token.family_id);
    ELSIF verdict <> 'ended' THEN
        RETURN QUERY SELECT token.user_id, token.scopes;
    END IF;
END $$;

-- Exchanges a refresh token for the issued ones, which were worked out from `fresh`; answers `fresh`. Where it was
-- exchanged already and may be repeated, answers the nonce of then, the scopes of the access token and how long ago that
-- was. `nonce` is null where it may be neither. Of uses at once one exchanges, and at most one other is a repetition.
CREATE FUNCTION refresh_token_exchanged(
    hash text, client text, waited interval, fresh bytea, issued jsonb,
    OUT nonce bytea, OUT scopes text[], OUT seconds_ago integer
)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    token tokens;
    verdict text;
    moment timestamptz;
BEGIN
    PERFORM lock_family(t.family_id) FROM tokens t WHERE t.token_hash = hash AND t.kind = 'refresh' AND t.client_id = client;
    SELECT t.* INTO token
    FROM tokens t
    WHERE t.token_hash = hash
      AND t.kind = 'refresh'
      AND t.client_id = client
    FOR UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    -- After every wait: rivals that came meanwhile would look like second uses.
    verdict := refresh_verdict(token, waited);
    moment := clock_timestamp();
    IF verdict = 'live' THEN
        nonce := fresh;
        scopes := ARRAY(
            SELECT jsonb_array_elements_text(i.value -> 'scopes')
            FROM jsonb_array_elements(issued) AS i
            WHERE i.value ->> 'kind' = 'access');
        seconds_ago := 0;
        UPDATE tokens t
        SET used_at = moment
        WHERE t.organization_id = token.organization_id
          AND t.id = token.id;
        PERFORM add_login_tokens(token.organization_id, token.user_id, token.client_id, token.family_id, issued);
        PERFORM keep_refresh_repeatable(token, fresh, scopes, moment);
    ELSIF verdict = 'repeatable' THEN
        SELECT r.nonce, r.scopes, ceil(extract(epoch FROM moment - r.exchanged_at))
        INTO nonce, scopes, seconds_ago
        FROM refresh_repeats r
        WHERE r.family_id = token.family_id;
        UPDATE refresh_repeats r SET repeated_at = moment WHERE r.family_id = token.family_id;
    ELSIF verdict = 'reused' THEN
        PERFORM end_family(token.family_id);
    END IF;
END $$;

CREATE FUNCTION keep_refresh_repeatable(token tokens, fresh bytea, granted text[], moment timestamptz) RETURNS void
    LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO refresh_repeats AS r (family_id, token_id, nonce, scopes, exchanged_at)
    VALUES (token.family_id, token.id, fresh, granted, moment)
    ON CONFLICT (family_id) DO UPDATE
    SET token_id = excluded.token_id, nonce = excluded.nonce, scopes = excluded.scopes,
        exchanged_at = excluded.exchanged_at, repeated_at = NULL;
    -- What cannot be repeated any more: each exchange takes old ones along.
    DELETE FROM refresh_repeats r
    WHERE r.family_id IN (
        SELECT o.family_id
        FROM refresh_repeats o
        WHERE o.exchanged_at < moment - interval '1 minute'
        ORDER BY o.exchanged_at
        LIMIT 100
        FOR UPDATE SKIP LOCKED
    );
END $$;

REVOKE EXECUTE ON FUNCTION
    refresh_verdict, refresh_token_found, refresh_token_exchanged, keep_refresh_repeatable
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_token_found, refresh_token_exchanged TO invoicing_app;
