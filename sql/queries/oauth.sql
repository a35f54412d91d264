-- Before a tenant is known everything goes through the functions of migration 0003.

-- name: client
SELECT *
FROM oauth_client(%(client_id)s::text);

-- name: account
SELECT *
FROM login_account(%(username)s::text);

-- name: fail_login
SELECT login_failed(%(username)s::text) AS locked_for;

-- name: complete_login
SELECT login_succeeded(
    %(username)s::text, %(organization)s::text, %(member)s::text, %(client_id)s::text, %(family_id)s::text,
    %(issued)s::jsonb
) AS locked_for;

-- name: use_refresh_token
SELECT *
FROM use_refresh_token(%(token_hash)s::text, %(client_id)s::text, %(waited)s::interval);

-- name: exchange_refresh_token
SELECT exchange_refresh_token(%(organization)s::text, %(token_id)s::text, %(issued)s::jsonb) AS exchanged;

-- name: revoke
SELECT revoke_token_as(%(token_hash)s::text, %(client_id)s::text);
