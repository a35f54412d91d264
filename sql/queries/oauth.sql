-- Before a tenant is known everything goes through the functions of migrations 0003 and 0054.

-- name: client
SELECT *
FROM oauth_client(%(client_id)s::text);

-- name: begin_login
SELECT *
FROM login_begun(
    %(username)s::text, %(refresh_hash)s::text, %(client_id)s::text, %(address)s::text, %(most_failures)s::integer);

-- name: end_login
SELECT *
FROM login_ended(
    %(username)s::text, %(refresh_hash)s::text, %(client_id)s::text, %(address)s::text, %(begun)s::timestamptz,
    %(proof)s::text, %(family_id)s::text, %(issued)s::jsonb);

-- name: use_refresh_token
SELECT *
FROM use_refresh_token(%(token_hash)s::text, %(client_id)s::text, %(waited)s::interval);

-- name: exchange_refresh_token
SELECT exchange_refresh_token(%(organization)s::text, %(token_id)s::text, %(issued)s::jsonb) AS exchanged;

-- name: revoke
SELECT revoke_token_as(%(token_hash)s::text, %(client_id)s::text);
