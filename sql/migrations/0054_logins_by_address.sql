-- Failed logins are counted by network address as well, and a device that logged in before is not shut out by the
-- failures of others. A password is proved to the database, which tells its hash to nobody.
--
-- A row of login_throttle counts what fails under one key: a username, a device of an account, or an address. Keys of
-- the last two begin with a byte that no username has (zero) before they are hashed. An address also keeps when the
-- logins began that are not decided yet, so that many at once cannot try more passwords than are left to them.
ALTER TABLE login_throttle ADD COLUMN under_way timestamptz[] NOT NULL DEFAULT '{}';

-- Whole seconds until a login under this key may be tried, 0 when it may now.
CREATE FUNCTION login_key_locked_for(key text) RETURNS integer
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN (
        SELECT coalesce(max(greatest(0, ceil(extract(epoch FROM l.locked_until - clock_timestamp())))), 0)
        FROM login_throttle l
        WHERE l.username_hash = key);
END $$;

-- The tenth failure within 15 minutes locks the key for 15 minutes; answers for how many seconds it is locked by now. A
-- failure while it is locked (one that was being verified when the tenth was counted) does not lengthen the lock.
CREATE FUNCTION count_login_failure(key text) RETURNS integer
    LANGUAGE plpgsql
AS $$
DECLARE
    moment constant timestamptz := clock_timestamp();
    span constant interval := '15 minutes';
    most constant integer := 10;
BEGIN
    INSERT INTO login_throttle AS l (username_hash, failed_at, forget_at)
    VALUES (key, ARRAY[moment], moment + span)
    ON CONFLICT (username_hash) DO UPDATE
    SET failed_at = ARRAY(SELECT f FROM unnest(l.failed_at) AS f WHERE f > moment - span) || moment,
        forget_at = moment + span
    WHERE l.locked_until IS NULL OR l.locked_until <= moment;

    UPDATE login_throttle l
    SET failed_at = '{}', locked_until = moment + span, forget_at = moment + span
    WHERE l.username_hash = key
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
    RETURN login_key_locked_for(key);
END $$;

CREATE OR REPLACE FUNCTION login_locked_for(username text) RETURNS integer
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN login_key_locked_for(throttle_key(username));
END $$;

CREATE OR REPLACE FUNCTION login_failed(username text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    RETURN count_login_failure(throttle_key(username));
END $$;

-- What failures are counted under: the device where a refresh token says that this client has logged this user in before,
-- else the username. The refresh token may be spent, expired or revoked: it is worth no more than ten guesses.
CREATE FUNCTION login_key(username text, refresh_hash text, client text) RETURNS text
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
    IF family IS NOT NULL THEN
        RETURN encode(sha256('\x00'::bytea || convert_to('device ' || family, 'UTF8')), 'hex');
    END IF;
    RETURN throttle_key(username);
END $$;

-- Takes one login from what an address has left: `begun` is its moment, or `wait` the seconds until there is one to take.
-- What is under way counts as failed until it is decided, for a minute at most.
CREATE FUNCTION take_login_of_address(address text, most integer, OUT begun timestamptz, OUT wait integer)
    LANGUAGE plpgsql
AS $$
DECLARE
    span constant interval := '15 minutes';
    known login_throttle;
    moment timestamptz := clock_timestamp();
    failures timestamptz[];
    undecided timestamptz[];
BEGIN
    INSERT INTO login_throttle AS l (username_hash, failed_at, forget_at)
    VALUES (address, '{}', moment + span)
    ON CONFLICT (username_hash) DO UPDATE SET forget_at = excluded.forget_at
    RETURNING * INTO known;
    -- After the wait for the row.
    moment := clock_timestamp();
    failures := ARRAY(SELECT f FROM unnest(known.failed_at) AS f WHERE f > moment - span ORDER BY f);
    undecided := ARRAY(SELECT u FROM unnest(known.under_way) AS u WHERE u > moment - interval '1 minute');
    wait := CASE
        WHEN cardinality(failures) >= most
            THEN greatest(1, ceil(extract(epoch FROM failures[cardinality(failures) - most + 1] + span - moment)))
        WHEN cardinality(failures) + cardinality(undecided) >= most THEN 1
        ELSE 0
    END;
    IF wait = 0 THEN
        begun := moment;
        undecided := undecided || moment;
    END IF;
    UPDATE login_throttle l
    SET failed_at = failures, under_way = undecided, forget_at = moment + span
    WHERE l.username_hash = address;
END $$;

-- Ends what take_login_of_address began. One that failed is kept for 15 minutes, any other is given back.
CREATE FUNCTION decide_login_of_address(address text, begun timestamptz, failed boolean) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    known login_throttle;
    moment timestamptz;
    failures timestamptz[];
    undecided timestamptz[];
BEGIN
    IF begun IS NULL THEN
        RETURN;
    END IF;
    SELECT l.* INTO known FROM login_throttle l WHERE l.username_hash = address FOR UPDATE;
    moment := clock_timestamp();
    failures := coalesce(known.failed_at, '{}');
    IF failed THEN
        failures := failures || moment;
    END IF;
    undecided := array_remove(coalesce(known.under_way, '{}'), begun);
    IF cardinality(failures) + cardinality(undecided) = 0 THEN
        DELETE FROM login_throttle l WHERE l.username_hash = address;
    ELSE
        INSERT INTO login_throttle AS l (username_hash, failed_at, under_way, forget_at)
        VALUES (address, failures, undecided, moment + interval '15 minutes')
        ON CONFLICT (username_hash) DO UPDATE
        SET failed_at = excluded.failed_at, under_way = excluded.under_way, forget_at = excluded.forget_at;
    END IF;
END $$;

-- Before a password is verified: one row always. `password_form` is the stored hash with its settings and salt, and
-- nothing in place of its digest; null where nobody can log in. While the username or the device is locked nothing is
-- taken from the address. `address` is null where none is known or counted.
CREATE FUNCTION login_begun(
    username text, refresh_hash text, client text, address text, most integer,
    OUT password_form text, OUT begun timestamptz, OUT locked_for integer, OUT wait integer
)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    key constant text := login_key(username, refresh_hash, client);
BEGIN
    locked_for := login_key_locked_for(key);
    wait := 0;
    IF locked_for = 0 AND address IS NOT NULL AND key = throttle_key(username) THEN
        SELECT t.begun, t.wait INTO begun, wait FROM take_login_of_address(address, most) AS t;
    END IF;
    SELECT regexp_replace(u.password_hash, '[^$]*$', '') || repeat('A', length(substring(u.password_hash FROM '[^$]*$')))
    INTO password_form
    FROM users u
    WHERE lower(u.email) = lower(username)
      AND u.default_organization_id IS NOT NULL;
END $$;

-- After it was verified. `proof` is the hash of what was typed, made with the settings and the salt of `password_form`:
-- whoever has it knows the password. The verdict is `accepted`, when the tokens were added; `refused`; `locked`, when the
-- username or the device was locked meanwhile; or `changed`, when the account has another password or organization than
-- the login began with, and is to be begun anew.
CREATE FUNCTION login_ended(
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
    PERFORM decide_login_of_address(address, begun, NOT proven AND verdict <> 'changed');
END $$;

-- Adds the tokens of a login whose password was proved. Whoever changes the account or ends the membership holds the
-- membership before, so what is read behind its lock stays.
CREATE FUNCTION accept_login(account users, client text, family text, issued jsonb) RETURNS text
    LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM FROM memberships m
    WHERE m.organization_id = account.default_organization_id
      AND m.user_id = account.id
    FOR KEY SHARE;
    PERFORM FROM users u
    WHERE u.id = account.id
      AND u.default_organization_id = account.default_organization_id
      AND u.password_hash = account.password_hash;
    IF NOT FOUND THEN
        RETURN 'changed';
    END IF;
    PERFORM add_login_tokens(account.default_organization_id, account.id, client, family, issued);
    RETURN 'accepted';
END $$;

REVOKE EXECUTE ON FUNCTION
    login_key_locked_for, count_login_failure, login_key, take_login_of_address, decide_login_of_address, accept_login,
    login_begun, login_ended
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_begun, login_ended TO invoicing_app;
