-- name: user
INSERT INTO users (id, email, name, password_hash)
VALUES (%(id)s, %(email)s, 'A Person', %(password_hash)s);

-- name: member
INSERT INTO memberships (organization_id, user_id, role_key)
VALUES (%(organization_id)s, %(member)s, 'ADMIN');

-- name: default_organization
UPDATE users
SET default_organization_id = %(organization_id)s
WHERE id = %(member)s;

-- name: leave
DELETE FROM memberships
WHERE organization_id = %(organization_id)s
  AND user_id = %(member)s;

-- name: client
INSERT INTO oauth_clients (id, name, secret_hash, scopes)
VALUES (%(id)s, 'An application', %(secret_hash)s, %(scopes)s);

-- name: tokens
SELECT *
FROM tokens
WHERE user_id = %(member)s
ORDER BY created_at, kind;

-- name: age_tokens
-- As if so many seconds had passed since they were issued. Citus takes the difference of moments without a zone alone.
UPDATE tokens
SET expires_at = (expires_at AT TIME ZONE 'UTC' - make_interval(secs => %(seconds)s)) AT TIME ZONE 'UTC'
WHERE user_id = %(member)s;

-- name: age_tokens_of
-- The same of the user with that address.
UPDATE tokens
SET expires_at = (expires_at AT TIME ZONE 'UTC' - make_interval(secs => %(seconds)s)) AT TIME ZONE 'UTC'
WHERE user_id = (SELECT id FROM users WHERE email = %(email)s);

-- name: age_failures
UPDATE login_throttle
SET failed_at = ARRAY(SELECT f - make_interval(secs => %(seconds)s) FROM unnest(failed_at) AS f),
    locked_until = locked_until - make_interval(secs => %(seconds)s),
    forget_at = forget_at - make_interval(secs => %(seconds)s)
WHERE username_hash = %(username_hash)s;

-- name: throttled
SELECT *
FROM login_throttle
WHERE username_hash = %(username_hash)s;

-- name: hold_token
SELECT id
FROM tokens
WHERE token_hash = %(token_hash)s
FOR UPDATE;

-- name: share_membership
-- As who adds a token does; fails at once where somebody has it.
SELECT user_id
FROM memberships
WHERE organization_id = %(organization)s
  AND user_id = %(member)s
FOR KEY SHARE NOWAIT;

-- name: no_default_organization
UPDATE users
SET default_organization_id = NULL
WHERE id = %(member)s;

-- name: fail_login
SELECT login_failed(%(username)s);

-- name: in_transaction
SELECT count(*)::integer AS connections
FROM pg_stat_activity
WHERE datname = current_database()
  AND pid <> pg_backend_pid()
  AND state LIKE 'idle in transaction%%';

-- name: trail
SELECT operation, request_id, after
FROM audit_log
WHERE organization_id = %(organization)s
  AND table_name = 'tokens'
  AND coalesce(after, before) ->> 'user_id' = %(member)s
ORDER BY id;

-- name: age_all_failures
UPDATE login_throttle
SET failed_at = ARRAY(SELECT f - make_interval(secs => %(seconds)s) FROM unnest(failed_at) AS f),
    under_way = ARRAY(SELECT u - make_interval(secs => %(seconds)s) FROM unnest(under_way) AS u),
    locked_until = locked_until - make_interval(secs => %(seconds)s),
    forget_at = forget_at - make_interval(secs => %(seconds)s);

-- name: age_exchanges
-- As if so many seconds had passed since refresh tokens were exchanged.
UPDATE refresh_repeats
SET exchanged_at = exchanged_at - make_interval(secs => %(seconds)s);

-- name: exchanges_older_than
SELECT family_id
FROM refresh_repeats
WHERE exchanged_at < now() - make_interval(secs => %(seconds)s);

-- name: password
SELECT password_hash
FROM users
WHERE id = %(member)s;
