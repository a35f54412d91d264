-- Before a tenant is known everything goes through the functions of migrations 0054 to 0056 and 0079.

-- name: client
SELECT *
FROM oauth_client_found(%(client_id)s::text);

-- name: client_proven
SELECT oauth_client_proven(%(client_id)s::text, %(secret_hash)s::text) AS proven;

-- name: begin_login
SELECT *
FROM login_begun(
    %(username)s::text, %(refresh_hash)s::text, %(client_id)s::text, %(address)s::text, %(most_failures)s::integer);

-- name: give_up_login
SELECT login_given_up(%(address)s::text, %(begun)s::timestamptz);

-- name: end_login
SELECT *
FROM login_ended(
    %(username)s::text, %(refresh_hash)s::text, %(client_id)s::text, %(address)s::text, %(begun)s::timestamptz,
    %(proof)s::text, %(family_id)s::text, %(issued)s::jsonb);

-- name: renew_password
SELECT password_renewed(%(username)s::text, %(proof)s::text, %(renewed)s::text);

-- name: find_refresh_token
SELECT *
FROM refresh_token_found(%(token_hash)s::text, %(client_id)s::text, %(waited)s::interval);

-- name: exchange_refresh_token
SELECT *
FROM refresh_token_exchanged(
    %(token_hash)s::text, %(client_id)s::text, %(waited)s::interval, %(nonce)s::bytea, %(issued)s::jsonb);

-- name: revoke
SELECT revoke_token_as(%(token_hash)s::text, %(client_id)s::text);
